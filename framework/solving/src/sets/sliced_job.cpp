// SPDX-License-Identifier: MIT
#include <zermelo/solving/sets/sliced_job.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/solve/solve_steps.hpp>
#include <zermelo/solving/plan/rejections.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "explore_set.hpp"
#include "set_store.hpp"
#include "share_groups.hpp"
#include "slice_keys.hpp"
#include "solved_group.hpp"

namespace zermelo {
namespace {

/// Calls f until it accepts a file of another rank, since a folder on several machines may show a file late.
/// @throws what `f` throws after half a minute
template <class Function>
void await_file(const Function& f) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  for (;;) {
    try {
      return f();
    } catch (const input_error&) {
      if (std::chrono::steady_clock::now() > deadline) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

}  // namespace

sliced_job::sliced_job(any_game& game, sliced_job_options options, warning_callback warn)
    : m_game(game), m_options(std::move(options)), m_warn(std::move(warn)) {
  expect_solvable(m_game, request());
  m_options.solve.threads = resolve_threads(m_options.solve.threads);
  block_exchange* const ranks = m_options.ranks;
  if (ranks != nullptr && m_options.solve.memory_limit_bytes == 0) {
    const std::uint64_t own = saturating_sum(available_memory_bytes() / ranks->num_local_blocks(), m_game.size().bytes,
                                             m_game.cached_bytes());
    m_options.solve.memory_limit_bytes = ranks->least(own).value();
  }
  if (!m_options.folder.empty() && !m_game.is_numbered() && is_first_block(ranks)) {
    if (has_set_index(m_options.folder)) {
      work_monitor silent;
      number_by_set(m_options.folder, read_set_index(m_options.folder), m_game, silent);
    } else {
      expect_no_tables(m_options.folder, m_game);  // before anything is explored
    }
  }
  const bool is_numbered = m_game.is_numbered();
  if (ranks != nullptr ? ranks->any(is_numbered) : is_numbered) {
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
  if (is_first_block(m_options.ranks)) {
    const auto lock = lock_folder(m_options.folder);
    number_by_slices(m_game, explore_set(m_game, m_options.folder, m_options.solve, visitor, report));
  }
  prepare();
}

void sliced_job::prepare() {
  m_is_planned = true;
  if (is_first_block(m_options.ranks)) {
    m_plan = zermelo::plan(m_game, request());
    open_set();
  }
  if (m_options.ranks != nullptr) (void)m_options.ranks->any(false);  // rank 0 has opened the set
  if (!is_first_block(m_options.ranks)) follow_set();
}

void sliced_job::open_set() {
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

void sliced_job::follow_set() {
  if (!m_options.folder.empty() && !m_game.is_numbered()) {
    work_monitor silent;
    await_file([&] { number_by_set(m_options.folder, read_set_index(m_options.folder), m_game, silent); });
  }
  m_plan = zermelo::plan(m_game, request());
  if (!m_options.folder.empty()) m_set.emplace(table_set::follow(m_options.folder, m_game));
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
    if (planned.inputs_by_outcome) continue;
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

void sliced_job::add(const done_slice& done) {
  if (m_set->is_done(done.slice)) return;
  await_file([&] { m_set->add(done.slice, done.share); });
  if (m_set->index().slices[done.slice].signature != done.signature) {
    throw input_error(
        fmt::format("{}: the table differs from the one that a rank has written; all ranks need the same folder",
                    m_set->file_of(done.slice).string()));
  }
  remove_slice_keys(m_options.folder, m_game, *m_set, done.slice, m_warn);
}

void sliced_job::solve(solve_visitor& visitor, const std::function<void(const group_report&)>& report) {
  set_index index = m_set->index();
  const set_store::group_callback record = [&](const planned_group& /*planned*/, const group_report& of_group,
                                               const std::vector<done_slice>& slices) {
    for (const done_slice& one : slices) index.add(one);
    if (!slices.empty()) write_set_index(m_options.folder, index);
    report(of_group);
  };
  if (m_options.ranks == nullptr) {
    set_store store(m_game, m_options, m_plan, m_set.value(), m_warn, record);
    return solve(m_plan.groups, store, m_warn, visitor);
  }
  const std::vector<slice_group> order = slice_order(m_plan.slices);
  share_groups(*m_options.ranks, m_plan, index.done_slices(), record, m_warn, visitor, [&](group_desk& desk) {
    const warning_callback warn = [&desk](const std::string& what) { desk.warn(what); };
    const set_store::group_callback send = [&desk](const auto&... result) { desk.record(result...); };
    set_store store(m_game, m_options, m_plan, m_set.value(), warn, send);
    std::map<std::uint32_t, done_slice> by_others;  // a rank opens only the tables that it reads
    while (const auto next = desk.next()) {
      for (const done_slice& one : next->slices) by_others.emplace(one.slice, one);
      const auto groups = std::span<const planned_group>(m_plan.groups)
                              .subspan(next->groups.begin, next->groups.end - next->groups.begin);
      for (const planned_group& planned : groups) {
        for (const std::uint32_t slice : slices_needed_by(order, planned.group)) {
          if (const auto found = by_others.find(slice); found != by_others.end()) add(found->second);
        }
      }
      solve(groups, store, warn, visitor);
    }
  });
}

void sliced_job::solve(std::span<const planned_group> groups, set_store& store, const warning_callback& warn,
                       solve_visitor& visitor) const {
  std::mutex guard;
  const auto guarded_warn = [&](const std::string& what) {
    const std::lock_guard lock(guard);
    warn(what);
  };
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
                                                m_options.schedule, guarded_warn, of_group);
    add_seconds(solved.report.seconds, inputs.seconds);
    return solved;
  };
  solve_steps<planned_group, group_inputs, solved_group>(groups, store, solve_group, m_options.solve.threads, visitor);
}

}  // namespace zermelo
