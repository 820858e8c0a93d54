// SPDX-License-Identifier: MIT
// Divides the box of a table's positions into chunks. Every chunk is a run of consecutive positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include <hdf5.h>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::storage {

/// A box that is divided along one axis, the cut axis. A chunk contains all indices of the axes after the cut axis, and
/// one index of each axis before it. So chunks are in row-major order, like positions.
class chunk_layout {
 public:
  /// The maximum number of elements in a chunk of a new table.
  static constexpr hsize_t max_elements = 65536;
  /// The maximum number of elements in a chunk of a table that is read. Limits the cost of a probe.
  static constexpr hsize_t max_elements_read = hsize_t{1} << 20;

  /// Returns the layout of a new table. Precondition: every extent is at least 1.
  [[nodiscard]] static chunk_layout choose(const std::vector<hsize_t>& box) {
    std::size_t cut = box.size() - 1;
    hsize_t slice = 1;  // elements with one index of the cut axis
    while (cut > 0 && box[cut] <= max_elements / slice) slice *= box[cut--];
    std::vector<hsize_t> chunk(box.size(), 1);
    std::copy(box.begin() + static_cast<std::ptrdiff_t>(cut) + 1, box.end(),
              chunk.begin() + static_cast<std::ptrdiff_t>(cut) + 1);
    // Uses as few chunks as possible, all of equal size except the last.
    const hsize_t num_pieces = divide_up(box[cut], max_elements / slice);
    chunk[cut] = divide_up(box[cut], num_pieces);
    return {box, chunk};
  }

  /// Returns the layout of a stored table, or nothing if its chunks are not runs of positions, or too large.
  /// Preconditions: every extent of the box is at least 1, and box and chunk have the same number of dimensions.
  [[nodiscard]] static std::optional<chunk_layout> of_stored(const std::vector<hsize_t>& box,
                                                             const std::vector<hsize_t>& chunk) {
    const std::size_t cut = cut_axis(chunk);
    if (!std::equal(box.begin() + static_cast<std::ptrdiff_t>(cut) + 1, box.end(),
                    chunk.begin() + static_cast<std::ptrdiff_t>(cut) + 1)) {
      return std::nullopt;
    }
    hsize_t elements = 1;
    for (const hsize_t extent : chunk) {
      if (extent == 0 || extent > max_elements_read / elements) return std::nullopt;
      elements *= extent;
    }
    return chunk_layout(box, chunk);
  }

  [[nodiscard]] const std::vector<hsize_t>& box() const noexcept { return m_box; }
  [[nodiscard]] const std::vector<hsize_t>& chunk_shape() const noexcept { return m_chunk; }
  [[nodiscard]] hsize_t chunk_elements() const noexcept { return m_chunk[m_cut] * m_slice_elements; }
  [[nodiscard]] std::uint64_t num_elements() const noexcept { return m_rows * row_elements(); }
  [[nodiscard]] std::uint64_t num_chunks() const noexcept { return m_rows * m_chunks_per_row; }
  [[nodiscard]] std::uint64_t chunk_of(position p) const noexcept {
    return p / row_elements() * m_chunks_per_row + p % row_elements() / chunk_elements();
  }
  [[nodiscard]] position first_position(std::uint64_t chunk) const noexcept {
    return chunk / m_chunks_per_row * row_elements() + chunk % m_chunks_per_row * chunk_elements();
  }
  /// Returns the number of positions in a chunk: `chunk_elements()`, but possibly fewer in the last chunk of a row.
  [[nodiscard]] std::size_t num_positions(std::uint64_t chunk) const noexcept {
    return thickness(chunk) * m_slice_elements;
  }

  /// Returns the indices of a chunk's first element in the box.
  [[nodiscard]] std::vector<hsize_t> offset(std::uint64_t chunk) const {
    std::vector<hsize_t> corner(m_box.size(), 0);
    corner[m_cut] = chunk % m_chunks_per_row * m_chunk[m_cut];
    std::uint64_t row = chunk / m_chunks_per_row;
    for (std::size_t a = m_cut; a-- > 0; row /= m_box[a]) corner[a] = row % m_box[a];
    return corner;
  }

  friend bool operator==(const chunk_layout&, const chunk_layout&) = default;

 private:
  chunk_layout(const std::vector<hsize_t>& box, const std::vector<hsize_t>& chunk)
      : m_box(box), m_chunk(chunk), m_cut(cut_axis(chunk)) {
    const auto cut = box.begin() + static_cast<std::ptrdiff_t>(m_cut);
    m_rows = std::accumulate(box.begin(), cut, std::uint64_t{1}, std::multiplies<>());
    m_slice_elements = std::accumulate(cut + 1, box.end(), std::uint64_t{1}, std::multiplies<>());
    m_chunks_per_row = divide_up(*cut, chunk[m_cut]);
  }

  /// Returns the first axis along which a chunk has more than one index, or the last axis if there is none.
  [[nodiscard]] static std::size_t cut_axis(const std::vector<hsize_t>& chunk) noexcept {
    std::size_t cut = 0;
    while (cut + 1 < chunk.size() && chunk[cut] == 1) ++cut;
    return cut;
  }

  [[nodiscard]] static hsize_t divide_up(hsize_t a, hsize_t b) noexcept { return (a + b - 1) / b; }
  [[nodiscard]] std::uint64_t row_elements() const noexcept { return m_box[m_cut] * m_slice_elements; }
  /// Returns the number of indices of the cut axis in a chunk.
  [[nodiscard]] hsize_t thickness(std::uint64_t chunk) const noexcept {
    return std::min(m_chunk[m_cut], m_box[m_cut] - chunk % m_chunks_per_row * m_chunk[m_cut]);
  }

  std::vector<hsize_t> m_box;
  std::vector<hsize_t> m_chunk;
  std::size_t m_cut;                   ///< the axis along which the box is cut
  std::uint64_t m_rows = 1;            ///< combinations of indices of the axes before the cut axis
  std::uint64_t m_slice_elements = 1;  ///< elements with one index of the cut axis, in a row
  std::uint64_t m_chunks_per_row = 1;
};

}  // namespace zermelo::storage
