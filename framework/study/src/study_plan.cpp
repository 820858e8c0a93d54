// SPDX-License-Identifier: MIT
#include <zermelo/study/study_plan.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <utility>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

#include "planned_case.hpp"

namespace zermelo {
namespace {

/// Forwards stop requests, and stops a solve at a deadline.
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

case_estimate estimate_case(const study& s, const study_case& one, const catalog& games, const work_monitor& monitor) {
  case_estimate estimate;
  try {
    case_conditions conditions;
    conditions.limit_bytes = s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes();
    conditions.saves = true;  // like a case that runs alone
    conditions.monitor = &monitor;
    const planned_case planned = plan_case(s, one, games, conditions);
    if (!planned.game->is_numbered()) return estimate;
    estimate.positions = planned.game->num_positions();
    estimate.engine = planned.job->plan().chosen;
    estimate.peak_bytes = planned.peak_bytes;
  } catch (const interrupted&) {
    throw;
  } catch (const error& rejected) {
    estimate.rejection = rejected.what();
  }
  return estimate;
}

void estimate_seconds(const study& s, const std::vector<study_case>& cases, const catalog& games,
                      std::vector<case_estimate>& estimates, const solve_visitor& visitor) {
  // The sample of a kind is the case whose size is nearest to this number: large enough to measure, but quick.
  constexpr std::uint64_t best_sample_positions = 300'000;
  constexpr auto max_sample_time = std::chrono::seconds(3);
  constexpr std::uint64_t max_sample_bytes = std::uint64_t{512} << 20;
  const auto distance = [](std::uint64_t positions) {
    return positions > best_sample_positions ? positions - best_sample_positions : best_sample_positions - positions;
  };
  // The time per position differs too much between games and engines to be taken from another kind.
  using kind_of_case = std::pair<std::string, std::optional<engine>>;
  const auto kind_of = [&](std::size_t i) { return kind_of_case(game_of(s, cases[i]), estimates[i].engine); };
  std::map<kind_of_case, std::size_t> sample_of_kind;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    if (!estimates[i].rejection.empty() || !estimates[i].engine) continue;
    const auto sample = sample_of_kind.emplace(kind_of(i), i).first;
    if (distance(estimates[i].positions) < distance(estimates[sample->second].positions)) sample->second = i;
  }
  std::map<kind_of_case, double> seconds_per_position;
  for (const auto& [kind, i] : sample_of_kind) {
    if (estimates[i].peak_bytes > max_sample_bytes) continue;
    const auto began = std::chrono::steady_clock::now();
    deadline_visitor timed(visitor, began + max_sample_time);
    try {
      solve_options options;
      options.engine = kind.second;
      options.threads = 1;
      options.memory_limit_bytes = 2 * max_sample_bytes;
      const build_conditions building{
          .memory_limit_bytes = options.memory_limit_bytes, .monitor = &timed, .threads = options.threads};
      (void)solve(*build_case(s, cases[i], games, building), options, timed);
    } catch (const error&) {
      visitor.check_stop();
      continue;  // the sample takes too long, or less memory is available now
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
    seconds_per_position[kind] = taken.count() / static_cast<double>(estimates[i].positions);
  }
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    case_estimate& one = estimates[i];
    const auto found = seconds_per_position.find(kind_of(i));
    if (one.rejection.empty() && found != seconds_per_position.end()) {
      one.seconds = found->second * static_cast<double>(one.positions);
    }
  }
}

}  // namespace zermelo
