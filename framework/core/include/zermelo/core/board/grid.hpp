// SPDX-License-Identifier: MIT
// Rectangular grids of characters, the boards of many games, with conversion from and to text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo {

/// A cell of a grid, counted from 0,0 at the top left.
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
  /// @param cells  rows * columns characters, row by row
  character_grid(std::uint32_t rows, std::uint32_t columns, std::string cells)
      : m_rows(rows), m_columns(columns), m_cells(std::move(cells)) {}

  /// The maximum number of cells of a grid that is read or generated, at 1 byte per cell. Games with more open cells
  /// cannot be solved.
  static constexpr std::size_t max_size = std::size_t{1} << 26;

  [[nodiscard]] std::uint32_t rows() const noexcept { return m_rows; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return m_columns; }
  /// The number of cells.
  [[nodiscard]] std::size_t size() const noexcept { return m_cells.size(); }
  [[nodiscard]] bool contains(grid_cell at) const noexcept { return at.row < m_rows && at.column < m_columns; }

  /// The number of a cell in row-major order. Precondition: contains(at).
  [[nodiscard]] std::size_t number(grid_cell at) const noexcept { return std::size_t{at.row} * m_columns + at.column; }
  /// The cell with a number in row-major order. Precondition: number < size().
  [[nodiscard]] grid_cell cell(std::size_t number) const noexcept {
    return {static_cast<std::uint32_t>(number / m_columns), static_cast<std::uint32_t>(number % m_columns)};
  }

  // Precondition: contains(at).
  [[nodiscard]] char operator[](grid_cell at) const noexcept { return m_cells[number(at)]; }
  [[nodiscard]] char& operator[](grid_cell at) noexcept { return m_cells[number(at)]; }

  /// The number of cells that contain `wanted`.
  [[nodiscard]] std::size_t count(char wanted) const noexcept;
  /// The cells that contain `wanted`, in row-major order.
  [[nodiscard]] std::vector<grid_cell> find(char wanted) const;

  /// The rows with a separator between them, such as '/' for one line or '\n' for several.
  [[nodiscard]] std::string text(char separator) const;

  friend bool operator==(const character_grid&, const character_grid&) = default;

 private:
  std::uint32_t m_rows = 0;
  std::uint32_t m_columns = 0;
  std::string m_cells;
};

/// Parses a grid whose rows are separated by line ends or '/'. Ignores line ends after the last row, and blanks and
/// '\r' at the ends of rows, unless they are in `allowed`.
/// @param allowed  the characters that cells may contain
/// @param source   the origin of the text, for messages: a file, or a parameter
/// @throws input_error naming the source, the line and the column (counted from 1), for an empty text, a character that
///   is not allowed, rows of different widths, more than character_grid::max_size cells, or a text of more than
///   2 * character_grid::max_size bytes.
[[nodiscard]] character_grid parse_grid(std::string_view text, std::string_view allowed,
                                        std::string_view source = "grid");

/// Formats a cell as games write it in positions: "row,column".
[[nodiscard]] std::string format_cell(grid_cell at);

/// Parses the text of a cell that format_cell returns. @param field  the name of the value, for messages
/// @throws input_error if the text is malformed, or the cell is outside the grid.
[[nodiscard]] grid_cell parse_cell(std::string_view text, const character_grid& grid, std::string_view field);

}  // namespace zermelo
