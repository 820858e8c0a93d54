// SPDX-License-Identifier: MIT
#include "solved_group.hpp"

#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/solve_outcomes.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "summarize_slice.hpp"

namespace zermelo {
namespace {

void resume_from(const std::filesystem::path& checkpoint, solve_job& job) {
  try {
    (void)job.resume(checkpoint);
  } catch (const resume_error& rejected) {
    throw resume_error(fmt::format("{}; remove it to solve the slice from the start", rejected.what()));
  }
}

}  // namespace

solved_group solve_by_engine(const any_game& game, const solve_plan& plan, const planned_group& planned,
                             const group_inputs& inputs, const solve_job_options& options,
                             const std::filesystem::path& checkpoint, const checkpoint_schedule& schedule,
                             const warning_callback& warn, solve_visitor& visitor) {
  phase_clock clock(visitor);
  solved_group group;
  group.part = game_of_group(game, planned.group, inputs.entries);
  solve_plan plan_of_group;
  plan_of_group.positions = planned.group.size;
  plan_of_group.limit_bytes = plan.limit_bytes;
  plan_of_group.chosen = planned.chosen.value();
  group.job = std::make_unique<solve_job>(*group.part, options, std::move(plan_of_group), warn);
  if (options.solve.saves) group.job->save(checkpoint, schedule);
  std::error_code ignored;
  if (std::filesystem::exists(checkpoint, ignored)) resume_from(checkpoint, *group.job);
  solve_job_result solved = group.job->finish(group.job->solve(clock), clock);
  group.solve = std::move(solved.solved.report);
  group.values = std::move(solved.solved.values);
  group.report.solver = to_string(group.solve.engine);
  group.report.edges = group.solve.edges;
  group.report.verified = std::move(solved.verified);
  group.report.input_bytes = inputs.entries->bytes_in_memory();
  if (group.report.is_accepted()) {
    position first_in_group = 0;
    for (const std::uint32_t slice : planned.group.slices) {
      const std::uint64_t size = plan.slices[slice].size;
      group.sums.push_back(summarize_slice(game, entry_window(*group.values, first_in_group, size), plan.first[slice],
                                           options.solve.threads, clock));
      first_in_group += size;
    }
  }
  group.report.seconds = clock.stop();
  return group;
}

solved_group solve_by_outcome(const any_game& game, const solve_plan& plan, const planned_group& planned,
                              const group_inputs& inputs, const solve_job_options& options, solve_visitor& visitor) {
  phase_clock clock(visitor);
  // There is only one slice: moves lead between the slices of a larger group.
  const std::uint32_t slice = planned.group.slices.front();
  const zermelo::rules& rules = game.rules();
  const unsigned threads = options.solve.threads;
  solved_outcomes solved = solve_outcomes(rules, plan.slices, slice, inputs.outcomes.by_slice, threads, clock);
  solved_group group;
  group.outcomes = std::make_shared<const outcome_bits>(std::move(solved.outcomes));
  group.values = std::make_shared<const outcome_entries>(rules, plan.first[slice], group.outcomes);
  group.report.solver = outcomes_engine;
  group.report.edges = solved.edges;
  for (const auto& outcomes : inputs.outcomes.owners) group.report.input_bytes += outcomes->bytes();
  if (options.verify) {
    group.report.verified =
        verify_outcomes(rules, plan.slices, slice, *group.values, inputs.outcomes.by_slice, *options.verify, clock);
  }
  if (group.report.is_accepted()) {
    group.sums.push_back(summarize_outcomes(rules, plan.first[slice], *group.outcomes, threads, clock));
  }
  group.solve.threads = threads;
  group.report.seconds = group.solve.seconds = clock.stop();
  return group;
}

}  // namespace zermelo
