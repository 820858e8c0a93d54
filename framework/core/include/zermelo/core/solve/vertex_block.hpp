// SPDX-License-Identifier: MIT
// Which vertices of a graph one solve owns, and what it asks of those who own the others. On one machine it owns all of
// them, and answers its own questions; the algorithm is the same.
//
// A block's vertices are numbered by their offset: words, frontiers and tables of a block begin at its first vertex. A
// wave that reaches a vertex of another block hands it to the outbox. Waves go in lock-step: all blocks ask the same
// questions of their exchanges in the same order, and each gets the answer for all of them. A block whose solve fails
// leaves, and the others' next question throws: none waits for it for ever.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/solve/forwarding_visitor.hpp>
#include <zermelo/core/value/wave_kind.hpp>

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
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept { return vertex - m_begin; }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept { return m_begin + offset; }

 private:
  std::uint64_t m_begin;
  std::uint64_t m_size;
};

/// `offset_of` and `vertex_at` are inverse to each other between the vertices that it owns and 0 .. size() - 1.
template <class Block>
concept VertexBlock = requires(const Block& block, std::uint64_t number) {
  { Block::is_whole } -> std::convertible_to<bool>;
  { block.size() } -> std::same_as<std::uint64_t>;
  { block.owns(number) } -> std::same_as<bool>;
  { block.offset_of(number) } -> std::same_as<std::uint64_t>;
  { block.vertex_at(number) } -> std::same_as<std::uint64_t>;
};

/// The vertices of other blocks that one thread reached in one wave: none.
struct no_outbox {
  void add(std::uint64_t /*vertex*/) const noexcept {}
};

/// The exchange of a solve that has the whole graph to itself.
struct no_exchange {
  static constexpr bool is_alone = true;
  using outbox = no_outbox;

  /// The least of what the blocks say; nothing if none has anything.
  [[nodiscard]] static std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) { return distance; }
  /// Whether it is so in any block.
  [[nodiscard]] static bool any(bool here) { return here; }
  /// Sends the vertices in the outboxes, each as often as it is there, to their blocks, as reached by a wave of `kind`;
  /// the outboxes are left empty. Calls f(vertex, how many times) for what the others have sent here.
  template <class Callback>
  static void deliver(wave_kind /*kind*/, std::span<no_outbox> /*outboxes*/, const Callback& /*f*/) {}
  /// Called when the solve ends by an exception, and asks nothing more: the first question that this block does not ask
  /// throws interrupted in all the others.
  static void leave() noexcept {}
};

template <class Exchange>
concept WaveExchange = std::default_initializable<typename Exchange::outbox> &&
                       requires(Exchange& exchange, typename Exchange::outbox& outbox, std::uint64_t number) {
                         { Exchange::is_alone } -> std::convertible_to<bool>;
                         {
                           exchange.least(std::optional<std::uint64_t>(number))
                         } -> std::same_as<std::optional<std::uint64_t>>;
                         { exchange.any(true) } -> std::same_as<bool>;
                         outbox.add(number);
                         exchange.deliver(wave_kind::tied, std::span<typename Exchange::outbox>(&outbox, 1),
                                          [](std::uint64_t, std::uint64_t) {});
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
