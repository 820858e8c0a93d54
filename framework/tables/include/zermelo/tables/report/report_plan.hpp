// SPDX-License-Identifier: MIT
// Reports the memory plan of a solve, and a lower bound for the size of a game that must be explored.
#pragma once

#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

/// Reports `chosen`, `limit_bytes`, `edges_per_position`, `engines`, an array of `engine`, `baseline`, `saves`,
/// `available`, and either `reason` or `peak_bytes`, `scratch_bytes` (if not 0) and, if the engine has a choice, `how`;
/// for a game in groups also `groups`, an array of `group` and `engine`. The text also has the size of the game.
[[nodiscard]] report_part report_plan(const solve_plan& plan);

/// Reports `is_complete`, `min_positions` (the larger of both bounds), `found` (positions), `full_plies`,
/// `edges_per_position` (null if no position was expanded), and `sample`: null, or `ply`, `plays`, `collisions`,
/// `min_positions`.
[[nodiscard]] report_part report_positions_forecast(const position_forecast& found);
/// Returns the members of report_positions_forecast, and `min_bytes`, `limit_bytes`.
[[nodiscard]] report_part report_size_forecast(const size_forecast& forecast);

}  // namespace zermelo
