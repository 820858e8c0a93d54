// SPDX-License-Identifier: MIT
// Rectangular grids of characters, the boards of many games, to and from text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo {

/// A place on a grid, from 0,0 at the top left.
struct grid_cell {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  friend bool operator==(const grid_cell&, const grid_cell&) = default;
};

/// One character per cell. A regular value.
class character_grid {
 public:
  character_grid() = default;
  character_grid(std::uint32_t rows, std::uint32_t columns, char fill)
      : m_rows(rows), m_columns(columns), m_cells(std::size_t{rows} * columns, fill) {}
  /// From all cells, row by row. Precondition: there are rows * columns.
  character_grid(std::uint32_t rows, std::uint32_t columns, std::string cells)
      : m_rows(rows), m_columns(columns), m_cells(std::move(cells)) {}

  /// More cells than this, a byte each, are a mistake: what can be solved is far smaller, but for walls.
  static constexpr std::size_t max_size = std::size_t{1} << 26;

  [[nodiscard]] std::uint32_t rows() const noexcept { return m_rows; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return m_columns; }
  /// The number of cells.
  [[nodiscard]] std::size_t size() const noexcept { return m_cells.size(); }
  [[nodiscard]] bool contains(grid_cell at) const noexcept { return at.row < m_rows && at.column < m_columns; }

  /// A cell's number in row-major order, and back. Precondition: inside the grid.
  [[nodiscard]] std::size_t number(grid_cell at) const noexcept { return std::size_t{at.row} * m_columns + at.column; }
  [[nodiscard]] grid_cell cell(std::size_t number) const noexcept {
    return {static_cast<std::uint32_t>(number / m_columns), static_cast<std::uint32_t>(number % m_columns)};
  }

  // Precondition: inside the grid.
  [[nodiscard]] char operator[](grid_cell at) const noexcept { return m_cells[number(at)]; }
  [[nodiscard]] char& operator[](grid_cell at) noexcept { return m_cells[number(at)]; }

  /// How many cells hold `wanted`.
  [[nodiscard]] std::size_t count(char wanted) const noexcept;
  /// The cells that hold `wanted`, in row-major order.
  [[nodiscard]] std::vector<grid_cell> find(char wanted) const;

  /// The rows with a separator between them, such as '/' for one line or '\n' for several.
  [[nodiscard]] std::string text(char separator) const;

  friend bool operator==(const character_grid&, const character_grid&) = default;

 private:
  std::uint32_t m_rows = 0;
  std::uint32_t m_columns = 0;
  std::string m_cells;
};

/// Reads a grid whose rows are separated by line ends or '/'. Line ends behind the last row are ignored, and blanks and
/// '\r' at the ends of rows, but for those that are `allowed`. `source` says where the text comes from, for messages: a
/// file, or a parameter.
/// @throws input_error naming the source, the line and the column (from 1): an empty text, a character that is not
///   among `allowed`, a row of another width than the first, more than character_grid::max_size cells.
[[nodiscard]] character_grid parse_grid(std::string_view text, std::string_view allowed,
                                        std::string_view source = "grid");

/// A cell as games write it in positions: "row,column".
[[nodiscard]] std::string format_cell(grid_cell at);

/// Reads a cell of a position; `field` names it in messages.
/// @throws input_error if it is malformed or outside the grid.
[[nodiscard]] grid_cell parse_cell(std::string_view text, const character_grid& grid, std::string_view field);

}  // namespace zermelo
