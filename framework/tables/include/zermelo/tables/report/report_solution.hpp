// SPDX-License-Identifier: MIT
// A solution: its counts, how it was found, and what checks of it have found.
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

/// Outcomes, such as "win 9, loss 3, tie 0, draw 1".
[[nodiscard]] std::string counts_text(const outcome_counts& counts);
/// `win`, `loss`, `tie`, `draw`.
[[nodiscard]] json counts_json(const outcome_counts& counts);
/// `positions`, the members of counts_json, `max_distance_plies`, and `histogram`: `win`, `loss` and `tie`, each with
/// counts by the distances that occur.
[[nodiscard]] json tally_json(const outcome_histogram& tally);

/// `positions`, `legal_positions`, `counts`, `winners` (null for a game whose player names do not last),
/// `max_distance_plies`, `max_tie_plies`, `signature`.
[[nodiscard]] report_part report_summary(const any_game& game, const solution_summary& summary);

/// `win`, `loss` and `tie`: arrays of the numbers of positions by distance, from 0. In the text a bar for each
/// distance; neighbouring distances share a bar if there are more than 40.
[[nodiscard]] report_part report_histogram(const solution_summary& summary);

/// A line of `groups_text`.
struct group_line {
  std::string group;
  std::string to_move;
  outcome_counts counts;
  std::optional<std::uint32_t> max_distance_plies;
  std::optional<std::uint64_t> orbits;  ///< set in all lines or in none
};
/// A table with a line per group and player to move. @param title  the heading of the column of groups
[[nodiscard]] std::string groups_text(std::string_view title, const std::vector<group_line>& groups);

/// If the position counts has orbits, `all_positions`: the members of tally_json and `winners`, of all positions that
/// representatives stand for. If the position counts has groups, `groups`, an array: `group`, `to_move`, the members of
/// tally_json, and if the position counts has orbits, `orbits` with these members for representatives alone.
[[nodiscard]] report_part report_group_totals(const any_game& game, const counts_by_group& group_totals);

/// `start`: the position where play begins; null if it has none.
/// @param has_rules  without rules there is no text, which says whether play has ended
[[nodiscard]] report_part report_start(const any_game& game, const std::optional<position>& start,
                                       const value_lookup& values, bool has_rules = true);

/// Everything about a solve: the members of report_game, `engine`, `threads`, `edges`, `notes`, those of
/// report_summary, `reachable` (if given), those of report_group_totals, `start`, `seconds`, those of rules_json, and
/// `peak_bytes` (of this process so far).
[[nodiscard]] report_part report_solve(const any_game& game, const std::vector<parameter>& schema,
                                       const solved_game& solved, const std::optional<reachable_summary>& reachable,
                                       const std::optional<counts_by_group>& group_totals);

/// `checked`, `violations` (an array of sentences), `is_cut_short`, `unchecked`.
[[nodiscard]] report_part report_check(const check_report& check);

/// `checked` and `wrong`, with the first line on a check of positions: that what is checked is right, or how many
/// positions are wrong.
[[nodiscard]] report_part report_checked_positions(std::uint64_t checked, std::uint64_t wrong,
                                                   std::string_view what_is_right);
/// `accepted`, the members of report_checked_positions, and `first`, an array of `state`, `outcome`, `plies`, `margin`,
/// `reason` of the failures that are named.
[[nodiscard]] report_part report_verify(const any_game& game, const verify_report& verified);

}  // namespace zermelo
