// SPDX-License-Identifier: MIT
// Solving a game with the engine that is planned for it. solve_job.hpp has what surrounds a solve.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo {
class solve_visitor;
class work_monitor;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// What a solve did and found.
struct solve_report {
  std::optional<experiment::engine> engine;  ///< the one that ran
  unsigned threads = 0;
  std::uint64_t edges = 0;                ///< moves out of legal positions that are not terminal
  std::map<std::string, double> seconds;  ///< by phase, and "total"
  solution_summary summary;
};

struct solved_game {
  std::unique_ptr<const solution_entries> values;
  solve_report report;
};

/// Plans, unless that is done, then solves. Precondition: the game is numbered. @throws as `plan`, and interrupted.
[[nodiscard]] solved_game solve(const any_game& game, const solve_options& options, solve_visitor& visitor);

/// Sets the start to what the solution says. Nothing for a game that does not leave it to the solution. Not while
/// others ask. Phase "start". @throws interrupted, and what reading the entries throws.
void choose_start(any_game& game, const solution_entries& values, work_monitor& monitor);

}  // namespace zermelo::experiment
