// SPDX-License-Identifier: MIT
// The exchange between the solves of the blocks of a graph, as used by the waves of one solve. A solve of the whole
// graph has no_exchange, which returns at once; the algorithm is the same.
//
// A wave that reaches a vertex of another block puts it into an outbox. Outboxes are delivered when they are full and
// at the end of each part of a wave, so that their memory is bounded even if most moves lead to other blocks. Waves
// proceed in lock-step: all blocks call the same members of their exchanges in the same order, and each call returns
// the result over all blocks. A block whose solve fails calls `leave`; the next call of every other block throws, so
// that no block waits for ever.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

/// A vertex of this block that a wave has reached from another block, `times` times.
struct reached_offset {
  std::uint64_t offset;
  std::uint64_t times;
};

/// The outbox of a solve of the whole graph: always empty.
struct no_outbox {
  void add(std::uint64_t /*vertex*/) const noexcept {}
  [[nodiscard]] static constexpr std::uint64_t size() noexcept { return 0; }
};

/// The exchange of a solve of the whole graph.
struct no_exchange {
  static constexpr bool is_single_block = true;
  using outbox = no_outbox;

  /// The least number over all blocks; nothing if no block has one.
  [[nodiscard]] static std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) { return number; }
  /// Whether the condition holds in any block.
  [[nodiscard]] static bool any(bool condition) { return condition; }
  /// The number of vertices in all outboxes of a block at which they have to be delivered.
  [[nodiscard]] static constexpr std::uint64_t outbox_capacity() noexcept {
    return std::numeric_limits<std::uint64_t>::max();
  }
  /// Replaces each number by its sum over all blocks.
  static void sum(std::vector<std::uint64_t>& /*numbers*/) {}
  /// Sends every vertex in the outboxes, including duplicates, to its block, and empties the outboxes. Calls
  /// f(std::span<const reached_offset>) for the vertices that other blocks have sent here, possibly on several threads
  /// of the current arena at once. Returns whether any block has more to send in this part of the wave.
  template <class Callback>
  static bool deliver(std::span<no_outbox> /*outboxes*/, bool has_more, const Callback& /*f*/) {
    return has_more;
  }
  /// Must be the last call if the solve of this block throws an exception. The next call of every other block throws
  /// interrupted.
  static void leave() noexcept {}
};

/// The members are documented in no_exchange.
template <class Exchange>
concept WaveExchange =
    std::default_initializable<typename Exchange::outbox> &&
    requires(Exchange& exchange, typename Exchange::outbox& outbox, std::uint64_t number,
             std::vector<std::uint64_t>& numbers) {
      { Exchange::is_single_block } -> std::convertible_to<bool>;
      { exchange.least(std::optional<std::uint64_t>(number)) } -> std::same_as<std::optional<std::uint64_t>>;
      { exchange.any(true) } -> std::same_as<bool>;
      exchange.sum(numbers);
      { exchange.outbox_capacity() } -> std::same_as<std::uint64_t>;
      outbox.add(number);
      { outbox.size() } -> std::same_as<std::uint64_t>;
      {
        exchange.deliver(std::span<typename Exchange::outbox>(&outbox, 1), true, [](std::span<const reached_offset>) {})
      } -> std::same_as<bool>;
      exchange.leave();
    };

namespace detail {

/// Forwards every call except `stop_requested`, since a block may stop only when all blocks stop.
class stop_deferring_visitor final : public forwarding_visitor {
 public:
  using forwarding_visitor::forwarding_visitor;
  [[nodiscard]] bool stop_requested() const override { return false; }
};

}  // namespace detail
}  // namespace zermelo
