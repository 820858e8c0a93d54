// SPDX-License-Identifier: MIT
// Solves a game with the planned engine. solve_job.hpp adds checkpoints, verification and tables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {
class solve_visitor;
class work_monitor;
class any_game;
struct solve_plan;

/// Statistics of a solve, and the summary of its solution.
struct solve_report {
  std::optional<zermelo::engine> engine;  ///< the engine that solved the game
  unsigned threads = 0;
  std::uint64_t edges = 0;                ///< moves out of legal positions that are not terminal
  std::uint64_t scratch_bytes = 0;        ///< the size of the solution on a disk during the solve
  std::map<std::string, double> seconds;  ///< by phase, and "total"
  solution_summary summary;
};

struct solved_game {
  std::unique_ptr<const solution_entries> values;
  solve_report report;
};

/// Solves a game, or a group of slices, as planned: at once, or group after group. Precondition: the game is numbered.
/// @throws what solve_plan::choice and expect_slice_margins throw; interrupted; input_error if the engine cannot resume
/// a saved solve, or the game has ties although infinite play is won and moves are limited; what the engine and the
/// rules throw.
[[nodiscard]] solved_game solve(const any_game& game, const solve_options& options, const solve_plan& plan,
                                solve_visitor& visitor);
/// Plans, then solves. @throws what `plan` and the overload above throw.
[[nodiscard]] solved_game solve(const any_game& game, const solve_options& options, solve_visitor& visitor);

/// Sets the start of a game whose start depends on the solution; does nothing for any other game. Not thread-safe.
/// Phase "start". @throws interrupted, and what reading the entries throws.
void choose_start(any_game& game, const solution_entries& values, work_monitor& monitor);

}  // namespace zermelo
