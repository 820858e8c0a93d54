// SPDX-License-Identifier: MIT
// Positions, moves and lines of play, as text and what JSON throws.
#pragma once

#include <string>
#include <vector>

#include <zermelo/catalog/query/display_board.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

class any_game;

/// The result on a position, such as "mouse wins in 5 plies" or "black wins by 8 in 7 plies"; no whole line.
[[nodiscard]] std::string game_result_text(const any_game& game, const position_report& report);
/// The position, its notation if the game has the hook, its result, and the answer of the game's problem if there is
/// one.
[[nodiscard]] std::string position_text(const any_game& game, const position_report& report);
/// The position's drawing.
[[nodiscard]] std::string drawing_text(const any_game& game, const display_position& display);
/// One line per move, numbered from 1; best moves are marked with '*'. In a game with gains also what the move gains,
/// and the margin that it keeps for the player who makes it.
[[nodiscard]] std::string moves_text(const any_game& game, const std::vector<move_report>& moves);

/// `state`, `position` (its number in the table), `outcome` (raw, for the player to move), `winner` (after infinite
/// play and move limit), `plies` (raw), `margin` (of the player to move), `result`, `decided_by`, `answer`.
[[nodiscard]] json position_json(const any_game& game, const position_report& report);

/// `style` ("cells" or "points"), `laid_out`, `places` (an array of `name`, `x`, `y`), `lines` (pairs of places),
/// `walls` (an array of `x`, `y`), `marks` (pairs of a place and a text), `pieces` (an array of `name`, `symbol` and
/// `player`, a name or null) and `hands` (names). Places are named by their numbers in `places`.
[[nodiscard]] json board_json(const any_game& game, const game_board& board);

/// As position_json, and `to_move` (a player's name), `drawing`, `plies_played` and, unless they are left out, `moves`,
/// an array of `state`, `position`, `outcome`, `winner`, `plies`, `gain`, `margin` (of the player who moves, its gain
/// included), `best`, `rank` and `ends`. If the game has a board, the position also has `cells`, for each place with a
/// piece, ascending, an array of the numbers of both, and `hands`, by hand the number of each piece. Then a move has
/// `changes`, for each place with another piece than before it, ascending, an array of the number of the place and of
/// its piece or null, and `hands` if they are others than before it.
/// @param board  null, for lists: without `drawing`, `cells`, `changes` and `hands`
[[nodiscard]] json probe_json(const any_game& game, const display_board* board, const position_report& report);

/// `positions`, an array with the members of position_json, `to_move`, `gain` (of the move there; of the first 0) and
/// `gained` (so far, by the player to move in the first position, less what the opponent has gained), if the game has a
/// board also `cells` and `hands`, from the first on, and `repeats_from`: a place in `positions`.
[[nodiscard]] json line_json(const any_game& game, const display_board& board, const principal_variation& line);

/// A raw entry: `outcome`, `plies` and `margin`.
[[nodiscard]] json entry_json(const any_game& game, position_value entry);

/// Adds the numbers of an entry, `plies` and `margin`; null where it has none.
void add_numbers(const any_game& game, position_value entry, json& object);
/// Points of a move, or null in a game without gains.
[[nodiscard]] json gain_json(const any_game& game, int gain);

}  // namespace zermelo
