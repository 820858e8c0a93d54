// SPDX-License-Identifier: MIT
#include "planned_case.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/plan/rejections.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>

#include "study_folder.hpp"

namespace zermelo {
namespace {

/// Adds the memory of the program itself, which the limits of cases exclude, since cases run at the same time share it.
std::uint64_t with_program(std::uint64_t bytes) { return saturating_sum(bytes, bytes_of_program); }

/// Returns the estimated peak memory of an engine, without the program itself.
std::uint64_t engine_bytes(const solve_plan& plan, engine by) {
  return saturating_difference(plan.estimate_of(by).peak_bytes, bytes_of_program);
}

/// Returns the requested engine; if none is requested, the available one with the least peak memory, excluding
/// baselines.
engine smallest_engine(solve_plan plan, std::optional<engine> requested) {
  if (requested) return *requested;
  std::erase_if(plan.engines, [](const auto& one) { return !one.is_available || one.engine.is_baseline(); });
  return std::min_element(plan.engines.begin(), plan.engines.end(),
                          [](const auto& one, const auto& other) { return one.peak_bytes < other.peak_bytes; })
      ->engine;
}

}  // namespace

planned_case plan_case(const study& s, const study_case& one, const catalog& games, const case_conditions& conditions) {
  // Completes "more than ...". Only the rejection of a case that runs alone is reported, so the limit is that of the
  // study or, if ranks share it, of a rank.
  const std::string limit_phrase =
      s.memory_limit_bytes == 0 ? "the available memory"
                                : fmt::format("{}the memory limit of {}",
                                              conditions.limit_bytes < s.memory_limit_bytes ? "a rank's share of " : "",
                                              format_bytes(s.memory_limit_bytes));
  stop_monitor stop(conditions.monitor);
  const build_conditions building{.memory_limit_bytes = with_program(conditions.limit_bytes),
                                  .limit_text = limit_phrase,
                                  .monitor = &stop,
                                  .threads = conditions.threads};
  planned_case planned{build_case(s, one, games, building), nullptr};
  solve_job_options options;
  options.program = conditions.program;
  options.solve.engine = conditions.engine ? conditions.engine : engine_of(s, one);
  options.solve.blocks = conditions.blocks;
  options.solve.threads = conditions.threads;
  // An engine that the study names is used even if it cannot save; likewise, a game that cannot be saved is solved.
  options.solve.saves = conditions.saves && !is_solved_by_groups(*planned.game) &&
                        (!options.solve.engine || options.solve.engine->saves());
  options.solve.memory_limit_bytes = with_program(conditions.limit_bytes);
  if (s.memory_limit_bytes != 0) options.solve.process_limit_bytes = with_program(s.memory_limit_bytes);
  options.max_positions_explored = conditions.max_positions_explored;
  options.verify = parse_verify_scope(s.verify, conditions.threads);
  if (const std::string name = table_name(s, one); !name.empty() && !conditions.folder.empty()) {
    options.table = conditions.folder / name;
  }
  options.table_mutex = conditions.table_mutex;
  try {
    planned.job = std::make_unique<solve_job>(*planned.game, options, conditions.warn);
    if (!planned.game->is_numbered()) {
      if (conditions.visitor == nullptr) return planned;
      planned.job->explore(*conditions.visitor);
    }
    planned.peak_bytes = engine_bytes(planned.job->plan(), planned.job->plan().choice());
  } catch (const resource_error&) {
    // The number of positions found before memory ran out depends on the threads, so the message omits it.
    if (!planned.game->is_numbered()) {
      throw resource_error(fmt::format("solving the explored positions needs more than {}", limit_phrase));
    }
    if (planned.job == nullptr) throw;
    const solve_plan& plan = planned.job->plan();
    const engine smallest = smallest_engine(plan, options.solve.engine);
    throw resource_error(fmt::format("{} positions: engine '{}' needs about {}, more than {}",
                                     grouped_digits(plan.positions), to_string(smallest),
                                     format_bytes(engine_bytes(plan, smallest)), limit_phrase));
  }
  return planned;
}

}  // namespace zermelo
