// SPDX-License-Identifier: MIT
// Which vertices of a graph one solve owns, and what it asks of those who own the others. On one machine it owns all of
// them, and answers its own questions; the algorithm is the same.
//
// A block's vertices are numbered by their offset: words, frontiers and tables of a block begin at its first vertex. A
// wave that reaches a vertex of another block hands it to the outbox. Outboxes are delivered when they are full and at
// the end of each part of a wave, so that they take no more memory where most moves lead to other blocks. Waves go in
// lock-step: all blocks ask the same questions of their exchanges in the same order, and each gets the answer for all
// of them. A block whose solve fails leaves, and the others' next question throws: none waits for it for ever.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/blocks/layered_range.hpp>
#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

/// All vertices of a graph.
class whole_graph {
 public:
  static constexpr bool is_whole = true;

  explicit whole_graph(std::uint64_t num_vertices) : m_size(num_vertices) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] static constexpr bool owns(std::uint64_t /*vertex*/) noexcept { return true; }
  [[nodiscard]] static constexpr std::uint64_t offset_of(std::uint64_t vertex) noexcept { return vertex; }
  [[nodiscard]] static constexpr std::uint64_t vertex_at(std::uint64_t offset) noexcept { return offset; }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept { return m_size - offset; }
  [[nodiscard]] const whole_graph& cursor() const noexcept { return *this; }

 private:
  std::uint64_t m_size;
};

/// The vertices `begin` .. `end` - 1 of a graph.
class vertex_range {
 public:
  static constexpr bool is_whole = false;

  vertex_range(std::uint64_t begin, std::uint64_t end) : m_begin(begin), m_size(end - begin) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool owns(std::uint64_t vertex) const noexcept { return vertex - m_begin < m_size; }  // wraps around
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return owns(vertex) ? vertex - m_begin : not_owned;
  }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept { return m_begin + offset; }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept { return m_size - offset; }
  [[nodiscard]] const vertex_range& cursor() const noexcept { return *this; }

 private:
  std::uint64_t m_begin;
  std::uint64_t m_size;
};

/// `offset_of` and `vertex_at` are inverse to each other between the vertices that it owns and 0 .. size() - 1; of
/// others the offset is `not_owned`. So many vertices as `run_at` says follow each other from that offset on, at least
/// one. A cursor says the same, sooner where it is asked for neighbours; it is for one thread.
template <class Block>
concept VertexBlock = requires(const Block& block, std::uint64_t number) {
  { Block::is_whole } -> std::convertible_to<bool>;
  { block.size() } -> std::same_as<std::uint64_t>;
  { block.owns(number) } -> std::same_as<bool>;
  { block.offset_of(number) } -> std::same_as<std::uint64_t>;
  { block.vertex_at(number) } -> std::same_as<std::uint64_t>;
  { block.run_at(number) } -> std::same_as<std::uint64_t>;
  block.cursor();
};

/// A vertex of this block that a wave has reached from another one.
struct reached_offset {
  std::uint64_t offset;
  std::uint64_t times;
};

/// The vertices of other blocks that one thread reached in one wave: none.
struct no_outbox {
  void add(std::uint64_t /*vertex*/) const noexcept {}
  [[nodiscard]] static constexpr std::uint64_t size() noexcept { return 0; }
};

/// The exchange of a solve that has the whole graph to itself.
struct no_exchange {
  static constexpr bool is_alone = true;
  using outbox = no_outbox;

  /// The least of what the blocks say; nothing if none has anything.
  [[nodiscard]] static std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) { return distance; }
  /// Whether it is so in any block.
  [[nodiscard]] static bool any(bool here) { return here; }
  /// Once the outboxes of a block have so many vertices together, they are to be delivered.
  [[nodiscard]] static constexpr std::uint64_t outbox_capacity() noexcept {
    return std::numeric_limits<std::uint64_t>::max();
  }
  /// Adds up the numbers of all blocks, one by one.
  static void sum(std::vector<std::uint64_t>& /*numbers*/) {}
  /// Sends the vertices in the outboxes, each as often as it is there, to their blocks; the outboxes are left empty.
  /// Calls f(std::span<const reached_offset>) for what the others have sent here, perhaps on several threads of the
  /// current arena at once. Returns whether any block has more to send in this part of the wave.
  template <class Callback>
  static bool deliver(std::span<no_outbox> /*outboxes*/, bool has_more, const Callback& /*f*/) {
    return has_more;
  }
  /// Called when the solve ends by an exception, and asks nothing more: the first question that this block does not ask
  /// throws interrupted in all the others.
  static void leave() noexcept {}
};

template <class Exchange>
concept WaveExchange =
    std::default_initializable<typename Exchange::outbox> &&
    requires(Exchange& exchange, typename Exchange::outbox& outbox, std::uint64_t number,
             std::vector<std::uint64_t>& numbers) {
      { Exchange::is_alone } -> std::convertible_to<bool>;
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

/// Passes everything on but the request to stop, which a block may follow only when all of them do.
class stop_deferring_visitor final : public forwarding_visitor {
 public:
  using forwarding_visitor::forwarding_visitor;
  [[nodiscard]] bool stop_requested() const override { return false; }
};

}  // namespace detail
}  // namespace zermelo
