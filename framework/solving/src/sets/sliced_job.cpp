// SPDX-License-Identifier: MIT
#include <zermelo/solving/sets/sliced_job.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/solve/solve_steps.hpp>
#include <zermelo/solving/plan/rejections.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "explore_set.hpp"
#include "set_store.hpp"
#include "slice_keys.hpp"
#include "solved_group.hpp"

namespace zermelo {

sliced_job::sliced_job(any_game& game, sliced_job_options options, warning_callback warn)
    : m_game(game), m_options(std::move(options)), m_warn(std::move(warn)) {
  expect_solvable(m_game, request());
  m_options.solve.threads = resolve_threads(m_options.solve.threads);
  if (!m_options.folder.empty() && !m_game.is_numbered()) {
    if (has_set_index(m_options.folder)) {
      work_monitor silent;
      number_by_set(m_options.folder, read_set_index(m_options.folder), m_game, silent);
    } else {
      expect_no_tables(m_options.folder, m_game);  // before anything is explored
    }
  }
  if (m_game.is_numbered()) {
    prepare();
  } else {
    m_plan = zermelo::plan(m_game, request());
  }
}

solve_request sliced_job::request() const {
  return {.solve = m_options.solve, .slices = m_options.choice, .by_outcome = m_options.by_outcome};
}

void sliced_job::explore(solve_visitor& visitor, const std::function<void(const exploration_report&)>& report) {
  if (m_is_planned) return;
  {
    const auto lock = lock_folder(m_options.folder);
    number_by_slices(m_game, explore_set(m_game, m_options.folder, m_options.solve, visitor, report));
  }
  prepare();
}

void sliced_job::prepare() {
  m_plan = zermelo::plan(m_game, request());
  m_is_planned = true;
  if (!m_options.folder.empty() && has_set_index(m_options.folder)) {
    m_set.emplace(table_set::open_to_add(m_options.folder, m_game));
  }
  expect_distances();
  if (m_options.folder.empty()) return;
  expect_space();
  if (!m_set) m_set.emplace(table_set::make(m_options.folder, m_game));
  for (std::uint32_t slice = 0; slice < m_plan.slices.size(); ++slice) {
    if (m_set->is_done(slice)) remove_slice_keys(m_options.folder, m_game, *m_set, slice, m_warn);
  }
}

void sliced_job::expect_distances() const {
  const std::vector<slice_group> order = slice_order(m_plan.slices);
  const auto has_outcomes_only = [this](std::uint32_t slice) { return m_set && m_set->has_outcomes_only(slice); };
  const auto will_have_outcomes_only = [this](std::uint32_t slice) {
    if (m_set && m_set->is_done(slice)) return false;
    return std::any_of(m_plan.groups.begin(), m_plan.groups.end(), [slice](const planned_group& planned) {
      return planned.by_outcome && planned.group.slices.front() == slice;
    });
  };
  for (const planned_group& planned : m_plan.groups) {
    const std::uint32_t slice = planned.group.slices.front();
    if (is_done(planned)) {
      if (planned.by_outcome || !has_outcomes_only(slice)) continue;
      throw input_error(
          fmt::format("slice {} has only outcomes; continue with --outcomes, or choose another folder", planned.name));
    }
    if (planned.by_outcome) continue;
    for (const std::uint32_t reachable : planned.group.successor_groups) {
      const std::uint32_t target = order[reachable].slices.front();
      if (!has_outcomes_only(target) && !will_have_outcomes_only(target)) continue;
      throw input_error(
          fmt::format("slice {} needs the distances of {}, which {} only outcomes{}", planned.name,
                      m_plan.slices[target].name, has_outcomes_only(target) ? "has" : "would have",
                      has_outcomes_only(target) ? "; use another folder" : "; solve it without --outcomes first"));
    }
  }
}

void sliced_job::expect_space() const {
  const planned_group* largest = nullptr;
  for (const planned_group& planned : m_plan.groups) {
    if (planned.fits || is_done(planned)) continue;
    if (largest == nullptr || planned.min_bytes() > largest->min_bytes()) largest = &planned;
  }
  if (largest == nullptr) return;
  throw resource_error(
      fmt::format("slice {}: {} positions need about {}{}; the memory limit is {}, and {} suffices for all slices",
                  largest->name, grouped_digits(largest->group.size), format_bytes(largest->min_bytes()),
                  largest->by_outcome ? " for outcomes only, with those of their successors" : "",
                  format_bytes(m_plan.limit_bytes), sufficient_limit_text(largest->min_bytes())));
}

bool sliced_job::is_done(const planned_group& planned) const { return m_set && m_set->are_done(planned.group.slices); }

void sliced_job::solve(solve_visitor& visitor, const std::function<void(const group_report&)>& report) {
  std::mutex guard;
  const auto warn = [&](const std::string& what) {
    const std::lock_guard lock(guard);
    m_warn(what);
  };
  set_store store(m_game, m_options, m_plan, m_set.value(), m_warn, report);
  const auto solve_group = [&](const planned_group& planned, const group_inputs& inputs,
                               const step_conditions& conditions, solve_visitor& of_group) {
    solve_job_options options;
    options.solve = m_options.solve;
    options.solve.threads = conditions.threads;
    // A group that is solved at the same time as others is too small to be saved.
    options.solve.saves = m_options.schedule.is_set() && !conditions.is_parallel;
    options.verify = m_options.verify;
    if (options.verify) options.verify->threads = conditions.threads;
    options.inputs = inputs.for_checkpoint;
    solved_group solved = planned.by_outcome
                              ? solve_by_outcome(m_game, m_plan, planned, inputs, options, of_group)
                              : solve_by_engine(m_game, m_plan, planned, inputs, options, store.checkpoint_of(planned),
                                                m_options.schedule, warn, of_group);
    add_seconds(solved.report.seconds, inputs.seconds);
    return solved;
  };
  solve_steps<planned_group, group_inputs, solved_group>(m_plan.groups, store, solve_group, m_options.solve.threads,
                                                         visitor);
}

}  // namespace zermelo
