// SPDX-License-Identifier: MIT
// The vertices of a graph that one solve owns, and the exchange by which it asks the solves that own the other
// vertices. A solve that is alone owns all vertices, and its exchange answers at once; the algorithm is the same.
//
// A block's vertices are numbered by their offset: words, frontiers and tables of a block begin at its first vertex. A
// wave that reaches a vertex of another block hands it to the outbox. Outboxes are delivered when they are full and at
// the end of each part of a wave, so that they take no more memory where most moves lead to other blocks. Waves go in
// lock-step: all blocks call the same members of their exchanges in the same order, and each gets the answer for all
// blocks. A block whose solve fails leaves, and the next call of every other block throws: no block waits forever.
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

/// The vertices of one block. `offset_of` and `vertex_at` are inverse to each other between the block's vertices and
/// 0 .. size() - 1; the offset of any other vertex is `not_owned`. `run_at(offset)` is the number of vertices, at least
/// one, that follow each other from that offset on. A cursor answers `offset_of` and `vertex_at` too, faster for
/// neighbouring vertices; each thread needs its own cursor.
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

/// A vertex of this block that a wave has reached from another block, `times` over.
struct reached_offset {
  std::uint64_t offset;
  std::uint64_t times;
};

/// The outbox of a solve without other blocks: always empty.
struct no_outbox {
  void add(std::uint64_t /*vertex*/) const noexcept {}
  [[nodiscard]] static constexpr std::uint64_t size() noexcept { return 0; }
};

/// The exchange of a solve that has the whole graph to itself.
struct no_exchange {
  static constexpr bool is_alone = true;
  using outbox = no_outbox;

  /// The least number over all blocks; nothing if no block has one.
  [[nodiscard]] static std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) { return distance; }
  /// Whether the condition holds in any block.
  [[nodiscard]] static bool any(bool here) { return here; }
  /// The number of vertices in all outboxes of a block from which on they have to be delivered.
  [[nodiscard]] static constexpr std::uint64_t outbox_capacity() noexcept {
    return std::numeric_limits<std::uint64_t>::max();
  }
  /// Replaces each number by its sum over all blocks.
  static void sum(std::vector<std::uint64_t>& /*numbers*/) {}
  /// Sends every vertex in the outboxes, repeated ones as often as they occur, to its block, and empties the outboxes.
  /// Calls f(std::span<const reached_offset>) for the vertices that other blocks have sent here, perhaps on several
  /// threads of the current arena at once. Returns whether any block has more to send in this part of the wave.
  template <class Callback>
  static bool deliver(std::span<no_outbox> /*outboxes*/, bool has_more, const Callback& /*f*/) {
    return has_more;
  }
  /// Called when the solve of this block ends by an exception; it calls nothing else afterwards. The next call of every
  /// other block throws interrupted.
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

/// Passes on every call but `stop_requested`: a block may stop only when all blocks do.
class stop_deferring_visitor final : public forwarding_visitor {
 public:
  using forwarding_visitor::forwarding_visitor;
  [[nodiscard]] bool stop_requested() const override { return false; }
};

}  // namespace detail
}  // namespace zermelo
