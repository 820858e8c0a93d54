// SPDX-License-Identifier: MIT
// Reports for people: short lines of text, each ended by '\n', with what they speak of in a column of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/experiment/benchmark.hpp>
#include <zermelo/experiment/counting.hpp>
#include <zermelo/experiment/planning.hpp>
#include <zermelo/experiment/report.hpp>
#include <zermelo/experiment/solving.hpp>

namespace zermelo::experiment {

class any_game;

/// A signature as it is written everywhere: 16 hexadecimal digits.
[[nodiscard]] std::string signature_text(std::uint64_t signature);

/// A number with its digits in groups.
[[nodiscard]] std::string counted(std::uint64_t number);

/// A raw entry, such as "win in 5 plies".
[[nodiscard]] std::string entry_text(position_value entry);

/// "1 ply", "2 plies".
[[nodiscard]] std::string plies_text(std::uint64_t plies);

/// A position's verdict in a few words, such as "mouse wins in 5 plies".
[[nodiscard]] std::string verdict_text(const any_game& game, const position_report& report);

/// A position in the game's notation; a hole of the index space by its number.
[[nodiscard]] std::string entry_name(const any_game& game, position p);

/// The line "label  value"; the value may be anybody's words, and is escaped.
[[nodiscard]] std::string labelled_line(std::string_view label, std::string_view value);

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
/// "play does not reach 2 of 9 positions, such as STATE". Precondition: there are such.
[[nodiscard]] std::string unreached_text(const any_game& game, const unreached_positions& unreached);
[[nodiscard]] std::string plan_text(const memory_plan& plan);
/// A table with a line per engine and number of threads; ratios to the limits are of propagation alone.
[[nodiscard]] std::string benchmark_text(const any_game& game, const benchmark_report& report,
                                         const machine_description& machine);
[[nodiscard]] std::string hooks_text(const std::vector<hook_status>& hooks);

}  // namespace zermelo::experiment
