// SPDX-License-Identifier: MIT
// Solves one group of slices: with an engine, or for outcomes only.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/summarize_outcomes.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/solving/sets/group_report.hpp>

#include "slice_cache.hpp"

namespace zermelo {

/// The inputs of a group.
struct group_inputs {
  std::shared_ptr<const joined_entries> entries;  ///< null for a group that is solved for outcomes only
  outcomes_by_slice outcomes{};                   ///< for a group that is solved for outcomes only
  /// For a checkpoint of the group: its slices, and the slices that it leads to with their signatures.
  solve_inputs for_checkpoint{};
  std::map<std::string, double> seconds{};  ///< time of reading the inputs
};

/// A group with its solution, before it is written.
struct solved_group {
  std::unique_ptr<any_game> part;  ///< the group as a game; null if it was solved for outcomes only, like `job`
  std::unique_ptr<solve_job> job;
  group_report report;  ///< without slices and table_bytes
  solve_report solve;
  std::shared_ptr<const solution_entries> values;
  std::shared_ptr<const outcome_bits> outcomes;  ///< set if the group was solved for outcomes only, else null
  std::vector<slice_sums> sums;                  ///< [slice of the group]; empty if the group is not accepted
};

/// Solves a group by its engine, verifies it if requested, and sums up its slices.
/// @param checkpoint  the solve is resumed from this file, if it exists
/// @param schedule  when to save to it
/// @throws what solve_job throws
[[nodiscard]] solved_group solve_by_engine(const any_game& game, const solve_plan& plan, const planned_group& planned,
                                           const group_inputs& inputs, const solve_job_options& options,
                                           const std::filesystem::path& checkpoint, const checkpoint_schedule& schedule,
                                           const warning_callback& warn, solve_visitor& visitor);

/// Solves a group for outcomes only, verifies it if requested, and sums up its slice.
[[nodiscard]] solved_group solve_by_outcome(const any_game& game, const solve_plan& plan, const planned_group& planned,
                                            const group_inputs& inputs, const solve_job_options& options,
                                            solve_visitor& visitor);

}  // namespace zermelo
