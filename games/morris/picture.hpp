// SPDX-License-Identifier: MIT
// The boards of men's morris and their men for pictures. Points have the names of the cells in the smallest grid that
// contains them, for example a1 to g7 on three rings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <zermelo/core/game_module.hpp>

#include "text.hpp"

namespace zermelo::games::men_morris {

/// Adds both players' men and hands to a board. @param neighbours_of  returns the set of a point's neighbours
template <class NeighboursOf>
[[nodiscard]] game_board with_men(game_board board, const NeighboursOf& neighbours_of) {
  std::vector<point_set> neighbours;
  for (unsigned point = 0; point < board.cells.size(); ++point) neighbours.push_back(neighbours_of(point));
  board.style = board_style::points;
  board.lines = lines_between(neighbours);
  board.pieces = pieces_of_both("man");
  board.hands = {"first's hand", "second's hand"};
  return board;
}
/// A board of rings of eight points, numbered clockwise from the upper left corner, beginning with the outermost ring.
template <class NeighboursOf>
[[nodiscard]] game_board picture_of_rings(int num_rings, const NeighboursOf& neighbours_of) {
  constexpr std::array<std::array<int, 2>, 8> corners_and_middles{
      {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};
  game_board board;
  for (int ring = 0; ring < num_rings; ++ring) {
    for (const auto& [right, down] : corners_and_middles) {
      const int column = num_rings + (num_rings - ring) * right;
      const int row = num_rings + (num_rings - ring) * down;
      board.cells.push_back({{static_cast<float>(column), static_cast<float>(row)},
                             cell_name(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column),
                                       static_cast<std::uint32_t>(2 * num_rings + 1))});
    }
  }
  return with_men(std::move(board), neighbours_of);
}
/// @param men, hands  those of the player to move, then those of the opponent
[[nodiscard]] inline placed_pieces men_in_picture(std::size_t num_points, const men_of_both& men,
                                                  std::array<unsigned, 2> hands, player to_move) {
  placed_pieces pieces(num_points, 2, 2);
  for (const player side : {player::first, player::second}) {
    put_pieces(pieces, men[index_of(side)], piece_number(side, to_move));
    const std::size_t owner = index_of(player_behind(side, to_move));
    pieces.in_hand[owner][owner] = static_cast<std::uint16_t>(hands[index_of(side)]);
  }
  return pieces;
}

}  // namespace zermelo::games::men_morris
