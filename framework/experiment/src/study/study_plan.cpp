// SPDX-License-Identifier: MIT
// Planning cases, and estimating what they take.
#include <zermelo/experiment/study/study_plan.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/job/verifying.hpp>

#include "planned_case.hpp"
#include "study_folder.hpp"

namespace zermelo::experiment {
namespace {

/// Adds the memory of the program itself, which is counted once for all cases that run.
std::uint64_t with_program(std::uint64_t bytes) { return saturating_sum(bytes, bytes_of_program); }

/// What an engine is expected to need beside the program.
std::uint64_t engine_bytes(const memory_plan& plan, std::optional<engine> wanted) {
  for (const engine_estimate& estimate : plan.engines) {
    if (estimate.engine == wanted) return estimate.peak_bytes - std::min(estimate.peak_bytes, bytes_of_program);
  }
  return 0;
}

/// The requested engine; if none is requested, the available one with the least peak memory that is no baseline.
engine smallest_engine(memory_plan plan, std::optional<engine> requested) {
  if (requested) return *requested;
  std::erase_if(plan.engines, [](const auto& one) { return !one.is_available || one.engine.is_baseline(); });
  return std::min_element(plan.engines.begin(), plan.engines.end(),
                          [](const auto& one, const auto& other) { return one.peak_bytes < other.peak_bytes; })
      ->engine;
}

/// Ends a solve that takes too long.
class deadline_visitor final : public solve_visitor {
 public:
  using clock = std::chrono::steady_clock;
  deadline_visitor(const solve_visitor& outer, clock::time_point deadline) : m_outer(outer), m_deadline(deadline) {}
  [[nodiscard]] bool stop_requested() const override { return m_outer.stop_requested() || clock::now() >= m_deadline; }

 private:
  const solve_visitor& m_outer;
  clock::time_point m_deadline;
};

}  // namespace

planned_case plan_case(const study& s, const study_case& one, const catalog& games, const case_conditions& conditions) {
  // Completes "more than ...". A case that does not fit beside others is tried again alone, so that only the refusal of
  // a case alone is reported: its limit is a rank's share where ranks share the memory.
  const std::string limit_phrase =
      s.memory_limit_bytes == 0 ? "there is"
                                : fmt::format("{}the memory limit of {}",
                                              conditions.limit_bytes < s.memory_limit_bytes ? "a rank's share of " : "",
                                              format_bytes(s.memory_limit_bytes));
  const build_conditions building{with_program(conditions.limit_bytes), limit_phrase, std::nullopt, conditions.monitor};
  planned_case planned{build_case(s, one, games, building), nullptr};
  solve_job_options options;
  options.program = conditions.program;
  options.solve.engine = conditions.engine ? conditions.engine : engine_of(s, one);
  options.solve.blocks = conditions.blocks;
  options.solve.threads = conditions.threads;
  // The engine that a study names is taken, whether it can save or not.
  options.solve.saves = conditions.saves && (!options.solve.engine || options.solve.engine->saves());
  options.solve.memory_limit_bytes = with_program(conditions.limit_bytes);
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
    planned.peak_bytes = engine_bytes(planned.job->plan(), planned.job->plan().chosen);
  } catch (const resource_error&) {
    // The number of positions found before memory ran out depends on the threads, so the message leaves it out.
    if (!planned.game->is_numbered()) {
      throw resource_error(fmt::format("to solve the positions that exploring finds takes more than {}", limit_phrase));
    }
    options.solve.memory_limit_bytes = std::numeric_limits<std::uint64_t>::max();
    const memory_plan plan = solve_job(*planned.game, options, conditions.warn).plan();
    const engine least = smallest_engine(plan, options.solve.engine);
    throw resource_error(fmt::format("{} positions: engine '{}' needs about {}, more than {}", counted(plan.positions),
                                     to_string(least), format_bytes(engine_bytes(plan, least)), limit_phrase));
  }
  return planned;
}

case_estimate estimate_case(const study& s, const study_case& one, const catalog& games, const work_monitor& monitor) {
  case_estimate estimate;
  try {
    case_conditions conditions;
    conditions.limit_bytes = s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes();
    conditions.saves = true;  // as a case does that runs alone
    conditions.monitor = &monitor;
    const planned_case planned = plan_case(s, one, games, conditions);
    if (!planned.game->is_numbered()) return estimate;
    estimate.positions = planned.game->num_positions();
    estimate.engine = planned.job->plan().chosen;
    estimate.peak_bytes = planned.peak_bytes;
  } catch (const interrupted&) {
    throw;
  } catch (const error& refused) {
    estimate.refusal = refused.what();
  }
  return estimate;
}

void estimate_seconds(const study& s, const std::vector<study_case>& cases, const catalog& games,
                      std::vector<case_estimate>& estimates, const solve_visitor& visitor) {
  // Large enough to be measured, small enough not to be waited for.
  constexpr std::uint64_t best_sample_positions = 300'000;
  constexpr auto max_sample_time = std::chrono::seconds(3);
  constexpr std::uint64_t max_sample_bytes = std::uint64_t{512} << 20;
  const auto distance = [](std::uint64_t positions) {
    return positions > best_sample_positions ? positions - best_sample_positions : best_sample_positions - positions;
  };
  // The time for a position differs too much between games, and between engines, to be taken from another pair.
  using kind_of_case = std::pair<std::string, std::optional<engine>>;
  const auto kind_of = [&](std::size_t i) { return kind_of_case(game_of(s, cases[i]), estimates[i].engine); };
  std::map<kind_of_case, std::size_t> case_of_kind;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    if (!estimates[i].refusal.empty() || !estimates[i].engine) continue;
    const auto [found, is_new] = case_of_kind.emplace(kind_of(i), i);
    if (!is_new && distance(estimates[i].positions) < distance(estimates[found->second].positions)) found->second = i;
  }
  std::map<kind_of_case, double> seconds_a_position;
  for (const auto& [kind, i] : case_of_kind) {
    if (estimates[i].peak_bytes > max_sample_bytes) continue;
    const auto began = std::chrono::steady_clock::now();
    deadline_visitor timed(visitor, began + max_sample_time);
    try {
      solve_options options;
      options.engine = kind.second;
      options.threads = 1;
      options.memory_limit_bytes = 2 * max_sample_bytes;
      const build_conditions building{options.memory_limit_bytes, "", std::nullopt, &timed};
      (void)solve(*build_case(s, cases[i], games, building), options, timed);
    } catch (const error&) {
      visitor.check_stop();
      continue;  // it takes too long, or there is less memory now
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
    seconds_a_position[kind] = taken.count() / static_cast<double>(estimates[i].positions);
  }
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    case_estimate& one = estimates[i];
    const auto found = seconds_a_position.find(kind_of(i));
    if (one.refusal.empty() && found != seconds_a_position.end()) {
      one.seconds = found->second * static_cast<double>(one.positions);
    }
  }
}

}  // namespace zermelo::experiment
