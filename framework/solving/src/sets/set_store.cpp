// SPDX-License-Identifier: MIT
#include "set_store.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/solving/job/stored_players_to_move.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/solving/plan/slicing.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "slice_keys.hpp"

namespace zermelo {
namespace {

namespace fs = std::filesystem;

/// Returns, by group of the plan, the slices that it leads to; empty for a group that is done.
[[nodiscard]] std::vector<needed_slices> needs_of(const solve_plan& plan, const std::vector<slice_group>& order,
                                                  const table_set& set) {
  std::vector<needed_slices> needs;
  for (const planned_group& planned : plan.groups) {
    needed_slices& needed = needs.emplace_back();
    if (set.are_done(planned.group.slices)) continue;
    std::vector<std::uint32_t>& slices = planned.inputs_by_outcome ? needed.outcomes : needed.entries;
    for (const std::uint32_t reachable : planned.group.successor_groups) {
      slices.insert(slices.end(), order[reachable].slices.begin(), order[reachable].slices.end());
    }
  }
  return needs;
}

/// Whether the schedule is frequent enough to save the solve of a small group, which lasts a few seconds.
[[nodiscard]] bool saves_small_groups(const checkpoint_schedule& schedule) {
  constexpr std::chrono::seconds max_small_group_time{10};
  return schedule.wave_interval || (schedule.time_interval && *schedule.time_interval < max_small_group_time);
}

}  // namespace

set_store::set_store(const any_game& game, const sliced_job_options& options, const solve_plan& plan, table_set& set,
                     const warning_callback& warn, const group_callback& record)
    : m_game(game),
      m_options(options),
      m_plan(plan),
      m_set(set),
      m_warn(warn),
      m_record(record),
      m_order(slice_order(plan.slices)),
      m_resident(game, set, options.solve.threads, needs_of(plan, m_order, set)) {}

bool set_store::is_done(const planned_group& planned) {
  if (!m_set.are_done(planned.group.slices)) return false;
  std::error_code ignored;
  storage::remove_linked_file(checkpoint_of(planned), ignored);  // remains if a job was killed after its last table
  m_record(planned, report_of_done(planned), {});
  return true;
}

bool set_store::may_be_parallel(const planned_group& planned) {
  std::error_code ignored;
  return !saves_small_groups(m_options.schedule) && !m_set.are_done(planned.group.slices) &&
         !fs::exists(checkpoint_of(planned), ignored);
}

bool set_store::make_space(std::span<const planned_group> groups) {
  (void)restart_peak_bytes();
  m_space = space_for_inputs(groups);
  const std::size_t begin = step_number(groups.front());
  return m_resident.make_space(begin, begin + groups.size(), m_space);
}

std::uint64_t set_store::space_for_inputs(std::span<const planned_group> groups) const {
  std::uint64_t solving = groups.front().solving_bytes;
  std::uint64_t inputs = groups.front().input_bytes;
  for (const planned_group& planned : groups.subspan(1)) {
    solving = saturating_sum(solving, saturating_difference(planned.solving_bytes, m_plan.shared_bytes));
    inputs = saturating_sum(inputs, planned.input_bytes);
  }
  const std::uint64_t space = saturating_difference(m_plan.limit_bytes, solving);
  return inputs <= space ? space : saturating_difference(space, groups.front().reading_bytes);
}

group_inputs set_store::inputs_of(const planned_group& planned, solve_visitor& visitor) {
  phase_clock clock(visitor);
  group_inputs inputs;
  load_slices(m_game, slices_needed_by(m_order, planned.group), m_options.solve.threads, clock);
  if (planned.by_outcome) {
    inputs.outcomes = m_resident.outcomes_of(step_number(planned), clock);
  } else {
    inputs.entries = m_resident.entries_of(step_number(planned), m_space, clock);
  }
  inputs.for_checkpoint = checkpoint_inputs(planned);
  inputs.seconds = clock.stop();
  return inputs;
}

bool set_store::keep(const planned_group& planned, solved_group solved, const step_conditions& conditions,
                     solve_visitor& visitor) {
  phase_clock clock(visitor);
  for (const std::uint32_t slice : slices_needed_by(m_order, planned.group)) {
    if (m_set.is_done(slice)) m_set.table(slice)->forget_chunks();
  }
  std::vector<done_slice> done;
  if (solved.report.is_accepted()) done = write_tables(planned, solved, conditions.threads, clock);
  group_report& report = solved.report;
  report.name = planned.name;
  add_seconds(report.seconds, clock.stop());
  report.peak_bytes = peak_bytes();
  m_record(planned, report, done);
  for (const done_slice& one : done) remove_slice_keys(m_options.folder, m_game, m_set, one.slice, m_warn);
  if (report.is_accepted() && solved.job != nullptr) solved.job->remove_checkpoint();
  return report.is_accepted();
}

std::vector<done_slice> set_store::write_tables(const planned_group& planned, solved_group& solved, unsigned threads,
                                                solve_visitor& visitor) {
  std::vector<done_slice> done;
  position first_in_group = 0;
  for (std::size_t i = 0; i < planned.group.slices.size(); ++i) {
    const std::uint32_t slice = planned.group.slices[i];
    const std::uint64_t size = m_plan.slices[slice].size;
    const solution_summary& summary = solved.sums[i].own;
    const auto window = shared_window(solved.values, first_in_group, size);
    storage::table_metadata metadata = metadata_of(slice, summary, solved);
    // The moves of slices that are solved together are counted together, and stored with the first slice.
    if (i > 0) metadata.edges = 0;
    visitor.phase("write", 0);
    storage::write_endgame_table(m_set.file_of(slice), metadata, *window, visitor, threads);
    m_set.add(slice, solved.sums[i].share);
    done.push_back({slice, summary.signature, solved.sums[i].share, metadata.has_distances});
    solved.report.slices.push_back({m_plan.slices[slice].name, summary});
    solved.report.table_bytes += fs::file_size(m_set.file_of(slice));
    if (planned.by_outcome) {
      m_resident.keep(slice, solved.outcomes);
    } else {
      m_resident.keep(slice, window, solved.values);
    }
    first_in_group += size;
  }
  return done;
}

storage::table_metadata set_store::metadata_of(std::uint32_t slice, const solution_summary& summary,
                                               const solved_group& solved) const {
  storage::table_metadata metadata =
      table_metadata_of(m_game, solved.solve, m_options.program, keys_of_slice(m_game, slice));
  metadata.axes = {axis{"position", m_plan.slices[slice].size, {}, {}}};
  metadata.start.reset();
  metadata.start_text.clear();
  metadata.summary = summary;
  if (metadata.max_margin) metadata.max_margin = max_margin_of_slice(m_game, m_plan.slices[slice]);
  metadata.slice = {m_plan.slices[slice].name, m_plan.first[slice]};
  metadata.players_to_move = to_move_for_slice(m_game, m_plan.first[slice]);
  metadata.engine = solved.report.solver;
  metadata.edges = solved.report.edges;
  metadata.has_distances = solved.outcomes == nullptr;
  if (metadata.has_distances) metadata.metric = m_game.metric();
  return metadata;
}

group_report set_store::report_of_done(const planned_group& planned) const {
  group_report report;
  report.name = planned.name;
  report.was_done = true;
  for (const std::uint32_t slice : planned.group.slices) {
    const storage::table_metadata& metadata = m_set.table(slice)->metadata();
    report.slices.push_back({m_plan.slices[slice].name, metadata.summary});
    report.edges = report.edges && metadata.edges ? std::optional(*report.edges + *metadata.edges) : std::nullopt;
    report.table_bytes += fs::file_size(m_set.file_of(slice));
  }
  return report;
}

fs::path set_store::checkpoint_of(const planned_group& planned) const {
  return m_options.folder / (m_plan.slices[planned.group.slices.front()].name + ".checkpoint");
}

solve_inputs set_store::checkpoint_inputs(const planned_group& planned) const {
  std::string reachable;
  for (const std::uint32_t group : planned.group.successor_groups) {
    for (const std::uint32_t slice : m_order[group].slices) {
      const set_slice& listed = m_set.index().slices[slice];
      reachable += fmt::format("{}{}:{}", reachable.empty() ? "" : ",", listed.name, hex_text(listed.signature));
    }
  }
  solve_inputs inputs = {{"slices_solved", planned.name}, {"slices_entered", reachable.empty() ? "none" : reachable}};
  if (m_game.metric() != metric::end) inputs.emplace_back("metric", to_string(m_game.metric()));
  return inputs;
}

}  // namespace zermelo
