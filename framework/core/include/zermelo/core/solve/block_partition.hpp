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
  /// Layers are stepped through one by one.
  static constexpr std::uint64_t most_layers = 4;

  block_partition() = default;
  /// Preconditions: num_layers divides num_vertices, and is at most `most_layers`; there is a block.
  block_partition(std::uint64_t num_vertices, std::uint64_t num_layers, std::uint64_t num_blocks)
      : m_num_vertices(num_vertices),
        m_num_layers(num_layers),
        m_num_blocks(num_blocks),
        m_layers(num_vertices / num_layers),
        m_width(std::max<std::uint64_t>((m_layers.size() + num_blocks - 1) / num_blocks, 1)) {}

  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return m_num_vertices; }
  [[nodiscard]] std::uint64_t num_layers() const noexcept { return m_num_layers; }
  [[nodiscard]] std::uint64_t num_blocks() const noexcept { return m_num_blocks; }
  /// No block has more vertices.
  [[nodiscard]] std::uint64_t most_in_block() const noexcept { return m_num_layers * m_width; }
  /// The last ones may be smaller, or empty.
  [[nodiscard]] layered_range block(std::uint64_t number) const noexcept {
    const std::uint64_t begin = std::min(number * m_width, m_layers.size());
    return {m_num_layers, m_layers.size(), begin, std::min(begin + m_width, m_layers.size())};
  }
  [[nodiscard]] std::uint64_t owner(std::uint64_t vertex) const noexcept { return m_layers.place_of(vertex) / m_width; }
  /// A number for each vertex by which those of a block stand together, in the order of their offsets there.
  [[nodiscard]] std::uint64_t number_by_block(std::uint64_t vertex) const noexcept {
    const auto [layer, place] = m_layers.locate(vertex);
    const std::uint64_t owner = place / m_width;
    const std::uint64_t begin = owner * m_width;
    const std::uint64_t width = std::min(m_width, m_layers.size() - begin);
    return owner * most_in_block() + layer * width + (place - begin);
  }
  /// The vertices around that one that follow each other in the same block.
  [[nodiscard]] index_range run_around(std::uint64_t vertex) const noexcept {
    const std::uint64_t place = m_layers.place_of(vertex);
    const std::uint64_t begin = place / m_width * m_width;
    const std::uint64_t end = std::min(m_layers.size(), begin + m_width);
    return {vertex - (place - begin), vertex + (end - place)};
  }

 private:
  std::uint64_t m_num_vertices = 0;
  std::uint64_t m_num_layers = 1;
  std::uint64_t m_num_blocks = 1;
  equal_layers m_layers{0};
  std::uint64_t m_width = 1;  ///< of a block in a layer
};

}  // namespace zermelo
