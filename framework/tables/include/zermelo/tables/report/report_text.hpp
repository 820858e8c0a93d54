// SPDX-License-Identifier: MIT
// Reports for people: short lines of text, each ended by '\n', with the labels in a column of their own.
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
#include <zermelo/solving/bench/benchmark.hpp>
#include <zermelo/solving/job/counting.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/tables/report/report.hpp>

namespace zermelo {

class any_game;

/// Outcomes, such as "win 9, loss 3, tie 0, draw 1".
[[nodiscard]] std::string counts_text(const outcome_counts& counts);
/// The verdict on a position, such as "mouse wins in 5 plies" or "black wins by 8 in 7 plies"; no whole line.
[[nodiscard]] std::string verdict_text(const any_game& game, const position_report& report);

/// The game's name and its parameters; long values, such as whole grids, are shortened.
[[nodiscard]] std::string game_text(const any_game& game);
/// The position, its notation if the game has the hook, its verdict, and the answer of the game's problem if there is
/// one.
[[nodiscard]] std::string position_text(const any_game& game, const position_report& report);
/// The position's drawing.
[[nodiscard]] std::string drawing_text(const any_game& game, const shown_position& shown);
/// One line per move, numbered from 1; best moves are marked with '*'. In a game with gains also what the move gains,
/// and the margin that it keeps for the player who makes it.
[[nodiscard]] std::string moves_text(const any_game& game, const std::vector<move_report>& moves);
/// Positions, outcomes, winners (of a game with lasting player names), longest distances and signature.
[[nodiscard]] std::string summary_text(const any_game& game, const solution_summary& summary);
/// A bar for the number of positions of each distance; neighbouring distances share a bar if there are more than 40.
[[nodiscard]] std::string histogram_text(const solution_summary& summary);
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
/// The number of positions that representatives stand for, and a table of the groups, as far as the census has them.
[[nodiscard]] std::string census_text(const any_game& game, const position_census& census);
/// Everything about a solve: game, engine, summary, start, time and peak memory.
[[nodiscard]] std::string solve_text(const any_game& game, const solved_game& solved,
                                     const std::optional<reachable_summary>& reachable,
                                     const std::optional<position_census>& census);
/// The number of checked positions, and a line for each finding.
[[nodiscard]] std::string check_text(const check_report& report);
/// The first line on a check of positions: that what is checked is right, or how many positions are wrong.
[[nodiscard]] std::string checked_positions_line(std::uint64_t checked, std::uint64_t wrong,
                                                 std::string_view what_is_right);
/// The number of verified positions, and a line for each reported failure.
[[nodiscard]] std::string verify_text(const any_game& game, const verify_report& report);
/// The size of the game, the memory limit, and a line per engine.
[[nodiscard]] std::string plan_text(const solve_plan& plan);
/// The lower bounds of the number of positions; or the number, if the search was complete.
[[nodiscard]] std::string positions_forecast_text(const position_forecast& found);
/// The least memory, and the memory limit.
[[nodiscard]] std::string memory_forecast_text(const size_forecast& forecast);
/// A table with a line per engine and number of threads, then the seconds by phase and of the limit kernels.
[[nodiscard]] std::string benchmark_text(const any_game& game, const benchmark_report& report,
                                         const machine_description& machine);
/// A line per hook: found, or the fallback.
[[nodiscard]] std::string hooks_text(const hook_set& found);

}  // namespace zermelo
