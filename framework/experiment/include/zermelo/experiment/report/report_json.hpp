// SPDX-License-Identifier: MIT
// Reports for programs, as JSON objects.
//
// null always means that there is none: no `winner` of a draw, no `plies` where nobody can force the end, no
// `answer` of a game without one of its own, no `start` of a game without one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/experiment/bench/benchmark.hpp>
#include <zermelo/experiment/job/counting.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/report/report.hpp>

namespace zermelo::experiment {

class any_game;

/// Keeps its members in the order in which they are added.
using json = nlohmann::ordered_json;

/// The value, or null if there is none.
template <class T>
[[nodiscard]] json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

/// An object as it is printed, without a character that a terminal obeys. Texts may hold bytes that are no UTF-8, which
/// become U+FFFD.
/// @param indent how far members stand behind their object; below 0: all of it is one line
[[nodiscard]] std::string json_text(const json& object, int indent = -1);

/// A game's parameters by name: numbers as numbers, "none" as null, all else as text.
[[nodiscard]] json parameters_json(const std::vector<parameter>& schema, const parameter_values& values);

/// `win`, `loss`, `tie`, `draw`.
[[nodiscard]] json counts_json(const outcome_counts& counts);

/// `state`, `outcome` (raw, for the player to move), `winner` (after infinite play and move limit), `plies`
/// (raw), `result`, `decided_by`, `answer`.
[[nodiscard]] json position_json(const any_game& game, const position_report& report);

/// The position's object with `plies_played` and `moves`: `state`, `outcome`, `winner`, `plies`, `best` of each.
[[nodiscard]] json probe_json(const any_game& game, const position_report& report,
                              const std::vector<move_report>& moves, std::uint64_t plies_played);

/// `positions`, `legal_positions`, `counts`, `winners`, `max_distance_plies`, `max_tie_plies`, `signature`.
[[nodiscard]] json summary_json(const any_game& game, const solution_summary& summary);

/// `win`, `loss` and `tie`: arrays of how many positions there are of each distance, from 0.
[[nodiscard]] json histogram_json(const solution_summary& summary);

/// Of a game that is folded `all_positions`: `positions`, `win`, `loss`, `tie`, `draw`, `max_distance_plies`,
/// `histogram`
/// (`win`, `loss`, `tie`: counts by distance) and `winners`, of all that representatives stand for. Of a game with
/// groups `groups`, an array: `group`, `to_move` and the same members of each, but for `winners`, and with symmetry
/// `orbits`: the same members of representatives alone.
[[nodiscard]] json census_json(const any_game& game, const position_census& census);

/// Everything about a solve: the summary's members and `game`, `params`, `engine`, `threads`, `edges`,
/// `reachable` (if given), those of the census (if there is one), `start`, `seconds`, `peak_bytes` (of this process so
/// far).
[[nodiscard]] json solve_json(const any_game& game, const std::vector<parameter>& schema, const solved_game& solved,
                              const std::optional<reachable_summary>& reachable,
                              const std::optional<position_census>& census);

/// A raw entry: `outcome` and `plies`.
[[nodiscard]] json entry_json(position_value entry);

/// `checked`, and `findings`: a sentence each.
[[nodiscard]] json check_json(const check_report& report);
/// `accepted`, `checked`, `wrong`, and `first`: `state`, `outcome`, `plies`, `reason` of the first wrong ones.
[[nodiscard]] json verify_json(const any_game& game, const verify_report& report);

/// `chosen`, `limit_bytes`, `edges_per_position`, and `engines`: `engine`, `available`, then `reason` or
/// `peak_bytes` of each.
[[nodiscard]] json plan_json(const memory_plan& plan);

/// `game`, `params`, `positions`, `edges`, `repeat`; `machine`: `processor`, `cores`, `memory_bytes`, `compiler`,
/// `flags`, `version`, `revision`; `limits`: `threads`, and the seconds of `stream` and `gather`; and `results`:
/// `engine`, `threads`, `seconds` by phase and for the whole `solve`, `positions_per_second`, `edges_per_second`,
/// `bytes_per_position`, `bytes_per_edge`, `ratio_to_textbook`, `ratio_to_queue` (how many times faster),
/// `ratio_to_stream_limit`, `ratio_to_gather_limit` (how many times longer propagation takes), `signature`. Seconds are
/// `median`, `min` and `max` over the runs.
[[nodiscard]] json benchmark_json(const any_game& game, const std::vector<parameter>& schema, unsigned repeat,
                                  const benchmark_report& report, const machine_description& machine);

/// An array of `name`, `found`, `fallback`.
[[nodiscard]] json hooks_json(const hook_set& found);

}  // namespace zermelo::experiment
