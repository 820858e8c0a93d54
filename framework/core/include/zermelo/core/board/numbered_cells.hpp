// SPDX-License-Identifier: MIT
// The open cells of a grid as the nodes of a board. The memory is proportional to the number of open cells and of rows,
// not to the size of the grid, since a maze is mostly walls.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/grid.hpp>

namespace zermelo {

/// A step to a neighbouring cell. Steps are added modulo 2^32, so a step of -1 from row or column 0 leads outside the
/// grid.
struct grid_step {
  std::uint32_t down;
  std::uint32_t right;
};
/// Up, down, left and right.
inline constexpr std::array<grid_step, 4> grid_steps{
    {{std::numeric_limits<std::uint32_t>::max(), 0}, {1, 0}, {0, std::numeric_limits<std::uint32_t>::max()}, {0, 1}}};

/// The cells of a grid that contain one character, numbered from 0 in row-major order. A regular value. Memory: 8 bytes
/// per cell and 4 bytes per row.
class numbered_cells {
 public:
  using number = std::uint32_t;

  numbered_cells() = default;
  /// Precondition: fewer than 2^32 cells contain `wanted`.
  numbered_cells(const character_grid& grid, char wanted);

  /// The memory of `cells` cells in `rows` rows, in bytes.
  [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t cells, std::uint64_t rows) noexcept {
    return cells * sizeof(grid_cell) + (rows + 1) * sizeof(number);
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_cells.size(); }
  /// All cells, indexed by number.
  [[nodiscard]] const std::vector<grid_cell>& all() const noexcept { return m_cells; }
  /// Precondition: n < size().
  [[nodiscard]] grid_cell operator[](number n) const noexcept { return m_cells[n]; }

  /// The number of a cell; nothing if the cell contains another character or is outside the grid. Time: logarithmic in
  /// the number of cells of the row.
  [[nodiscard]] std::optional<number> find(grid_cell at) const noexcept;

  friend bool operator==(const numbered_cells&, const numbered_cells&) = default;

 private:
  std::vector<grid_cell> m_cells;
  std::vector<number> m_starts;  ///< [row]: the number of its first cell; followed by the number of cells
};

/// The moves of a walker that steps from cell to cell in the four directions.
/// @throws resource_error for more than adjacency_lists::max_edges edges.
[[nodiscard]] adjacency_lists steps_between(const numbered_cells& cells);

}  // namespace zermelo
