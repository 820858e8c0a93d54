// SPDX-License-Identifier: MIT
// Formats positions, moves and lines of play, as text and as JSON.
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

/// Returns the result of a position, such as "mouse wins in 5 plies" or "black wins by 8 in 7 plies"; not a whole line.
[[nodiscard]] std::string game_result_text(const any_game& game, const position_report& report);
/// Returns the position, its notation if the game has the hook, its result, and the answer of the game's problem if the
/// game has one.
[[nodiscard]] std::string position_text(const any_game& game, const position_report& report);
/// Returns the position's drawing, which ends with a line end.
[[nodiscard]] std::string drawing_text(const any_game& game, const display_position& display);
/// Returns one line per move, numbered from 1; best moves are marked with '*'. In a game with gains, each line also has
/// the move's gain and the resulting margin for the player who moves.
[[nodiscard]] std::string moves_text(const any_game& game, const std::vector<move_report>& moves);

/// Returns `state`, `position` (its number in the table), `outcome` (raw, for the player to move), `winner` (after
/// infinite play and move limit), `plies` (raw), `margin` (for the player to move), `result`, `decided_by`, `answer`.
[[nodiscard]] json position_json(const any_game& game, const position_report& report);

/// Returns `style` ("cells" or "points"), `laid_out`, `places` (an array of `name`, `x`, `y`), `lines` (pairs of
/// indices), `walls` (an array of `x`, `y`), `marks` (pairs of an index and a text), `pieces` (an array of `name`,
/// `symbol` and `player`, a name or null) and `hands` (names). Indices refer to `places`.
[[nodiscard]] json board_json(const any_game& game, const game_board& board);

/// Returns the members of position_json, and `to_move` (a player's name), `drawing`, `plies_played` and, if included,
/// `moves`, an array of `state`, `position`, `outcome`, `winner`, `plies`, `gain`, `margin` (for the player who moves,
/// including the gain), `best`, `rank` and `ends`. If the game has a board, the position also has `cells`, an array of
/// pairs (cell, piece) for each cell with a piece, ascending, and `hands`, the number of each piece by hand. A move
/// then has `changes`, an array of pairs (cell, piece or null) for each changed cell, ascending, and `hands` if they
/// have changed.
/// @param board  null, for lists: omits `drawing`, `cells`, `changes` and `hands`
[[nodiscard]] json probe_json(const any_game& game, const display_board* board, const position_report& report);

/// Returns `positions`, an array with the members of position_json, `to_move`, `gain` (of the move to the position; 0
/// for the first) and `gained` (so far, by the player to move in the first position, minus the opponent's gains), and
/// if the game has a board also `cells` and `hands`; and `repeats_from`: an index in `positions`.
[[nodiscard]] json line_json(const any_game& game, const display_board& board, const principal_variation& line);

/// Returns a raw entry: `outcome`, `plies` and `margin`.
[[nodiscard]] json entry_json(const any_game& game, position_value entry);

/// Adds the numbers of an entry, `plies` and `margin`; null if the entry lacks them.
void add_numbers(const any_game& game, position_value entry, json& object);
/// Adds `metric` unless distances count to the end.
void add_metric(const any_game& game, json& object);
/// Returns the points that a move gains; null in a game without gains.
[[nodiscard]] json gain_json(const any_game& game, int gain);

}  // namespace zermelo
