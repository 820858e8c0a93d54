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

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/solve/forwarding_visitor.hpp>

namespace zermelo {

/// What a block says of a vertex that another one owns.
inline constexpr std::uint64_t not_owned = std::numeric_limits<std::uint64_t>::max();

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

/// Stretches of numbers, one behind the other from 0 on. Some may be empty.
class stretch_list {
 public:
  /// @param bounds  where each begins, ascending from 0, and where the last one ends
  explicit stretch_list(std::vector<std::uint64_t> bounds) : m_bounds(std::move(bounds)) {}

  [[nodiscard]] std::size_t count() const noexcept { return m_bounds.size() - 1; }
  [[nodiscard]] std::uint64_t begin(std::size_t i) const noexcept { return m_bounds[i]; }
  [[nodiscard]] std::uint64_t end(std::size_t i) const noexcept { return m_bounds[i + 1]; }
  [[nodiscard]] std::uint64_t size(std::size_t i) const noexcept { return end(i) - begin(i); }
  /// Of all of them.
  [[nodiscard]] std::uint64_t total() const noexcept { return m_bounds.back(); }
  /// The one in which a number lies. Precondition: it is less than the total.
  [[nodiscard]] std::size_t find(std::uint64_t number) const noexcept {
    constexpr std::size_t few = 8;
    if (count() > few) {
      const auto above = std::upper_bound(m_bounds.begin(), m_bounds.end(), number);
      return static_cast<std::size_t>(above - m_bounds.begin()) - 1;
    }
    std::size_t i = 0;
    while (number >= m_bounds[i + 1]) ++i;
    return i;
  }

 private:
  std::vector<std::uint64_t> m_bounds;
};

/// A stretch of each of a few layers, such as some of the cat's places whoever is to move.
class layered_range {
  struct part;

 public:
  static constexpr bool is_whole = false;

  /// Looks first where it has found something the last time.
  class layer_cursor {
   public:
    explicit layer_cursor(const layered_range& block) : m_block(block) {}
    [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) noexcept {
      if (offset - m_from->offset >= m_from->size) m_from = &m_block.m_parts[m_block.m_offsets.find(offset)];
      return m_from->first + (offset - m_from->offset);
    }
    [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) noexcept {
      const std::uint64_t own = vertex - m_to->first;  // wraps around
      if (own < m_to->size) [[likely]]
        return m_to->offset + own;
      if (vertex - m_to->layer_begin < m_to->layer_end - m_to->layer_begin) return not_owned;
      m_to = &m_block.part_of(vertex);
      return m_to->offset_of(vertex);
    }

   private:
    const layered_range& m_block;
    const part* m_from = m_block.m_parts.data();
    const part* m_to = m_from;
  };
  [[nodiscard]] layer_cursor cursor() const noexcept { return layer_cursor(*this); }

  /// The vertices from `firsts[l]` on of each layer l, as many as `offsets` has numbers there.
  /// Preconditions: they lie in their layers, and there is one for each.
  layered_range(const stretch_list& layers, const std::vector<std::uint64_t>& firsts, stretch_list offsets)
      : m_offsets(std::move(offsets)) {
    for (std::size_t l = 0; l < layers.count(); ++l) {
      m_parts.push_back({layers.begin(l), layers.end(l), firsts[l], m_offsets.size(l), m_offsets.begin(l)});
    }
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_offsets.total(); }
  [[nodiscard]] bool owns(std::uint64_t vertex) const noexcept { return offset_of(vertex) != not_owned; }
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return part_of(vertex).offset_of(vertex);
  }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept {
    const part& in = m_parts[m_offsets.find(offset)];
    return in.first + (offset - in.offset);
  }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept {
    return m_offsets.end(m_offsets.find(offset)) - offset;
  }
  /// All of it in the order of the offsets, without stretches that are empty.
  [[nodiscard]] std::vector<index_range> stretches() const {
    std::vector<index_range> found;
    for (const part& in : m_parts) {
      if (in.size > 0) found.push_back({in.first, in.first + in.size});
    }
    return found;
  }

 private:
  /// What it has of a layer, side by side: every move asks for it.
  struct part {
    std::uint64_t layer_begin;
    std::uint64_t layer_end;
    std::uint64_t first;
    std::uint64_t size;
    std::uint64_t offset;

    [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
      return vertex - first < size ? offset + (vertex - first) : not_owned;  // wraps around
    }
  };
  [[nodiscard]] const part& part_of(std::uint64_t vertex) const noexcept {
    constexpr std::size_t few = 8;
    const part* at = m_parts.data();
    if (m_parts.size() > few) {
      return *std::upper_bound(at, at + m_parts.size(), vertex,
                               [](std::uint64_t v, const part& one) { return v < one.layer_end; });
    }
    while (vertex >= at->layer_end) ++at;
    return *at;
  }

  std::vector<part> m_parts;  ///< [layer]
  stretch_list m_offsets;
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
  [[nodiscard]] static constexpr std::uint64_t most_sent() noexcept {
    return std::numeric_limits<std::uint64_t>::max();
  }
  /// Adds up the numbers of all blocks, one by one.
  static void add_up(std::vector<std::uint64_t>& /*numbers*/) {}
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
      exchange.add_up(numbers);
      { exchange.most_sent() } -> std::same_as<std::uint64_t>;
      outbox.add(number);
      { outbox.size() } -> std::same_as<std::uint64_t>;
      {
        exchange.deliver(std::span<typename Exchange::outbox>(&outbox, 1), true, [](std::span<const reached_offset>) {})
      } -> std::same_as<bool>;
      exchange.leave();
    };

namespace detail {

/// Passes everything on but the request to stop, which a block may follow only when all of them do.
class patient_visitor final : public forwarding_visitor {
 public:
  using forwarding_visitor::forwarding_visitor;
  [[nodiscard]] bool stop_requested() const override { return false; }
};

}  // namespace detail
}  // namespace zermelo
