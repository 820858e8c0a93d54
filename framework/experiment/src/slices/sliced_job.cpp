// SPDX-License-Identifier: MIT
#include <zermelo/experiment/slices/sliced_job.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/stored_owners.hpp>
#include <zermelo/experiment/job/table_metadata.hpp>
#include <zermelo/experiment/slices/slicing.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "explore_set.hpp"
#include "held_inputs.hpp"
#include "named_phases.hpp"
#include "resident_slices.hpp"
#include "slice_keys.hpp"
#include "summarize_slice.hpp"

namespace zermelo::experiment {
namespace {

namespace fs = std::filesystem;

/// A window on `whole` that keeps `whole` alive.
[[nodiscard]] std::shared_ptr<const solution_entries> shared_window(
    const std::shared_ptr<const solution_entries>& whole, position first, std::uint64_t size) {
  const auto window = std::make_shared<const std::pair<std::shared_ptr<const solution_entries>, entry_window>>(
      whole, entry_window(*whole, first, size));
  return {window, &window->second};
}

/// Whether the schedule would save the solve of a small group, which takes some seconds.
[[nodiscard]] bool saves_small_groups(const checkpoint_schedule& schedule) {
  constexpr std::chrono::seconds max_small_group_time{10};
  return schedule.wave_interval || (schedule.time_interval && *schedule.time_interval < max_small_group_time);
}

/// The visitor of one of several solves that run at the same time: passes on whether to stop, and reports no progress.
class silent_visitor final : public solve_visitor {
 public:
  explicit silent_visitor(const solve_visitor& common) : m_common(common) {}
  [[nodiscard]] bool stop_requested() const override { return m_common.stop_requested(); }

