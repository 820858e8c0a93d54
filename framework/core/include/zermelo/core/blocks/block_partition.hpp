// SPDX-License-Identifier: MIT
// A graph split into blocks of about equal size. Each block owns the same share of every layer, see layered_range.hpp;
// a vertex has an offset in the block that owns it, see vertex_block.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/blocks/layered_range.hpp>

namespace zermelo {

class block_partition {
 public:
  /// The maximum number of layers; with more, finding the layer of a vertex takes too long.
  static constexpr std::uint64_t max_layers = 1024;

  /// One block without vertices.
  block_partition();
  /// @param num_blocks  at least 1
  /// @param unit  blocks begin at multiples of `unit` vertices in each layer; divides the size of every layer
  block_partition(range_list layers, std::uint64_t num_blocks, std::uint64_t unit = 1);
  /// Divides the vertices into layers of equal size. Precondition: num_layers divides num_vertices.
  block_partition(std::uint64_t num_vertices, std::uint64_t num_layers, std::uint64_t num_blocks,
                  std::uint64_t unit = 1);

  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return m_layers.total(); }
  [[nodiscard]] std::uint64_t num_layers() const noexcept { return m_layers.count(); }
  [[nodiscard]] std::uint64_t num_blocks() const noexcept { return m_offsets.size(); }
  /// The number of vertices of the largest block.
  [[nodiscard]] std::uint64_t max_block_size() const noexcept { return m_offsets.front().total(); }
  /// The block with a number from 0 to num_blocks() - 1. The last blocks may be smaller than others, or empty.
  [[nodiscard]] layered_range block(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t owner(std::uint64_t vertex) const noexcept { return locate(vertex).owner; }
  /// The offset of a vertex in the block that owns it.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return offset_at(locate(vertex), vertex);
  }
  /// The number of a vertex, ordered by block and then by offset, as if all blocks had max_block_size() vertices.
  [[nodiscard]] std::uint64_t number_by_block(std::uint64_t vertex) const noexcept {
    const location at = locate(vertex);
    return at.owner * max_block_size() + offset_at(at, vertex);
  }
  /// The run of consecutive vertices around `vertex` that its block owns.
  [[nodiscard]] index_range run_around(std::uint64_t vertex) const noexcept {
    const location at = locate(vertex);
    return {first_in(at.layer, at.owner), first_in(at.layer, at.owner + 1)};
  }
  /// The run of consecutive vertices around `vertex` in its layer that `block` does not own.
  /// Precondition: `block` does not own the vertex.
  [[nodiscard]] index_range outside_around(std::uint64_t vertex, std::uint64_t block) const noexcept {
    const std::size_t layer = m_layers.find(vertex);
    const std::uint64_t first = first_in(layer, block);
    return vertex < first ? index_range{m_layers.begin(layer), first}
                          : index_range{first_in(layer, block + 1), m_layers.end(layer)};
  }

 private:
  struct location {
    std::size_t layer;
    std::uint64_t owner;
  };
  [[nodiscard]] location locate(std::uint64_t vertex) const noexcept {
    const std::size_t layer = m_layers.find(vertex);
    return {layer, (vertex - m_layers.begin(layer)) / m_widths[layer]};
  }
  [[nodiscard]] std::uint64_t offset_at(const location& at, std::uint64_t vertex) const noexcept {
    return m_offsets[at.owner].begin(at.layer) + (vertex - first_in(at.layer, at.owner));
  }
  /// The first vertex of a block in a layer.
  [[nodiscard]] std::uint64_t first_in(std::size_t layer, std::uint64_t block) const noexcept {
    const std::uint64_t first = m_layers.begin(layer) + block * m_widths[layer];
    return first < m_layers.end(layer) ? first : m_layers.end(layer);
  }

  range_list m_layers;
  std::vector<std::uint64_t> m_widths;  ///< [layer]: the number of vertices that each block owns there, except for the
                                        ///< last blocks
  std::vector<range_list> m_offsets;    ///< [block]: the offsets of its vertices, one range per layer
};

}  // namespace zermelo
