// SPDX-License-Identifier: MIT
// Reports for programs, as JSON objects.
//
// null always means that there is no such value: no `winner` of a draw, no `plies` where no player can force the end,
// no `answer` or `start` of a game without one, no `margin` in a game that is not played for points, no `gain` where
// moves gain none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/catalog/question/shown_board.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/solving/bench/benchmark.hpp>
#include <zermelo/solving/job/counting.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/tables/report/report.hpp>

namespace zermelo {

class any_game;

/// Objects keep the order of their members.
using json = nlohmann::ordered_json;

/// The value, or null for nothing.
template <class T>
[[nodiscard]] json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

/// The text of an object, without control characters of terminals. Bytes that are no UTF-8 become U+FFFD.
/// @param indent  of members, in spaces; negative: the object is one line
[[nodiscard]] std::string json_text(const json& object, int indent = -1);

/// `name`, `type`, `help`, `default`, of a number `minimum` and `maximum`, of a choice `choices`.
[[nodiscard]] json declaration_json(const parameter& declared);

/// A game's parameters by name: numbers as numbers, an optional integer that is "none" as null, others as text.
[[nodiscard]] json parameters_json(const std::vector<parameter>& schema, const parameter_values& values);

/// `win`, `loss`, `tie`, `draw`.
[[nodiscard]] json counts_json(const outcome_counts& counts);
/// `positions`, the members of counts_json, `max_distance_plies`, and `histogram`: `win`, `loss` and `tie`, each with
/// counts by the distances that occur.
[[nodiscard]] json tally_json(const outcome_histogram& tally);

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
[[nodiscard]] json probe_json(const any_game& game, const shown_board* board, const position_report& report);

/// `positions`, an array with the members of position_json, `to_move`, `gain` (of the move there; of the first 0) and
/// `gained` (so far, by the player to move in the first position, less what the opponent has gained), if the game has a
/// board also `cells` and `hands`, from the first on, and `repeats_from`: a place in `positions`.
[[nodiscard]] json line_json(const any_game& game, const shown_board& board, const principal_variation& line);

/// Adds `notes`, the remarks about the parameters, if there are any.
void add_notes(const any_game& game, json& object);

/// The rules for reading entries: `infinite_play` and `move_limit`.
[[nodiscard]] json rules_json(const any_game& game);

/// `positions`, `legal_positions`, `counts`, `winners`, `max_distance_plies`, `max_tie_plies`, `signature`.
[[nodiscard]] json summary_json(const any_game& game, const solution_summary& summary);

/// `win`, `loss` and `tie`: arrays of the numbers of positions by distance, from 0.
[[nodiscard]] json histogram_json(const solution_summary& summary);

/// If the census has orbits, `all_positions`: `positions`, `win`, `loss`, `tie`, `draw`, `max_distance_plies`,
/// `histogram`
/// (`win`, `loss`, `tie`: counts by distance) and `winners`, of all positions that representatives stand for. If the
/// census has groups, `groups`, an array: `group`, `to_move`, the members above without `winners`, and if the census
/// has orbits, `orbits` with these members for representatives alone.
[[nodiscard]] json census_json(const any_game& game, const position_census& census);

/// Everything about a solve: the members of add_notes, summary_json, rules_json and census_json, and `game`, `params`,
/// `engine`, `threads`, `edges`, `reachable` (if given), `start`, `seconds`, `peak_bytes` (of this process so far).
[[nodiscard]] json solve_json(const any_game& game, const std::vector<parameter>& schema, const solved_game& solved,
                              const std::optional<reachable_summary>& reachable,
                              const std::optional<position_census>& census);

/// A raw entry: `outcome`, `plies` and `margin`.
[[nodiscard]] json entry_json(const any_game& game, position_value entry);

/// Points of a position, or null in a game without margins.
[[nodiscard]] json margin_json(const any_game& game, int margin);
/// Points of a move, or null in a game without gains.
[[nodiscard]] json gain_json(const any_game& game, int gain);

/// `checked`, `findings` (an array of sentences), `is_cut_short`, `unchecked`.
[[nodiscard]] json check_json(const check_report& report);
/// `accepted`, `checked`, `wrong`, and `first`, an array of `state`, `outcome`, `plies`, `margin`, `reason` of the
/// reported failures.
[[nodiscard]] json verify_json(const any_game& game, const verify_report& report);

/// `chosen`, `limit_bytes`, `edges_per_position`, and `engines`, an array of `engine`, `baseline`, `available`, and
/// either `reason` or `peak_bytes` and, if there is a choice, `how`.
[[nodiscard]] json plan_json(const solve_plan& plan);

/// `is_complete`, `min_positions` (the larger of both bounds), `found` (positions), `full_plies`, `edges_per_position`
/// (null if no position was expanded), and `sample`: null, or `ply`, `plays`, `collisions`, `min_positions`.
[[nodiscard]] json positions_forecast_json(const position_forecast& found);
/// As positions_forecast_json, and `min_bytes`, `limit_bytes`.
[[nodiscard]] json size_forecast_json(const size_forecast& forecast);

/// `game`, `params`, `positions`, `edges`, `repeat`, `planned_bytes`; `machine`: `processor`, `cores`, `memory_bytes`,
/// `compiler`, `flags`, `version`, `revision`, `program` (if set); `limits`: `threads`, and the seconds of `stream` and
/// `gather`; and `results`: `engine`, `threads`, `seconds` by phase and for the whole `solve`, `positions_per_second`,
/// `edges_per_second`, `bytes_per_position`, `bytes_per_edge`, `ratio_to_textbook`, `ratio_to_queue` (how many times
/// faster), `ratio_to_stream_limit`, `ratio_to_gather_limit` (how many times longer propagation takes), `signature`.
/// Seconds are `median`, `min` and `max` over the runs.
[[nodiscard]] json benchmark_json(const any_game& game, const std::vector<parameter>& schema, unsigned repeat,
                                  const benchmark_report& report, const machine_description& machine);

/// An array of `name`, `found`, `fallback`.
[[nodiscard]] json hooks_json(const hook_set& found);

}  // namespace zermelo