 private:
  const solve_visitor& m_common;
};

void resume_from(const fs::path& checkpoint, solve_job& job) {
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
    m_plan = plan_exploring(m_game, m_options.choice);
  }
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
  m_plan = plan_slices(m_game, m_options.solve, m_options.choice, m_options.settled_slices);
  m_is_planned = true;
  if (!m_options.folder.empty() && has_set_index(m_options.folder)) {
    m_set.emplace(table_set::open_to_add(m_options.folder, m_game));
  }
  expect_distances();
  if (m_options.folder.empty()) return;
  expect_room();
  if (!m_set) m_set.emplace(table_set::make(m_options.folder, m_game));
  for (std::uint32_t slice = 0; slice < m_plan.slices.size(); ++slice) {
    if (m_set->is_done(slice)) remove_keys(slice);
  }
}

void sliced_job::expect_distances() const {
  const std::vector<slice_group> order = slice_order(m_plan.slices);
  const auto has_outcomes_alone = [this](std::uint32_t slice) { return m_set && m_set->has_outcomes_alone(slice); };
  const auto will_have_outcomes_alone = [this](std::uint32_t slice) {
    if (m_set && m_set->is_done(slice)) return false;
    return std::any_of(m_plan.groups.begin(), m_plan.groups.end(), [slice](const planned_group& planned) {
      return planned.by_outcome && planned.group.slices.front() == slice;
    });
  };
  for (const planned_group& planned : m_plan.groups) {
    const std::uint32_t slice = planned.group.slices.front();
    if (is_done(planned)) {
      if (planned.by_outcome || !has_outcomes_alone(slice)) continue;
      throw input_error(
          fmt::format("slice {} has outcomes alone: go on with --outcomes, or give another folder", planned.name));
    }
    if (planned.by_outcome) continue;
    for (const std::uint32_t entered : planned.group.entered_groups) {
      const std::uint32_t target = order[entered].slices.front();
      if (!has_outcomes_alone(target) && !will_have_outcomes_alone(target)) continue;
      throw input_error(fmt::format("slice {} needs the distances of {}, which {} outcomes alone{}", planned.name,
                                    m_plan.slices[target].name, has_outcomes_alone(target) ? "has" : "would have",
                                    has_outcomes_alone(target) ? "" : ": solve that without --outcomes first"));
    }
  }
}

void sliced_job::expect_room() const {
  const planned_group* largest = nullptr;
  for (const planned_group& planned : m_plan.groups) {
    if (planned.fits || is_done(planned)) continue;
    if (largest == nullptr || planned.min_bytes() > largest->min_bytes()) largest = &planned;
  }
  if (largest == nullptr) return;
  throw resource_error(fmt::format("slice {}: {} positions need about {}{}; the memory limit is {}: all slices fit {}",
                                   largest->name, grouped_digits(largest->group.size),
                                   format_bytes(largest->min_bytes()),
                                   largest->by_outcome ? " by outcome alone, with what they enter" : "",
                                   format_bytes(m_plan.limit_bytes), sufficient_limit_text(largest->min_bytes())));
}

void sliced_job::remove_keys(std::uint32_t slice) const {
  if (keys_of_slice(m_game, slice) == nullptr) return;
  replace_keys(m_game, slice, m_set->table(slice)->keys());
  const fs::path file = key_file_of_slice(m_options.folder, m_plan.slices[slice].name);
  std::error_code problem;
  storage::remove_linked_file(file, problem);
  if (problem) m_warn(fmt::format("cannot remove {}, which is needed no more: {}", file.string(), problem.message()));
}

bool sliced_job::is_done(const planned_group& planned) const {
  return std::all_of(planned.group.slices.begin(), planned.group.slices.end(),
                     [this](std::uint32_t slice) { return m_set && m_set->is_done(slice); });
}

void sliced_job::solve(solve_visitor& visitor, const std::function<void(const group_report&)>& send_report) {
  held_inputs inputs(m_game, m_set.value(), m_plan, m_options.solve.threads,
                     [this](const planned_group& planned) { return is_done(planned); });
  const std::span<const planned_group> groups = m_plan.groups;
  for (std::size_t g = 0; g < groups.size();) {
    const planned_group& planned = groups[g];
    if (is_done(planned)) {
      std::error_code ignored;
      storage::remove_linked_file(checkpoint_of(planned), ignored);  // left if a job was killed after its last table
      send_report(report_of_done(planned));
      ++g;
      continue;
    }
    std::size_t end = end_of_side_by_side(g);
    // Several groups are solved at the same time only with all inputs in memory: one thread at a time reads a file.
    if (!inputs.make_room(g, end, room_for_inputs(groups.subspan(g, end - g))) && end - g > 1) {
      end = g + 1;
      (void)inputs.make_room(g, end, room_for_inputs(groups.subspan(g, 1)));
    }
    if (end - g > 1) {
      named_phases progress(visitor, fmt::format("{} to {}", planned.name, groups[end - 1].name), end, groups.size());
      if (!solve_side_by_side(groups.subspan(g, end - g), inputs, progress, send_report)) return;
    } else {
      named_phases progress(visitor, planned.name, end, groups.size());
      const group_report report =
          planned.by_outcome ? settle_group(planned, inputs, progress) : solve_group(planned, inputs, progress);
      send_report(report);
      if (!report.is_accepted()) return;
    }
    g = end;
  }
}

std::size_t sliced_job::end_of_side_by_side(std::size_t group) const {
  const auto is_by_itself = [this](const planned_group& planned) {
    std::error_code ignored;
    return is_done(planned) || fs::exists(checkpoint_of(planned), ignored);
  };
  const std::size_t last = m_plan.end_of_side_by_side(group);
  std::size_t end = group + 1;
  if (is_by_itself(m_plan.groups[group]) || saves_small_groups(m_options.schedule)) return end;
  while (end < last && !is_by_itself(m_plan.groups[end])) ++end;
  return end;
}

std::filesystem::path sliced_job::checkpoint_of(const planned_group& planned) const {
  return m_options.folder / (m_plan.slices[planned.group.slices.front()].name + ".checkpoint");
}

std::uint64_t sliced_job::room_for_inputs(std::span<const planned_group> groups) const {
  std::uint64_t solving = groups.front().solving_bytes;
  std::uint64_t inputs = groups.front().input_bytes;
  for (const planned_group& planned : groups.subspan(1)) {
    solving = saturating_sum(solving, saturating_difference(planned.solving_bytes, m_plan.shared_bytes));
    inputs = saturating_sum(inputs, planned.input_bytes);
  }
  const std::uint64_t room = saturating_difference(m_plan.limit_bytes, solving);
  return inputs <= room ? room : saturating_difference(room, groups.front().reading_bytes);
}

group_report sliced_job::report_of_done(const planned_group& planned) const {
  group_report report;
  report.name = planned.name;
  report.was_done = true;
  for (const std::uint32_t slice : planned.group.slices) {
    const storage::table_metadata& metadata = m_set->table(slice)->metadata();
    report.slices.push_back({m_plan.slices[slice].name, metadata.summary});
    report.edges = report.edges && metadata.edges ? std::optional(*report.edges + *metadata.edges) : std::nullopt;
    report.table_bytes += fs::file_size(m_set->file_of(slice));
  }
  return report;
}

std::shared_ptr<const joined_entries> sliced_job::inputs_of(const planned_group& planned, std::uint64_t room,
                                                            held_inputs& held, solve_visitor& visitor) const {
  auto inputs = std::make_shared<joined_entries>(m_game.num_positions());
  for (const std::uint32_t entered : planned.group.entered_groups) {
    for (const std::uint32_t slice : held.order()[entered].slices) {
      inputs->add(m_plan.first[slice], held.with_distances().entries(slice, room, visitor));
    }
  }
  return inputs;
}

storage::table_metadata sliced_job::metadata_of(std::uint32_t slice, const solution_summary& summary,
                                                const solve_report& report) const {
  storage::table_metadata metadata = table_metadata_of(m_game, report, m_options.program, keys_of_slice(m_game, slice));
  metadata.axes = {axis{"position", m_plan.slices[slice].size, {}, {}}};
  metadata.start.reset();
  metadata.start_text.clear();
  metadata.summary = summary;
  if (metadata.max_margin) metadata.max_margin = max_margin_of_slice(m_game, m_plan.slices[slice]);
  metadata.slice = {m_plan.slices[slice].name, m_plan.first[slice]};
  metadata.owners = owners_to_store_of_slice(m_game, m_plan.first[slice]);
  return metadata;
}

void sliced_job::write(std::uint32_t slice, const solution_entries& values, const storage::table_metadata& metadata,
                       unsigned threads, solve_visitor& visitor) const {
  visitor.phase("write", 0);
  storage::write_endgame_table(m_set->file_of(slice), metadata, values, visitor, threads);
}

solve_inputs sliced_job::checkpoint_inputs(const planned_group& planned, const std::vector<slice_group>& order) const {
  std::string entered;
  for (const std::uint32_t group : planned.group.entered_groups) {
    for (const std::uint32_t slice : order[group].slices) {
      const set_slice& listed = m_set->index().slices[slice];
      entered += fmt::format("{}{}:{}", entered.empty() ? "" : ",", listed.name, signature_text(listed.signature));
    }
  }
  return {{"slices_solved", planned.name}, {"slices_entered", entered.empty() ? "none" : entered}};
}

/// A group with its solution, before it is written.
struct sliced_job::solved_group {
  const planned_group& planned;
  std::unique_ptr<any_game> part;
  std::unique_ptr<solve_job> job;  ///< of the part
  group_report report;             ///< without slices and table_bytes
  solve_report solve;
  std::shared_ptr<const solution_entries> values;
  std::vector<slice_sums> sums;  ///< by slice of the group; none if it is not accepted
};

group_report sliced_job::solve_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor) {
  (void)restart_peak_bytes();
  phase_clock clock(visitor);
  const unsigned threads = m_options.solve.threads;
  hold_slices(m_game, slices_needed_by(held.order(), planned.group), threads, clock);
  const auto inputs = inputs_of(planned, room_for_inputs(std::span(&planned, 1)), held, clock);
  solved_group solved = solve_with(inputs, planned, options_for(planned, held.order()), m_warn, clock);
  for (const std::uint32_t slice : slices_needed_by(held.order(), planned.group)) {
    if (m_set->is_done(slice)) m_set->table(slice)->forget_chunks();
  }
  group_report report = store_group(std::move(solved), held.with_distances(), threads, clock);
  report.seconds = clock.stop();
  report.peak_bytes = peak_bytes();
  return report;
}

