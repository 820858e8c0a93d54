// SPDX-License-Identifier: MIT
#include <zermelo/core/board/grid.hpp>

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

std::size_t character_grid::count(char wanted) const noexcept {
  return static_cast<std::size_t>(std::count(m_cells.begin(), m_cells.end(), wanted));
}

std::vector<grid_cell> character_grid::find(char wanted) const {
  std::vector<grid_cell> cells;
  for (std::size_t i = 0; i < m_cells.size(); ++i) {
    if (m_cells[i] == wanted) cells.push_back(cell(i));
  }
  return cells;
}

std::string character_grid::text(char separator) const {
  std::string joined;
  for (std::size_t row = 0; row < m_rows; ++row) {
    if (row > 0) joined += separator;
    joined.append(m_cells, row * m_columns, m_columns);
  }
  return joined;
}

character_grid parse_grid(std::string_view text, std::string_view allowed, std::string_view source) {
  const auto describe_character = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    constexpr unsigned char first_printable = ' ';
    constexpr unsigned char last_printable = '~';
    const bool is_printable = code >= first_printable && code <= last_printable;
    return is_printable ? fmt::format("'{}'", c) : fmt::format("the byte 0x{:02x}", code);
  };
  const auto trim_end = [&allowed](std::string_view& line, std::string_view blanks) {
    while (!line.empty() && blanks.find(line.back()) != std::string_view::npos &&
           allowed.find(line.back()) == std::string_view::npos) {
      line.remove_suffix(1);
    }
  };
  trim_end(text, "\n\r \t");
  if (text.empty()) throw input_error(fmt::format("{}: the grid is empty", source));

  // In a grid of one column, every cell is followed by a line end. Longer texts are rejected without parsing them.
  constexpr std::size_t max_text_bytes = 2 * character_grid::max_size;
  if (text.size() > max_text_bytes) {
    throw input_error(fmt::format("{}: expected a grid of at most {} cells", source, character_grid::max_size));
  }

  std::string cells;
  std::size_t rows = 0;
  std::size_t columns = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n/", begin), text.size());
    std::string_view row = text.substr(begin, end - begin);
    trim_end(row, "\r \t");
    if (rows++ == 0) columns = row.size();
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (allowed.find(row[column]) != std::string_view::npos) continue;
      throw input_error(fmt::format("{}: line {}, column {}: {} is not one of '{}'", source, rows, column + 1,
                                    describe_character(row[column]), allowed));
    }
    if (row.size() != columns) {
      throw input_error(fmt::format("{}: line {} has {} cells, but line 1 has {}", source, rows, row.size(), columns));
    }
    cells += row;
    begin = end + 1;
  }
  if (columns == 0) throw input_error(fmt::format("{}: line 1: expected a row of the grid, got an empty line", source));
  if (cells.size() > character_grid::max_size) {
    throw input_error(
        fmt::format("{}: {} x {} cells; at most {} are supported", source, rows, columns, character_grid::max_size));
  }
  return {static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns), std::move(cells)};
}

std::string format_cell(grid_cell at) { return fmt::format("{},{}", at.row, at.column); }

grid_cell parse_cell(std::string_view text, const character_grid& grid, std::string_view field) {
  grid_cell at;
  const char* const end = text.data() + text.size();
  const auto row = std::from_chars(text.data(), end, at.row);
  if (row.ec == std::errc{} && row.ptr != end && *row.ptr == ',') {
    const auto column = std::from_chars(row.ptr + 1, end, at.column);
    if (column.ec == std::errc{} && column.ptr == end && grid.contains(at)) return at;
  }
  throw input_error(fmt::format("position: {0}: expected a cell row,column from 0,0 to {2}, got '{1}'", field, text,
                                format_cell({grid.rows() - 1, grid.columns() - 1})));
}

}  // namespace zermelo
