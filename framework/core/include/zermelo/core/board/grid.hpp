// SPDX-License-Identifier: MIT
// Rectangular grids of characters, the boards of many games, to and from text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

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
  [[nodiscard]] std::size_t count(char wanted) const noexcept {
    return static_cast<std::size_t>(std::count(m_cells.begin(), m_cells.end(), wanted));
  }
  /// The cells that hold `wanted`, in row-major order.
  [[nodiscard]] std::vector<grid_cell> find(char wanted) const {
    std::vector<grid_cell> found;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
      if (m_cells[i] == wanted) found.push_back(cell(i));
    }
    return found;
  }

  /// The rows with a separator between them, such as '/' for one line or '\n' for several.
  [[nodiscard]] std::string text(char separator) const {
    std::string joined;
    for (std::size_t row = 0; row < m_rows; ++row) {
      if (row > 0) joined += separator;
      joined.append(m_cells, row * m_columns, m_columns);
    }
    return joined;
  }

  friend bool operator==(const character_grid&, const character_grid&) = default;

 private:
  std::uint32_t m_rows = 0;
  std::uint32_t m_columns = 0;
  std::string m_cells;
};

/// Reads a grid whose rows are separated by line ends or '/'. Line ends behind the last row, and '\r' before a
/// line end, are ignored. `place` says where the text comes from, for messages: a file, or a parameter.
/// @throws input_error naming the place, the line and the column (from 1): an empty text, a character that is not
///   among `allowed`, a row of another width than the first, more than character_grid::max_size cells.
[[nodiscard]] inline character_grid parse_grid(std::string_view text, std::string_view allowed,
                                               std::string_view place = "grid") {
  const auto shown = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    constexpr unsigned char first_printable = ' ';
    constexpr unsigned char last_printable = '~';
    const bool printable = code >= first_printable && code <= last_printable;
    return printable ? fmt::format("'{}'", c) : fmt::format("the byte 0x{:02x}", code);
  };
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.empty()) throw input_error(fmt::format("{}: the grid is empty", place));

  if (text.size() > 2 * character_grid::max_size) {  // beside every cell there may be a line end
    throw input_error(fmt::format("{}: the grid has more than {} cells", place, character_grid::max_size));
  }

  std::string cells;
  std::size_t rows = 0;
  std::size_t columns = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n/", begin), text.size());
    std::string_view row = text.substr(begin, end - begin);
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (rows++ == 0) columns = row.size();
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (allowed.find(row[column]) != std::string_view::npos) continue;
      throw input_error(fmt::format("{}: line {}, column {}: {} is not one of '{}'", place, rows, column + 1,
                                    shown(row[column]), allowed));
    }
    if (row.size() != columns) {
      throw input_error(
          fmt::format("{}: line {} has {} cells, the first line has {}", place, rows, row.size(), columns));
    }
    cells += row;
    begin = end + 1;
  }
  if (columns == 0) throw input_error(fmt::format("{}: line 1 is empty", place));
  if (cells.size() > character_grid::max_size) {
    throw input_error(
        fmt::format("{}: a grid of {} x {} has more than {} cells", place, rows, columns, character_grid::max_size));
  }
  return {static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns), std::move(cells)};
}

/// A cell as games write it in positions: "row,column".
[[nodiscard]] inline std::string format_cell(grid_cell at) { return fmt::format("{},{}", at.row, at.column); }

/// Reads a cell of a position; `field` names it in messages.
/// @throws input_error if it is malformed or outside the grid.
[[nodiscard]] inline grid_cell parse_cell(std::string_view text, const character_grid& grid, std::string_view field) {
  grid_cell at;
  const char* const end = text.data() + text.size();
  const auto row = std::from_chars(text.data(), end, at.row);
  if (row.ec == std::errc{} && row.ptr != end && *row.ptr == ',') {
    const auto column = std::from_chars(row.ptr + 1, end, at.column);
    if (column.ec == std::errc{} && column.ptr == end && grid.contains(at)) return at;
  }
  throw input_error(fmt::format("position: {}={} is not a cell row,column from 0,0 to {}", field, text,
                                format_cell({grid.rows() - 1, grid.columns() - 1})));
}

}  // namespace zermelo
