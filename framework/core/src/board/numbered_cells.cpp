// SPDX-License-Identifier: MIT
#include <zermelo/core/board/numbered_cells.hpp>

#include <algorithm>

namespace zermelo {

numbered_cells::numbered_cells(const character_grid& grid, char wanted)
    : m_cells(grid.find(wanted)), m_starts(grid.rows() + std::size_t{1}) {
  for (const grid_cell& at : m_cells) ++m_starts[at.row + std::size_t{1}];
  for (std::size_t row = 1; row < m_starts.size(); ++row) m_starts[row] += m_starts[row - 1];
}

std::optional<numbered_cells::number> numbered_cells::find(grid_cell at) const noexcept {
  if (at.row + std::size_t{1} >= m_starts.size()) return std::nullopt;
  const auto begin = m_cells.begin() + m_starts[at.row];
  const auto end = m_cells.begin() + m_starts[at.row + std::size_t{1}];
  const auto found = std::lower_bound(begin, end, at.column,
                                      [](const grid_cell& cell, std::uint32_t column) { return cell.column < column; });
  if (found == end || found->column != at.column) return std::nullopt;
  return static_cast<number>(found - m_cells.begin());
}

adjacency_lists steps_between(const numbered_cells& cells) {
  adjacency_lists steps;
  for (const grid_cell& from : cells.all()) {
    steps.add_node();
    for (const auto& [down, right] : grid_steps) {
      if (const auto to = cells.find({from.row + down, from.column + right})) steps.add_neighbour(*to);
    }
  }
  return steps;
}

}  // namespace zermelo
