// SPDX-License-Identifier: MIT
// Solving slices one group after the other.
#include <zermelo/experiment/sliced_job.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/phase_clock.hpp>
#include <zermelo/experiment/report_text.hpp>
#include <zermelo/experiment/solve_job.hpp>
#include <zermelo/experiment/table_metadata.hpp>
#include <zermelo/storage/endgame_table.hpp>

#include "explore_set.hpp"
#include "named_phases.hpp"
#include "resident_outcomes.hpp"
#include "resident_slices.hpp"
#include "slice_keys.hpp"
#include "slice_sums.hpp"

namespace zermelo::experiment {
namespace {

namespace fs = std::filesystem;

/// A window that keeps what it shows.
[[nodiscard]] std::shared_ptr<const solution_entries> shared_window(
    const std::shared_ptr<const solution_entries>& whole, position first, std::uint64_t size) {
  const auto window = std::make_shared<const std::pair<std::shared_ptr<const solution_entries>, entry_window>>(
      whole, entry_window(*whole, first, size));
  return {window, &window->second};
}

void go_on_with(const fs::path& checkpoint, solve_job& job) {
  try {
    (void)job.resume(checkpoint);
  } catch (const resume_error& refused) {
    throw resume_error(fmt::format("{}; remove it to solve the slice from the start", refused.what()));
  }
}

}  // namespace

sliced_job::sliced_job(any_game& game, sliced_job_options options, warning_callback warn)
    : m_game(game), m_options(std::move(options)), m_warn(std::move(warn)) {
  m_options.solve.threads = resolve_threads(m_options.solve.threads);
  if (!m_options.folder.empty() && !m_game.is_numbered() && has_set_index(m_options.folder)) {
    work_monitor silent;
    number_by_set(m_options.folder, m_game, silent);
  }
  if (m_game.is_numbered()) {
    prepare();
  } else {
    m_plan = plan_exploring(m_game, m_options.choice);
  }
}

void sliced_job::explore(solve_visitor& visitor, const std::function<void(const exploration_report&)>& done) {
  if (m_is_planned) return;
  {
    const auto lock = lock_folder(m_options.folder);
    m_game.number_by_slices(explore_set(m_game, m_options.folder, m_options.solve, visitor, done));
  }
  prepare();
}

void sliced_job::prepare() {
  m_plan = plan_slices(m_game, m_options.solve, m_options.choice, m_options.left);
  m_is_planned = true;
  if (!m_options.folder.empty() && has_set_index(m_options.folder)) {
    m_set.emplace(table_set::open_to_add(m_options.folder, m_game));
  }
  expect_distances();
  if (m_options.folder.empty()) return;
  for (const planned_group& one : m_plan.groups) {
    if (one.fits || is_done(one)) continue;
    throw resource_error(
        fmt::format("slice {}: {} positions need about {}{}, the memory limit is {}", one.name, one.group.size,
                    format_bytes(one.by_outcome ? one.most_bytes() : one.solving_bytes),
                    one.by_outcome ? " by outcome alone, with what they enter" : "", format_bytes(m_plan.limit_bytes)));
  }
  if (!m_set) m_set.emplace(table_set::make(m_options.folder, m_game));
  for (std::uint32_t slice = 0; slice < m_plan.slices.size(); ++slice) {
    if (m_set->is_done(slice)) remove_keys(slice);
  }
}

void sliced_job::remove_keys(std::uint32_t slice) const {
  if (m_game.keys_of_slice(slice) == nullptr) return;
  m_game.replace_keys(slice, m_set->table(slice)->keys());
  const fs::path file = keys_of_slice(m_options.folder, m_plan.slices[slice].name);
  std::error_code problem;
  fs::remove(file, problem);
  if (problem) m_warn(fmt::format("cannot remove {}, which is needed no more: {}", file.string(), problem.message()));
}

bool sliced_job::is_done(const planned_group& planned) const {
  return std::all_of(planned.group.slices.begin(), planned.group.slices.end(),
                     [this](std::uint32_t slice) { return m_set && m_set->is_done(slice); });
}

void sliced_job::solve(solve_visitor& visitor, const std::function<void(const group_report&)>& done) {
  const std::vector<slice_group> order = slice_order(m_plan.slices);
  std::vector<std::vector<std::uint32_t>> uses(m_plan.slices.size());  // by slice, what is still to be solved
  std::vector<std::vector<std::uint32_t>> uses_of_outcomes(m_plan.slices.size());
  for (std::size_t g = 0; g < m_plan.groups.size(); ++g) {
    if (is_done(m_plan.groups[g])) continue;
    auto& used_by = m_plan.groups[g].by_outcome ? uses_of_outcomes : uses;
    for (const std::uint32_t entered : m_plan.groups[g].group.enters) {
      for (const std::uint32_t slice : order[entered].slices) used_by[slice].push_back(static_cast<std::uint32_t>(g));
    }
  }
  const auto next_from = [](const std::vector<std::vector<std::uint32_t>>& used_by, std::size_t g) {
    return [&used_by, g](std::uint32_t slice) {
      const auto next = std::lower_bound(used_by[slice].begin(), used_by[slice].end(), g);
      return next == used_by[slice].end() ? resident_slices::never : *next;
    };
  };
  resident_slices resident(m_game, m_set.value(), m_options.solve.threads);
  resident_outcomes outcomes(m_set.value(), m_options.solve.threads);
  for (std::size_t g = 0; g < m_plan.groups.size(); ++g) {
    const planned_group& planned = m_plan.groups[g];
    if (is_done(planned)) {
      std::error_code none;
      fs::remove(checkpoint_of(planned), none);  // killed behind its tables, it may have left one
      done(report_of_done(planned));
      continue;
    }
    const std::uint64_t room = room_for_inputs(planned);
    // What this group does not need itself may stay as far as there is room.
    const std::uint64_t missing =
        planned.by_outcome ? outcomes.missing_bytes(planned.group, order) : planned.input_bytes;
    outcomes.make_room(room - std::min(room, missing), next_from(uses_of_outcomes, g));
    const std::uint64_t taken = saturating_sum(outcomes.bytes(), planned.by_outcome ? missing : 0);
    resident.make_room(room - std::min(room, taken), next_from(uses, g));
    named_phases told(visitor, planned.name, g + 1, m_plan.groups.size());
    const group_report report =
        planned.by_outcome ? settle_group(planned, order, outcomes, told) : solve_group(planned, order, resident, told);
    done(report);
    if (!report.is_accepted()) return;
  }
}

std::filesystem::path sliced_job::checkpoint_of(const planned_group& planned) const {
  return m_options.folder / (m_plan.slices[planned.group.slices.front()].name + ".checkpoint");
}

std::uint64_t sliced_job::room_for_inputs(const planned_group& planned) const {
  return m_plan.limit_bytes - std::min(m_plan.limit_bytes, planned.solving_bytes);
}

group_report sliced_job::report_of_done(const planned_group& planned) const {
  group_report report;
  report.name = planned.name;
  report.was_done = true;
  for (const std::uint32_t slice : planned.group.slices) {
    const storage::table_metadata& metadata = m_set->table(slice)->metadata();
    report.slices.push_back({m_plan.slices[slice], true, metadata.summary});
    report.edges = report.edges && metadata.edges ? std::optional(*report.edges + *metadata.edges) : std::nullopt;
    report.table_bytes += fs::file_size(m_set->file_of(slice));
  }
  return report;
}

std::shared_ptr<const joined_entries> sliced_job::inputs_of(const planned_group& planned,
                                                            const std::vector<slice_group>& order,
                                                            resident_slices& resident, solve_visitor& visitor) const {
  auto inputs = std::make_shared<joined_entries>(m_game.num_positions());
  for (const std::uint32_t entered : planned.group.enters) {
    for (const std::uint32_t slice : order[entered].slices) {
      inputs->add(m_plan.first[slice], resident.entries(slice, room_for_inputs(planned), visitor));
    }
  }
  return inputs;
}

storage::table_metadata sliced_job::metadata_of(std::uint32_t slice, const solution_summary& summary,
                                                const solve_report& report) const {
  storage::table_metadata metadata = table_metadata_of(m_game, report, m_options.program, m_game.keys_of_slice(slice));
  metadata.axes = {axis{"position", m_plan.slices[slice].size, {}, {}}};
  metadata.start.reset();
  metadata.start_text.clear();
  metadata.summary = summary;
  metadata.slice = {m_plan.slices[slice].name, m_plan.first[slice]};
  return metadata;
}

void sliced_job::write(std::uint32_t slice, const solution_entries& values, const storage::table_metadata& metadata,
                       solve_visitor& visitor) const {
  visitor.phase("write", 0);
  storage::write_endgame_table(m_set->file_of(slice), metadata, values, visitor, m_options.solve.threads);
}

solve_inputs sliced_job::inputs_said(const planned_group& planned, const std::vector<slice_group>& order) const {
  std::string entered;
  for (const std::uint32_t group : planned.group.enters) {
    for (const std::uint32_t slice : order[group].slices) {
      const set_slice& said = m_set->index().slices[slice];
      entered += fmt::format("{}{}:{}", entered.empty() ? "" : ",", said.name, signature_text(said.signature));
    }
  }
  return {{"slices_solved", planned.name}, {"slices_entered", entered.empty() ? "none" : entered}};
}

group_report sliced_job::solve_group(const planned_group& planned, const std::vector<slice_group>& order,
                                     resident_slices& resident, solve_visitor& visitor) {
  (void)restart_peak_bytes();
  phase_clock clock(visitor);
  m_game.hold_slices(slices_looked_into(order, planned.group), m_options.solve.threads, clock);
  const auto inputs = inputs_of(planned, order, resident, clock);
  group_report report;
  report.name = planned.name;
  report.input_bytes = inputs->bytes_in_memory();

  const std::unique_ptr<any_game> part = m_game.game_of_group(planned.group, inputs);
  solve_job_options options;
  options.solve = m_options.solve;
  options.solve.engine = m_options.solve.engine ? m_options.solve.engine : planned.chosen;
  options.solve.memory_limit_bytes = 0;  // it has been held against the limit, inputs and all
  options.solve.saves = m_options.schedule.is_set();
  options.verify = m_options.verify;
  options.inputs = inputs_said(planned, order);
  solve_job job(*part, options, m_warn);
  const fs::path checkpoint = checkpoint_of(planned);
  if (m_options.schedule.is_set()) job.save(checkpoint, m_options.schedule);
  std::error_code none;
  if (fs::exists(checkpoint, none)) go_on_with(checkpoint, job);
  solve_job_result solved = job.finish(job.solve(clock), clock);
  report.solver = to_string(solved.solved.report.engine);
  report.edges = solved.solved.report.edges;
  report.verified = std::move(solved.verified);
  if (report.is_accepted()) {
    const std::shared_ptr<const solution_entries> values = std::move(solved.solved.values);
    position own = 0;
    for (const std::uint32_t slice : planned.group.slices) {
      const std::uint64_t size = m_plan.slices[slice].size;
      auto window = shared_window(values, own, size);
      const slice_sums sums = sum_up(m_game, *window, m_plan.first[slice], m_options.solve.threads, clock);
      // Of slices that are solved together the moves are counted together.
      solved.solved.report.edges = own == 0 ? report.edges.value_or(0) : 0;
      write(slice, *window, metadata_of(slice, sums.own, solved.solved.report), clock);
      m_set->add(slice, sums.share);
      report.slices.push_back({m_plan.slices[slice], false, sums.own});
      report.table_bytes += fs::file_size(m_set->file_of(slice));
      resident.keep(slice, std::move(window), values);
      own += size;
    }
    m_set->commit();
    for (const std::uint32_t slice : planned.group.slices) remove_keys(slice);
    job.remove_checkpoint();
  }
  report.seconds = clock.stop();
  report.peak_bytes = peak_bytes();
  return report;
}

}  // namespace zermelo::experiment
