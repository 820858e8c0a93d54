// SPDX-License-Identifier: MIT
// Reports a solution: its counts, its solve, and the results of checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/counts_by_group.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/solving/job/counting.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

class any_game;

/// Formats outcomes, such as "win 9, loss 3, tie 0, draw 1".
[[nodiscard]] std::string counts_text(const outcome_counts& counts);
/// Returns `win`, `loss`, `tie`, `draw`.
[[nodiscard]] json counts_json(const outcome_counts& counts);
/// Returns `positions`, the members of counts_json, `max_distance_plies`, and `histogram`: `win`, `loss` and `tie`,
/// each with counts by distance.
[[nodiscard]] json tally_json(const outcome_histogram& tally);

/// Reports `positions`, `legal_positions`, `counts`, `winners` (null if positions are relative to the player to move),
/// `max_distance_plies`, `max_tie_plies`, `signature`.
[[nodiscard]] report_part report_summary(const any_game& game, const solution_summary& summary);

/// Reports `win`, `loss` and `tie`: arrays of the numbers of positions by distance, from 0. The text has a bar per
/// distance; with more than 40 distances, neighbouring ones share a bar.
[[nodiscard]] report_part report_histogram(const solution_summary& summary);

/// A line of `groups_text`.
struct group_line {
  std::string group;
  std::string to_move;
  outcome_counts counts;
  std::optional<std::uint32_t> max_distance_plies;
  std::optional<std::uint64_t> orbits;  ///< set in all lines or in no line
};
/// Returns a table with a line per group and player to move. @param title  the heading of the group column
[[nodiscard]] std::string groups_text(std::string_view title, const std::vector<group_line>& groups);

/// If orbits were counted: `all_positions`, with the members of tally_json and `winners`, for all positions that
/// canonical positions represent. If groups were counted: `groups`, an array of `group`, `to_move`, the members of
/// tally_json, and if orbits were counted, `orbits` with these members for canonical positions only.
[[nodiscard]] report_part report_group_totals(const any_game& game, const counts_by_group& group_totals);

/// Reports `start`: the start of the game; null if it has none.
/// @param has_rules  if false, the text is empty, since it includes whether play has ended
[[nodiscard]] report_part report_start(const any_game& game, const std::optional<position>& start,
                                       const value_lookup& values, bool has_rules = true);

/// Returns the report on a solve: the members of report_game, `engine`, `threads`, `edges`, `notes`, the members of
/// report_summary, `reachable` (if given), those of report_group_totals, `start`, `seconds`, those of rules_json, and
/// `peak_bytes` (of this process so far) and, if bytes were moved to a scratch space, `scratch_bytes`.
[[nodiscard]] report_part report_solve(const any_game& game, const std::vector<parameter>& schema,
                                       const solved_game& solved, const std::optional<reachable_summary>& reachable,
                                       const std::optional<counts_by_group>& group_totals);

/// Reports `checked`, `violations` (an array of sentences), `is_cut_short`, `unchecked`.
[[nodiscard]] report_part report_check(const check_report& check);

/// Reports `checked` and `wrong`. The text states what is right or, if positions are wrong, how many.
[[nodiscard]] report_part report_checked_positions(std::uint64_t checked, std::uint64_t wrong,
                                                   std::string_view what_is_right);
/// Reports `accepted`, the members of report_checked_positions, and `first`, an array of `state`, `outcome`, `plies`,
/// `margin`, `reason` for the failures that are listed.
[[nodiscard]] report_part report_verify(const any_game& game, const verify_report& verified);

}  // namespace zermelo
