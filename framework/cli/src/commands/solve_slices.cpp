// SPDX-License-Identifier: MIT
#include "solve_slices.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/report_plan.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include "../commands.hpp"
#include "../ranks.hpp"
#include "timed_forecast.hpp"

namespace zermelo::cli {
namespace {

/// Returns a duration in seconds, minutes or hours, depending on its length.
std::string cpu_time_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{:.0f} min", seconds / minute);
  return fmt::format("{:.1f} h", seconds / hour);
}

std::vector<std::string> slice_names(const solve_plan& plan, const planned_group& one) {
  std::vector<std::string> names;
  for (const std::uint32_t slice : one.group.slices) names.push_back(plan.slices[slice].name);
  return names;
}

/// Returns a text such as "1,234 positions: win 1,000, loss 200, tie 0, draw 34".
std::string outcomes_text(const solution_summary& summary) {
  return fmt::format("{} positions: {}", grouped_digits(summary.legal_positions()), counts_text(summary.counts));
}

/// Reports one line per group, and the sums. Members: `groups`, `positions`, `peak_bytes`, `limit_bytes`, `disk_bytes`,
/// `cpu_seconds`.
report_part report_planned(const solve_plan& plan, const sliced_job& job) {
  std::size_t widest = std::string_view("slices").size();
  for (const planned_group& one : plan.groups) widest = std::max(widest, one.name.size());
  report_part part{fmt::format("{:<{}}  {:>15}  {:>9}  {:<9} {:>10} {:>10} {:>9}\n", "slices", widest, "positions",
                               "moves", "engine", "memory", "inputs", "CPU time"),
                   {{"groups", json::array()}}};
  for (const planned_group& one : plan.groups) {
    const std::uint64_t positions = one.group.size;
    part.text +=
        fmt::format("{:<{}}  {:>15}  {:>9.1f}  {:<9} {:>10} {:>10} {:>9}{}{}\n", one.name, widest,
                    grouped_digits(positions), one.edges_per_position, one.solver().value_or("none fits"),
                    format_bytes(one.solving_bytes), format_bytes(one.input_bytes), cpu_time_text(one.cpu_seconds),
                    one.is_parallel_to_previous ? "  with the last" : "", job.is_done(one) ? "  done" : "");
    part.members["groups"].push_back({{"slices", slice_names(plan, one)},
                                      {"positions", positions},
                                      {"edges_per_position", one.edges_per_position},
                                      {"engine", or_null(one.solver())},
                                      {"distances", !one.by_outcome},
                                      {"solving_bytes", one.solving_bytes},
                                      {"input_bytes", one.input_bytes},
                                      {"cpu_seconds", one.cpu_seconds},
                                      {"with_previous", one.is_parallel_to_previous},
                                      {"done", job.is_done(one)}});
  }
  part.add("positions", grouped_digits(plan.positions), {{"positions", plan.positions}});
  part.add("peak",
           fmt::format("about {} of {}, inputs in memory included", format_bytes(plan.peak_bytes()),
                       format_bytes(plan.limit_bytes)),
           {{"peak_bytes", plan.peak_bytes()}, {"limit_bytes", plan.limit_bytes}});
  part.add("disk", fmt::format("about {}", format_bytes(plan.disk_bytes)), {{"disk_bytes", plan.disk_bytes}});
  part.add("CPU time", fmt::format("about {}", cpu_time_text(plan.cpu_seconds())),
           {{"cpu_seconds", plan.cpu_seconds()}});
  return part;
}

/// Reports the plan before exploring, when only the names and the order of slices are known. Members: `groups`,
/// `positions`.
report_part report_unexplored(const solve_plan& plan) {
  report_part part{fmt::format("{:<12}number of positions: unknown until explored\n", "slices"),
                   {{"groups", json::array()}, {"positions", nullptr}}};
  for (const planned_group& one : plan.groups) {
    part.text += fmt::format("{:<12}{}\n", "", one.name + (one.group.has_inner_moves ? "" : "  no inner moves"));
    part.members["groups"].push_back({{"slices", slice_names(plan, one)}, {"positions", nullptr}});
  }
  return part;
}

/// Members: `slices`, `positions`, `done_before`; for a group explored by this command also `moves`, `peak_bytes` and
/// `seconds`.
report_part report_explored(const exploration_report& explored) {
  const auto line = [&](const std::string& how) {
    return fmt::format("{:<12}{} positions: {}\n", explored.name, grouped_digits(explored.positions), how);
  };
  report_part part{line("explored before"),
                   {{"slices", explored.name}, {"positions", explored.positions}, {"done_before", explored.was_done}}};
  if (explored.was_done) return part;
  part.text = line(fmt::format("explored in {:.1f} s, {} moves, peak {}", explored.seconds.at("total"),
                               grouped_digits(explored.moves), format_bytes(explored.peak_bytes)));
  part.members["moves"] = explored.moves;
  part.members["peak_bytes"] = explored.peak_bytes;
  part.members["seconds"] = explored.seconds;
  return part;
}

/// Members: `slices`, each with its `name` and summary, `done_before`, `engine`, `edges`, `table_bytes`; for a group
/// solved by this command also `peak_bytes`, `input_bytes` and `seconds`; for a verified group also `verify`.
report_part report_group(const any_game& game, const group_report& group) {
  const char* const to_conversion = game.metric() == metric::conversion ? " to conversion" : "";
  report_part part{"", {{"slices", json::array()}}};
  for (const slice_report& one : group.slices) {
    const outcome_counts& counts = one.summary.counts;
    const auto longest = one.summary.max_distance_plies();
    const bool is_by_outcome = one.summary.by_distance.empty() && counts.total() > counts.draw;
    part.text += fmt::format("{:<12}{}, {}\n", one.name, outcomes_text(one.summary),
                             is_by_outcome ? "no distances"
                             : !longest    ? "longest none"
                                           : fmt::format("longest {}{}", *longest, to_conversion));
    part.members["slices"].emplace_back(json{{"name", one.name}}).update(report_summary(game, one.summary).members);
  }
  part.members["done_before"] = group.was_done;
  part.members["engine"] = group.was_done ? json(nullptr) : json(group.solver);
  part.members["edges"] = or_null(group.edges);
  part.members["table_bytes"] = group.table_bytes;
  std::string how = "done before";
  if (!group.was_done) {
    how =
        fmt::format("{} in {:.1f} s, peak {}", group.solver, group.seconds.at("total"), format_bytes(group.peak_bytes));
    part.members["peak_bytes"] = group.peak_bytes;
    part.members["input_bytes"] = group.input_bytes;
    part.members["seconds"] = group.seconds;
  }
  part.add("", fmt::format("{}, tables {}", how, format_bytes(group.table_bytes)));
  if (group.verified) {
    const std::uint64_t wrong = group.verified->wrong;
    const std::uint64_t checked = group.verified->checked;
    part.add("", fmt::format("verified: {} of {} positions are wrong", grouped_digits(wrong), grouped_digits(checked)),
             {{"verify", {{"accepted", group.verified->accepted()}, {"checked", checked}, {"wrong", wrong}}}});
  }
  return part;
}

/// The sums over all groups.
struct set_sums {
  solution_summary summary;
  std::optional<std::uint64_t> edges = 0;  ///< nothing if at least one group was not counted
  std::uint64_t table_bytes = 0;
  std::uint64_t peak_bytes = 0;
  bool is_accepted = true;