bool sliced_job::solve_side_by_side(std::span<const planned_group> groups, held_inputs& held, solve_visitor& visitor,
                                    const std::function<void(const group_report&)>& send_report) {
  const std::uint64_t room = room_for_inputs(groups);
  std::vector<std::shared_ptr<const joined_entries>> inputs;
  for (const planned_group& planned : groups) inputs.push_back(inputs_of(planned, room, held, visitor));

  (void)restart_peak_bytes();
  std::vector<solve_job_options> options;
  for (const planned_group& planned : groups) {
    solve_job_options& own = options.emplace_back(options_for(planned, held.order()));
    own.solve.threads = 1;
    own.solve.memory_limit_bytes = std::numeric_limits<std::uint64_t>::max();  // other solves change the free memory
    own.solve.saves = false;
    if (own.verify) own.verify->threads = 1;
  }
  std::mutex guard;
  const auto warn = [&](const std::string& what) {
    const std::lock_guard lock(guard);
    m_warn(what);
  };
  std::vector<std::uint64_t> ends;  // of the groups, if their positions are numbered one group after the other
  for (const planned_group& planned : groups) ends.push_back((ends.empty() ? 0 : ends.back()) + planned.group.size);
  const auto group_at = [&ends](std::uint64_t p) {
    return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), p) - ends.begin());
  };
  bool is_accepted = true;
  silent_visitor silent(visitor);
  visitor.phase("solve", ends.back());
  for_each_block_in_order<std::unique_ptr<solved_group>>(
      ends.back(), m_options.solve.threads, visitor, [&](std::uint64_t p) { return ends[group_at(p)]; },
      [&](const index_range& block, std::unique_ptr<solved_group>& solved) {
        phase_clock clock(silent);
        const std::size_t i = group_at(block.begin);
        solved = std::make_unique<solved_group>(solve_with(inputs[i], groups[i], options[i], warn, clock));
        solved->report.seconds = clock.stop();
      },
      [&](const std::unique_ptr<solved_group>& solved) {
        phase_clock clock(silent);
        std::map<std::string, double> seconds = solved->report.seconds;
        group_report report = store_group(std::move(*solved), held.with_distances(), 1, clock);
        for (const auto& [phase, storing_seconds] : clock.stop()) seconds[phase] += storing_seconds;
        report.seconds = std::move(seconds);
        report.peak_bytes = peak_bytes();
        send_report(report);
        is_accepted = report.is_accepted();
        return is_accepted ? sweep_step::proceed : sweep_step::stop;
      });
  return is_accepted;
}

