// SPDX-License-Identifier: MIT
// Reports for people: short lines of text, each ended by '\n', with what they speak of in a column of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/hook_list.hpp>
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

/// A position's verdict in a few words, such as "mouse wins in 5 plies".
[[nodiscard]] std::string verdict_text(const any_game& game, const position_report& report);

/// The game's name and its parameters; long ones, such as whole grids, are cut.
[[nodiscard]] std::string game_text(const any_game& game);
/// State, verdict and answer.
[[nodiscard]] std::string position_text(const any_game& game, const position_report& report);
/// The position's drawing, its last line ended.
[[nodiscard]] std::string drawing_text(const any_game& game, position p);
/// One line per move, numbered from 1, the best marked with '*'.
[[nodiscard]] std::string moves_text(const any_game& game, const std::vector<move_report>& moves);
[[nodiscard]] std::string summary_text(const any_game& game, const solution_summary& summary);
/// Bars of how many positions there are of each distance; neighbouring distances share a bar where there are many.
[[nodiscard]] std::string histogram_text(const solution_summary& summary);
/// A line of a table of groups.
struct group_line {
  std::string group;
  std::string to_move;
  outcome_counts counts;
  std::optional<std::uint32_t> longest_plies;
  std::optional<std::uint64_t> orbits;  ///< all lines have this, or none
};
/// A table with a line per group and player to move. `title`: what groups are
[[nodiscard]] std::string groups_text(std::string_view title, const std::vector<group_line>& groups);
/// How many positions representatives stand for, and a table of the groups, as far as the game has them.
[[nodiscard]] std::string census_text(const any_game& game, const position_census& census);
[[nodiscard]] std::string solve_text(const any_game& game, const solved_game& solved,
                                     const std::optional<reachable_summary>& reachable,
                                     const std::optional<position_census>& census);
/// How much was checked, and a line for each finding.
[[nodiscard]] std::string check_text(const check_report& report);
[[nodiscard]] std::string verify_text(const any_game& game, const verify_report& report);
[[nodiscard]] std::string plan_text(const memory_plan& plan);
/// A table with a line per engine and number of threads; ratios to the limits are of propagation alone.
[[nodiscard]] std::string benchmark_text(const any_game& game, const benchmark_report& report,
                                         const machine_description& machine);
[[nodiscard]] std::string hooks_text(const hook_set& found);

}  // namespace zermelo::experiment