  void add(const group_report& group) {
    for (const slice_report& one : group.slices) summary += one.summary;
    edges = edges && group.edges ? std::optional(*edges + *group.edges) : std::nullopt;
    table_bytes += group.table_bytes;
    peak_bytes = std::max(peak_bytes, group.peak_bytes);
    is_accepted = is_accepted && group.is_accepted();
  }
};

/// @param seconds  time of all groups, some of which are solved at the same time
report_part report_sums(const any_game& game, const set_sums& whole, double seconds, const std::string& folder) {
  report_part part;
  part.members = report_summary(game, whole.summary).members;
  part.members.erase("signature");
  part.members["edges"] = or_null(whole.edges);
  part.add("all", outcomes_text(whole.summary));
  part.add("took",
           fmt::format("{:.1f} s, peak {}, tables {}", seconds, format_bytes(whole.peak_bytes),
                       format_bytes(whole.table_bytes)),
           {{"seconds", seconds}, {"peak_bytes", whole.peak_bytes}, {"table_bytes", whole.table_bytes}});
  part.add("set", folder, {{"set", folder}});
  return part;
}

}  // namespace

exit_status solve_slices(any_game& game, const sliced_job_options& options, const slices_report_options& reports,
                         session& s) {
  sliced_job job(game, options, [&s](const std::string& message) { s.warn(message); });
  json object = {{"game", game.name()}};
  add_metric(game, object);
  // The text of a part is printed as soon as it is known; its members, when all parts are known.
  const auto print = [&](const report_part& part) {
    if (!reports.json) s.print(part.text);
    return part.members;
  };
  const auto explain = [&] {
    if (!reports.explain) return;
    object["plan"] = print(job.is_planned() ? report_planned(job.plan(), job) : report_unexplored(job.plan()));
  };
  explain();
  if (reports.explain && !job.is_planned()) {
    object["forecast"] = print(report_positions_forecast(timed_forecast(game, options.solve, reports.work).found));
  }
  if (options.folder.empty()) {
    if (reports.json) s.print_json(object);
    return exit_status::done;
  }

  set_sums whole;
  double seconds = 0;
  json groups = json::array();
  {
    progress display = reports.work.make_progress();
    const auto print_over_progress = [&](const report_part& part) {
      if (!reports.json) display.erase();
      return print(part);
    };
    try {
      if (!job.is_planned()) {
        json explored = json::array();
        job.explore(display, [&](const exploration_report& one) {
          explored.push_back(print_over_progress(report_explored(one)));
        });
        object["explored"] = std::move(explored);
        display.erase();
        explain();
      }
      const auto began = std::chrono::steady_clock::now();
      job.solve(display, [&](const group_report& one) {
        whole.add(one);
        groups.push_back(print_over_progress(report_group(game, one)));
      });
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    } catch (const interrupted&) {
      throw interrupted(fmt::format("interrupted; repeat the command to continue in {}", options.folder.string()));
    }
  }
  object.update(print(report_sums(game, whole, seconds, options.folder.string())));
  object["groups"] = std::move(groups);
  if (s.blocks != nullptr) object.update(print(report_ranks(*s.blocks)));
  if (reports.json) s.print_json(object);
  return whole.is_accepted ? exit_status::done : exit_status::claim_false;
}

}  // namespace zermelo::cli
