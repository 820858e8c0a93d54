// SPDX-License-Identifier: MIT
// A block of a graph whose vertices are divided into layers: the block has one range of each layer. Models VertexBlock,
// see vertex_block.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>

namespace zermelo {

/// The numbers from 0, split into consecutive ranges, some of which may be empty.
class range_list {
 public:
  /// @param bounds  the beginning of each range, ascending from 0, followed by the end of the last range
  explicit range_list(std::vector<std::uint64_t> bounds) : m_bounds(std::move(bounds)) {}

  [[nodiscard]] std::size_t count() const noexcept { return m_bounds.size() - 1; }
  [[nodiscard]] std::uint64_t begin(std::size_t i) const noexcept { return m_bounds[i]; }
  [[nodiscard]] std::uint64_t end(std::size_t i) const noexcept { return m_bounds[i + 1]; }
  [[nodiscard]] std::uint64_t size(std::size_t i) const noexcept { return end(i) - begin(i); }
  /// The sum of the sizes of all ranges.
  [[nodiscard]] std::uint64_t total() const noexcept { return m_bounds.back(); }
  /// The range that contains a number. Precondition: number < total().
  [[nodiscard]] std::size_t find(std::uint64_t number) const noexcept {
    constexpr std::size_t max_scanned_ranges = 8;  // with more, a binary search is faster
    if (count() > max_scanned_ranges) return find_among_many(number);
    std::size_t i = 0;
    while (number >= m_bounds[i + 1]) ++i;
    return i;
  }

 private:
  [[nodiscard]] std::size_t find_among_many(std::uint64_t number) const noexcept;

  std::vector<std::uint64_t> m_bounds;
};

/// A block with one range of each layer. If, for example, each layer has the positions with one player to move, a block
/// has some of the cat's nodes in each layer.
class layered_range {
  struct part;

 public:
  static constexpr bool is_whole = false;

  /// A cursor (see VertexBlock) that tries the layer of its last result first.
  class layer_cursor {
   public:
    explicit layer_cursor(const layered_range& block) : m_block(block) {}
    [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) noexcept {
      if (offset - m_from->offset >= m_from->size) m_from = &m_block.m_parts[m_block.m_offsets.find(offset)];
      return m_from->first + (offset - m_from->offset);
    }
    [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) noexcept {
      const std::uint64_t in_part = vertex - m_to->first;  // wraps around for a vertex before the part
      if (in_part < m_to->size) [[likely]]
        return m_to->offset + in_part;
      if (vertex - m_to->layer_begin < m_to->layer_end - m_to->layer_begin) return not_owned;
      m_to = &m_block.part_of(vertex);
      return m_to->offset_of(vertex);
    }

   private:
    const layered_range& m_block;
    const part* m_from = m_block.m_parts.data();  ///< the part of the last result of vertex_at
    const part* m_to = m_from;                    ///< the part of the last vertex of offset_of
  };
  [[nodiscard]] layer_cursor cursor() const noexcept { return layer_cursor(*this); }

  /// In each layer l, the block has the `offsets.size(l)` vertices from `firsts[l]`.
  /// Preconditions: these vertices are in the layer; firsts and offsets have one element per layer.
  layered_range(const range_list& layers, const std::vector<std::uint64_t>& firsts, range_list offsets);
  [[nodiscard]] std::uint64_t size() const noexcept { return m_offsets.total(); }
  [[nodiscard]] bool owns(std::uint64_t vertex) const noexcept { return offset_of(vertex) != not_owned; }
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return part_of(vertex).offset_of(vertex);
  }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept {
    const part& owner = m_parts[m_offsets.find(offset)];
    return owner.first + (offset - owner.offset);
  }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept {
    return m_offsets.end(m_offsets.find(offset)) - offset;
  }
  /// The vertices of the block in the order of their offsets, without empty ranges.
  [[nodiscard]] std::vector<index_range> ranges() const;

 private:
  /// A layer and the block's range of it, adjacent in memory, since every move needs all of it.
  struct part {
    std::uint64_t layer_begin;
    std::uint64_t layer_end;
    std::uint64_t first;   ///< first vertex of the range
    std::uint64_t size;    ///< number of vertices in the range
    std::uint64_t offset;  ///< offset of the first vertex in the block

    [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
      return vertex - first < size ? offset + (vertex - first) : not_owned;  // wraps around
    }
  };
  [[nodiscard]] const part& part_of(std::uint64_t vertex) const noexcept {
    constexpr std::size_t max_scanned_parts = 8;  // with more, a binary search is faster
    const part* at = m_parts.data();
    if (m_parts.size() > max_scanned_parts) return part_among_many(vertex);
    while (vertex >= at->layer_end) ++at;
    return *at;
  }
  [[nodiscard]] const part& part_among_many(std::uint64_t vertex) const noexcept;

  std::vector<part> m_parts;  ///< [layer]
  range_list m_offsets;
};
static_assert(VertexBlock<layered_range>);

}  // namespace zermelo
