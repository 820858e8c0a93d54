// SPDX-License-Identifier: MIT
// How a table's box of positions is cut into chunks. Every chunk is a run of consecutive positions.
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

/// A box cut along one axis: a chunk has the whole extent of every axis behind it and one place of every axis
/// before it, so that chunks, like positions, lie in row-major order.
class chunk_layout {
 public:
  /// Chunks of new tables have this many elements at most, and a quarter of it at least (where the box has).
  static constexpr hsize_t max_elements = 65536;
  /// Chunks of tables from elsewhere may have this many: bounds what one probe reads.
  static constexpr hsize_t max_elements_read = hsize_t{1} << 20;

  /// The layout of a new table. Precondition: every extent is at least 1.
  [[nodiscard]] static chunk_layout choose(const std::vector<hsize_t>& box) {
    std::size_t cut = box.size() - 1;
    hsize_t behind = 1;  // elements behind the cut
    while (cut > 0 && box[cut] <= max_elements / behind) behind *= box[cut--];
    std::vector<hsize_t> chunk(box.size(), 1);
    std::copy(box.begin() + static_cast<std::ptrdiff_t>(cut) + 1, box.end(),
              chunk.begin() + static_cast<std::ptrdiff_t>(cut) + 1);
    // As few slices of the cut axis as there can be, all of nearly the same thickness.
    const hsize_t thickest = max_elements / behind;
    const hsize_t slices = divide_up(box[cut], thickest);
    chunk[cut] = divide_up(box[cut], slices);
    return {box, chunk};
  }

  /// The layout of a stored table; nothing if its chunks are no runs of positions, or too large.
  /// Precondition: every extent is at least 1, as many of the one as of the other.
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
  [[nodiscard]] hsize_t chunk_elements() const noexcept { return m_chunk[m_cut] * m_behind; }
  [[nodiscard]] std::uint64_t num_elements() const noexcept { return m_rows * row_elements(); }
  [[nodiscard]] std::uint64_t num_chunks() const noexcept { return m_rows * m_slices; }
  [[nodiscard]] std::uint64_t chunk_of(position p) const noexcept {
    return p / row_elements() * m_slices + p % row_elements() / chunk_elements();
  }
  [[nodiscard]] position first_position(std::uint64_t chunk) const noexcept {
    return chunk / m_slices * row_elements() + chunk % m_slices * chunk_elements();
  }
  /// The positions of a chunk: fewer than `chunk_elements()` in the last slice.
  [[nodiscard]] std::size_t num_positions(std::uint64_t chunk) const noexcept { return thickness(chunk) * m_behind; }

  /// Where a chunk begins in the box, and how far it extends.
  [[nodiscard]] std::vector<hsize_t> offset(std::uint64_t chunk) const {
    std::vector<hsize_t> place(m_box.size(), 0);
    place[m_cut] = chunk % m_slices * m_chunk[m_cut];
    std::uint64_t row = chunk / m_slices;
    for (std::size_t a = m_cut; a-- > 0; row /= m_box[a]) place[a] = row % m_box[a];
    return place;
  }
  [[nodiscard]] std::vector<hsize_t> extent(std::uint64_t chunk) const {
    std::vector<hsize_t> sizes = m_chunk;
    sizes[m_cut] = thickness(chunk);
    return sizes;
  }

  friend bool operator==(const chunk_layout&, const chunk_layout&) = default;

 private:
  chunk_layout(const std::vector<hsize_t>& box, const std::vector<hsize_t>& chunk)
      : m_box(box), m_chunk(chunk), m_cut(cut_axis(chunk)) {
    const auto cut = box.begin() + static_cast<std::ptrdiff_t>(m_cut);
    m_rows = std::accumulate(box.begin(), cut, std::uint64_t{1}, std::multiplies<>());
    m_behind = std::accumulate(cut + 1, box.end(), std::uint64_t{1}, std::multiplies<>());
    m_slices = divide_up(*cut, chunk[m_cut]);
  }

  /// The first axis of which a chunk has more than one place, or the last.
  [[nodiscard]] static std::size_t cut_axis(const std::vector<hsize_t>& chunk) noexcept {
    std::size_t cut = 0;
    while (cut + 1 < chunk.size() && chunk[cut] == 1) ++cut;
    return cut;
  }

  [[nodiscard]] static hsize_t divide_up(hsize_t a, hsize_t b) noexcept { return (a + b - 1) / b; }
  [[nodiscard]] std::uint64_t row_elements() const noexcept { return m_box[m_cut] * m_behind; }
  [[nodiscard]] hsize_t thickness(std::uint64_t chunk) const noexcept {
    return std::min(m_chunk[m_cut], m_box[m_cut] - chunk % m_slices * m_chunk[m_cut]);
  }

  std::vector<hsize_t> m_box;
  std::vector<hsize_t> m_chunk;
  std::size_t m_cut;           ///< the axis along which the box is cut
  std::uint64_t m_rows = 1;    ///< places of the axes before the cut
  std::uint64_t m_behind = 1;  ///< elements behind the cut
  std::uint64_t m_slices = 1;  ///< slices of the cut axis
};

}  // namespace zermelo::storage
