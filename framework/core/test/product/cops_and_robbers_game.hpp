// SPDX-License-Identifier: MIT
// Cops and robbers (Nowakowski and Winkler 1983, doi 10.1016/0012-365X(83)90160-7; several cops: Aigner and Fromme
// 1984, doi 10.1016/0166-218X(84)90073-8): k cops and a robber on an undirected graph. In the cops' turn each cop moves
// along an edge or stays, in the robber's turn the robber does so. The cops win when one of them is on the robber's
// node, after a move of either player; the robber wins endless play.
//
//   size  2 n^(k + 1) positions on n nodes: turn x cop 0 x ... x robber
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/value/solution_entries.hpp>

#include "form_game.hpp"

namespace zermelo::test {

/// A graph to play on. Every node has itself among its moves.
struct chase_board {
  adjacency_lists moves;
  std::vector<grid_cell> cells{};
};

namespace detail {

/// `neighbour(row, column, down, right)` is the neighbouring cell, or nothing.
template <class Neighbour>
[[nodiscard]] chase_board board_of_cells(std::uint32_t rows, std::uint32_t columns, const Neighbour& neighbour) {
  chase_board board;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      board.cells.push_back({row, column});
      board.moves.add_node();
      std::vector<node_number> targets{row * columns + column};
      for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        if (const auto to = neighbour(row, column, down, right)) targets.push_back(to->row * columns + to->column);
      }
      add_moves(std::move(targets),
                board.moves);  // in a torus of two rows, the neighbours above and below are equal
    }
  }
  return board;
}

}  // namespace detail

/// The moves of a grid in four directions.
[[nodiscard]] inline chase_board grid_board(std::uint32_t rows, std::uint32_t columns) {
  return detail::board_of_cells(
      rows, columns, [=](std::uint32_t row, std::uint32_t column, int down, int right) -> std::optional<grid_cell> {
        const std::int64_t r = std::int64_t{row} + down;
        const std::int64_t c = std::int64_t{column} + right;
        if (r < 0 || c < 0 || r >= rows || c >= columns) return std::nullopt;
        return grid_cell{static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(c)};
      });
}

/// The moves of a torus in four directions.
[[nodiscard]] inline chase_board torus_board(std::uint32_t rows, std::uint32_t columns) {
  return detail::board_of_cells(
      rows, columns, [=](std::uint32_t row, std::uint32_t column, int down, int right) -> std::optional<grid_cell> {
        return grid_cell{static_cast<std::uint32_t>((std::int64_t{row} + down + rows) % rows),
                         static_cast<std::uint32_t>((std::int64_t{column} + right + columns) % columns)};
      });
}

class cops_and_robbers : public form_game {
 public:
  static constexpr player cops = player::first;
  static constexpr player robber = player::second;
  static constexpr std::size_t cops_turn = 0;

  cops_and_robbers(const chase_board& board, std::size_t num_cops) : form_game(form_of(board, num_cops)) {}

  [[nodiscard]] std::size_t num_cops() const { return num_walkers() - 1; }
  [[nodiscard]] std::size_t num_nodes() const { return form_game::num_nodes(0); }

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const auto last_cop = s.nodes.begin() + static_cast<std::ptrdiff_t>(num_cops());
    if (std::find(s.nodes.begin(), last_cop, *last_cop) == last_cop) return std::nullopt;
    return result::won_by(cops);
  }
  /// Never called: every walker may stay.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return robber; }

  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const node_number> cop_nodes, Callback&& f) const {
    for (auto cop = cop_nodes.begin(); cop != cop_nodes.end(); ++cop) {
      // Reports a terminal with two cops on one node only once.
      if (std::find(cop_nodes.begin(), cop, *cop) == cop) f(*cop, result::won_by(cops));
    }
  }

 private:
  [[nodiscard]] static product_form form_of(const chase_board& board, std::size_t num_cops) {
    product_form form;
    form.walkers.assign(num_cops, {cops, board.moves, board.cells});
    form.walkers.push_back({robber, board.moves, board.cells});
    form.turns = {cops, robber};
    return form;
  }
};

/// The number of cop turns to the capture when the cops are placed first, then the robber, with best play; nothing if
/// the robber escapes.
/// @param values  the solution of the game
[[nodiscard]] inline std::optional<std::uint32_t> capture_time(const cops_and_robbers& game,
                                                               const solution_entries& values) {
  std::optional<std::uint32_t> shortest;
  std::vector<position_value> row(game.num_nodes());
  const position cop_turn_positions = game.num_positions() / 2;
  for (position first = 0; first < cop_turn_positions; first += game.num_nodes()) {
    values.read(first, row);
    if (std::any_of(row.begin(), row.end(), [](position_value value) { return value.outcome != outcome::win; }))
      continue;
    std::uint32_t longest = 0;
    for (const position_value& value : row) longest = std::max(longest, (value.distance_plies + 1) / 2);
    shortest = std::min(shortest.value_or(longest), longest);
  }
  return shortest;
}

}  // namespace zermelo::test
