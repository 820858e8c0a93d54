// SPDX-License-Identifier: MIT
// Rectangular grids of characters, the boards of many games, to and from text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
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
///   among `allowed`, a row of another width than the first.
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

  std::vector<std::string_view> rows;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n/", begin), text.size());
    std::string_view row = text.substr(begin, end - begin);
    if (row.ends_with('\r')) row.remove_suffix(1);
    rows.push_back(row);
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (allowed.find(row[column]) != std::string_view::npos) continue;
      throw input_error(fmt::format("{}: line {}, column {}: {} is not one of '{}'", place, rows.size(), column + 1,
                                    shown(row[column]), allowed));
    }
    if (row.size() != rows.front().size()) {
      throw input_error(fmt::format("{}: line {} has {} cells, the first line has {}", place, rows.size(), row.size(),
                                    rows.front().size()));
    }
    begin = end + 1;
  }
  if (rows.front().empty()) throw input_error(fmt::format("{}: line 1 is empty", place));

  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (rows.size() > most || rows.front().size() > most) {
    throw input_error(fmt::format("{}: more than 2^32 - 1 rows or columns", place));
  }
  character_grid grid(static_cast<std::uint32_t>(rows.size()), static_cast<std::uint32_t>(rows.front().size()), ' ');
  for (std::uint32_t r = 0; r < grid.rows(); ++r) {
    for (std::uint32_t c = 0; c < grid.columns(); ++c) grid[{r, c}] = rows[r][c];
  }
  return grid;
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
