// SPDX-License-Identifier: MIT
// The vertices of a graph that one solve owns: all vertices, or one block of them. The algorithms are the same.
//
// A block's vertices are numbered by their offset: words, frontiers and tables of a block begin at its first vertex.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace zermelo {

/// The offset, in a block, of a vertex that another block owns.
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

/// The vertices of one block. `offset_of` maps the block's vertices to 0 .. size() - 1, and any other vertex to
/// `not_owned`; `vertex_at` is its inverse. `run_at(offset)` is the number, at least one, of consecutive vertices
/// starting at that offset. A cursor also has `offset_of` and `vertex_at`, faster for neighbouring vertices; each
/// thread needs a separate cursor.
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

}  // namespace zermelo