solve_job_options sliced_job::options_for(const planned_group& planned, const std::vector<slice_group>& order) const {
  solve_job_options options;
  options.solve = m_options.solve;
  options.solve.engine = m_options.solve.engine ? m_options.solve.engine : planned.chosen;
  options.solve.memory_limit_bytes = 0;  // the slice plan has compared the group and its inputs with the limit
  options.solve.saves = m_options.schedule.is_set();
  options.verify = m_options.verify;
  options.inputs = checkpoint_inputs(planned, order);
  return options;
}

sliced_job::solved_group sliced_job::solve_with(const std::shared_ptr<const joined_entries>& inputs,
                                                const planned_group& planned, const solve_job_options& options,
                                                const warning_callback& warn, solve_visitor& visitor) const {
  solved_group group{planned, game_of_group(m_game, planned.group, inputs), nullptr, {}, {}, nullptr, {}};
  group.job = std::make_unique<solve_job>(*group.part, options, warn);
  const fs::path checkpoint = checkpoint_of(planned);
  if (options.solve.saves) group.job->save(checkpoint, m_options.schedule);
  std::error_code ignored;
  if (fs::exists(checkpoint, ignored)) resume_from(checkpoint, *group.job);
  solve_job_result solved = group.job->finish(group.job->solve(visitor), visitor);
  group.solve = std::move(solved.solved.report);
  group.values = std::move(solved.solved.values);
  group.report.name = planned.name;
  group.report.input_bytes = inputs->bytes_in_memory();
  group.report.solver = to_string(group.solve.engine);
  group.report.edges = group.solve.edges;
  group.report.verified = std::move(solved.verified);
  if (!group.report.is_accepted()) return group;
  position first_in_group = 0;
  for (const std::uint32_t slice : planned.group.slices) {
    const std::uint64_t size = m_plan.slices[slice].size;
    group.sums.push_back(summarize_slice(m_game, entry_window(*group.values, first_in_group, size), m_plan.first[slice],
                                         options.solve.threads, visitor));
    first_in_group += size;
  }
  return group;
}

group_report sliced_job::store_group(solved_group solved, resident_slices& resident, unsigned threads,
                                     solve_visitor& visitor) {
  group_report report = std::move(solved.report);
  if (!report.is_accepted()) return report;
  const std::vector<std::uint32_t>& slices = solved.planned.group.slices;
  position first_in_group = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::uint32_t slice = slices[i];
    const std::uint64_t size = m_plan.slices[slice].size;
    auto window = shared_window(solved.values, first_in_group, size);
    // The moves of slices that are solved together are counted together, and stored with the first slice.
    solved.solve.edges = i == 0 ? report.edges.value_or(0) : 0;
    write(slice, *window, metadata_of(slice, solved.sums[i].own, solved.solve), threads, visitor);
    m_set->add(slice, solved.sums[i].share);
    report.slices.push_back({m_plan.slices[slice].name, solved.sums[i].own});
    report.table_bytes += fs::file_size(m_set->file_of(slice));
    resident.keep(slice, std::move(window), solved.values);
    first_in_group += size;
  }
  m_set->commit();
  for (const std::uint32_t slice : slices) remove_keys(slice);
  solved.job->remove_checkpoint();
  return report;
}

}  // namespace zermelo::experiment
