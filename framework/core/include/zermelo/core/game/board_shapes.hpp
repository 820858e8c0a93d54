// SPDX-License-Identifier: MIT
// Boards of common shapes, for the hooks `board_shape` and `board_pieces`: rectangles, points joined by lines, graphs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/point_set.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The letters of a column, numbered from 0: a to z, then aa, ab, ...
[[nodiscard]] std::string column_letters(std::uint32_t column);
/// The name of a cell in chess notation: a1 is in the left column of the lowest row.
/// @param row  numbered from 0 at the top. Precondition: row < rows.
[[nodiscard]] std::string cell_name(std::uint32_t row, std::uint32_t column, std::uint32_t rows);

/// A rectangular board. Its cells are numbered row by row from the upper left, and have the names of `cell_name`.
[[nodiscard]] game_board rectangular_board(std::uint32_t rows, std::uint32_t columns, std::vector<board_piece> pieces,
                                           board_style style = board_style::cells);

/// A line between every two neighbouring points. @param neighbours  [point]: the set of its neighbours
[[nodiscard]] std::vector<board_line> lines_between(std::span<const point_set> neighbours);

/// The board of a graph: a point for every node, named by its number, and a line between every two nodes that an edge
/// joins in either direction. If the graph has more than 2^20 edges, only the first 2^20 become lines, which are far
/// more than can be drawn.
/// @param columns  the width of a rectangle that the nodes fill row by row; 0: there is no rectangle. The board has
///   coordinates if there is a rectangle and all edges join neighbours in it.
[[nodiscard]] game_board graph_board(const adjacency_lists& graph, std::vector<board_piece> pieces,
                                     std::uint32_t columns = 0);

/// One piece for each player, such as "first's man" and "second's man".
/// @param players  the names of the players
[[nodiscard]] std::vector<board_piece> pieces_of_both(std::string_view noun, std::string_view first_symbol = "",
                                                      std::string_view second_symbol = "",
                                                      const std::array<std::string, 2>& players = {"first", "second"});

/// The pieces of a game with is_relative, without hands; the list of pieces is that of `pieces_of_both`.
/// @param own  points with a piece of the player to move
[[nodiscard]] placed_pieces place_both(std::size_t num_cells, point_set own, point_set others, player to_move);

/// Puts a piece on every point of a set. @param piece  its index in the board's list of pieces
void put_pieces(placed_pieces& board, point_set points, std::int16_t piece);

/// The player for whom `side` stands in a state of a game with is_relative. @param to_move  the player to move
[[nodiscard]] constexpr player player_behind(player side, player to_move) {
  return side == player::first ? to_move : opponent(to_move);
}
/// The index of a player's piece in a list with the first player's piece and the second player's piece.
[[nodiscard]] constexpr std::int16_t piece_number(player owner) { return static_cast<std::int16_t>(index_of(owner)); }
/// As above, for the player for whom `side` stands in a game with is_relative.
[[nodiscard]] constexpr std::int16_t piece_number(player side, player to_move) {
  return piece_number(player_behind(side, to_move));
}

}  // namespace zermelo
