// SPDX-License-Identifier: MIT
// A graph cut into blocks of equal size: who owns a vertex, and where it stands there. Each block has the same stretch
// of each of a few equal layers, see layered_range.
#pragma once

#include <algorithm>
#include <cstdint>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/solve/vertex_block.hpp>

namespace zermelo {

class block_partition {
 public:
  /// Of vertices that waves hand to other blocks one by one: layers are stepped through.
  static constexpr std::uint64_t most_layers = 4;

  block_partition() = default;
  /// @param unit  so many vertices that follow each other stay together
  /// Preconditions: num_layers divides num_vertices, and unit a layer; there is a block.
  block_partition(std::uint64_t num_vertices, std::uint64_t num_layers, std::uint64_t num_blocks,
                  std::uint64_t unit = 1)
      : m_num_vertices(num_vertices),
        m_num_layers(num_layers),
        m_num_blocks(num_blocks),
        m_layer(num_vertices / num_layers),
        m_width(std::max<std::uint64_t>((m_layer / unit + num_blocks - 1) / num_blocks, 1) * unit) {}

  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return m_num_vertices; }
  [[nodiscard]] std::uint64_t num_layers() const noexcept { return m_num_layers; }
  [[nodiscard]] std::uint64_t num_blocks() const noexcept { return m_num_blocks; }
  /// No block has more vertices.
  [[nodiscard]] std::uint64_t most_in_block() const noexcept { return m_num_layers * m_width; }
  /// The last ones may be smaller, or empty.
  [[nodiscard]] layered_range block(std::uint64_t number) const noexcept {
    const std::uint64_t begin = std::min(number * m_width, m_layer);
    return {m_num_layers, m_layer, begin, std::min(begin + m_width, m_layer)};
  }
  [[nodiscard]] std::uint64_t owner(std::uint64_t vertex) const noexcept {
    while (vertex >= m_layer) vertex -= m_layer;
    return vertex / m_width;
  }
  /// A number for each vertex by which those of a block stand together, in the order of their offsets there.
  [[nodiscard]] std::uint64_t number_by_block(std::uint64_t vertex) const noexcept {
    std::uint64_t layer_number = 0;
    for (; vertex >= m_layer; vertex -= m_layer) ++layer_number;
    const std::uint64_t owner = vertex / m_width;
    const std::uint64_t begin = owner * m_width;
    const std::uint64_t width = std::min(m_width, m_layer - begin);
    return owner * most_in_block() + layer_number * width + (vertex - begin);
  }
  /// The vertices around that one that follow each other in the same block.
  [[nodiscard]] index_range run_around(std::uint64_t vertex) const noexcept {
    std::uint64_t in_layer = vertex;
    while (in_layer >= m_layer) in_layer -= m_layer;
    const std::uint64_t begin = in_layer / m_width * m_width;
    const std::uint64_t end = std::min(m_layer, begin + m_width);
    return {vertex - (in_layer - begin), vertex + (end - in_layer)};
  }

 private:
  std::uint64_t m_num_vertices = 0;
  std::uint64_t m_num_layers = 1;
  std::uint64_t m_num_blocks = 1;
  std::uint64_t m_layer = 0;
  std::uint64_t m_width = 1;  ///< of a block in a layer
};

}  // namespace zermelo
