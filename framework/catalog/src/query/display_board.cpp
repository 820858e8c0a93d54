// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/display_board.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game_hooks.hpp>

namespace zermelo {
namespace {

using row_and_column = std::pair<std::int64_t, std::int64_t>;

/// Returns the cells of an axis whose indices have a row and a column, or an empty list for any other axis.
std::vector<row_and_column> cells_of(const axis& of) {
  const auto values_of = [&of](std::string_view name) -> const std::vector<std::int64_t>* {
    for (const axis_coordinate& coordinate : of.coordinates) {
      if (coordinate.name == name) return &coordinate.values;
    }
    return nullptr;
  };
  const auto* const rows = values_of("row");
  const auto* const columns = values_of("column");
  std::vector<row_and_column> cells;
  if (rows == nullptr || columns == nullptr) return cells;
  for (std::size_t i = 0; i < rows->size(); ++i) cells.emplace_back((*rows)[i], (*columns)[i]);
  return cells;
}

/// Returns the pieces for sets of walkers that share a cell. The index of a piece is the set, as bits, minus one.
std::vector<board_piece> pieces_of(const std::vector<std::string>& walkers, const std::array<std::string, 2>& players) {
  std::vector<board_piece> pieces;
  for (std::size_t on_cell = 1; on_cell < std::size_t{1} << walkers.size(); ++on_cell) {
    board_piece piece;
    std::size_t last = 0;
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      if ((on_cell >> i & 1) == 0) continue;
      piece.name += (piece.name.empty() ? "" : " and ") + walkers[i];
      piece.symbol += walkers[i].substr(0, 1);
      last = i;
    }
    const auto owner = std::find(players.begin(), players.end(), walkers[last]);
    if (on_cell == std::size_t{1} << last && owner != players.end()) {
      piece.owner = owner == players.begin() ? player::first : player::second;
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace

std::vector<changed_cell> changed_cells(const placed_pieces& from, const placed_pieces& to) {
  // On a large board most cells are unchanged, so blocks of cells are compared as bytes.
  constexpr std::size_t cells_per_step = 64;
  const std::span<const std::int16_t> before(from.at), after(to.at);
  std::vector<changed_cell> changes;
  for (std::size_t first = 0; first < after.size(); first += cells_per_step) {
    const std::size_t last = std::min(first + cells_per_step, after.size());
    if (std::ranges::equal(before.subspan(first, last - first), after.subspan(first, last - first))) continue;
    for (std::size_t cell = first; cell < last; ++cell) {
      if (before[cell] != after[cell]) changes.push_back({static_cast<std::uint32_t>(cell), after[cell]});
    }
  }
  return changes;
}

std::vector<changed_cell> pieces_on(const placed_pieces& board) {
  return changed_cells(placed_pieces(board.at.size()), board);
}

display_board::display_board(const any_game& game) : m_game(&game) {
  if (game.hooks().has().board) {
    m_shape = game.hooks().board_shape();
  } else if (game.hooks().has().axes && game.part() == nullptr) {
    make_of_axes();
  }
  if (!m_shape) return;
  const bool is_large = m_shape->cells.size() + m_shape->walls.size() > max_cells || m_shape->lines.size() > max_lines;
  if (is_large) m_shape.reset();
}

void display_board::make_of_axes() {
  const std::vector<axis> axes = m_game->axes();
  std::vector<std::string> names;
  std::vector<std::vector<row_and_column>> cells;
  position stride = m_game->num_positions();
  for (const axis& one : axes) {
    stride /= one.size;
    std::vector<row_and_column> found = cells_of(one);
    if (found.empty()) continue;
    names.push_back(one.name);
    cells.push_back(std::move(found));
    m_walkers.push_back({stride, {}});
  }
  std::map<row_and_column, std::uint32_t> number_of;
  for (const auto& of_walker : cells) {
    for (const row_and_column& cell : of_walker) number_of.try_emplace(cell);
  }
  if (m_walkers.empty() || m_walkers.size() > max_walkers || number_of.size() > max_cells) return;
  game_board board{.pieces = pieces_of(names, m_game->player_names())};
  for (auto& [cell, number] : number_of) {
    number = static_cast<std::uint32_t>(board.cells.size());
    const auto [row, column] = cell;
    board.cells.push_back({{static_cast<float>(column), static_cast<float>(row)}, fmt::format("{},{}", row, column)});
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const row_and_column& cell : cells[i]) m_walkers[i].cells.push_back(number_of.at(cell));
  }
  m_shape = std::move(board);
}

std::optional<placed_pieces> display_board::pieces(const display_position& display, player to_move) const {
  if (!m_shape) return std::nullopt;
  if (m_walkers.empty()) return m_game->hooks().board_pieces(display.state, to_move);
  placed_pieces pieces(m_shape->cells.size());
  for (std::size_t i = 0; i < m_walkers.size(); ++i) {
    const auto& [stride, cells] = m_walkers[i];
    std::int16_t& here = pieces.at[cells[display.at / stride % cells.size()]];
    here = static_cast<std::int16_t>(here + (1 << i));
  }
  return pieces;
}

}  // namespace zermelo
