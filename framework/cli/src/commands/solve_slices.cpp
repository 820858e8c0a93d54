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
#include <zermelo/tables/report/report_json.hpp>
#include <zermelo/tables/report/report_text.hpp>

#include "../commands.hpp"
#include "timed_forecast.hpp"

namespace zermelo::cli {
namespace {

/// A duration in seconds, minutes or hours, whichever suits its length.
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

/// Such as "1,234 positions: win 1,000, loss 200, tie 0, draw 34".
std::string outcomes_text(const solution_summary& summary) {
  return fmt::format("{} positions: {}", grouped_digits(summary.legal_positions()),
                     zermelo::counts_text(summary.counts));
}

/// A table with a line for each group, and the sums.
std::string slices_plan_text(const solve_plan& plan, const sliced_job& job) {
  std::size_t widest = std::string_view("slices").size();
  for (const planned_group& one : plan.groups) widest = std::max(widest, one.name.size());
  std::string text = fmt::format("{:<{}}  {:>15}  {:>9}  {:<9} {:>10} {:>10} {:>9}\n", "slices", widest, "positions",
                                 "moves", "engine", "memory", "inputs", "CPU time");
  for (const planned_group& one : plan.groups) {
    text += fmt::format("{:<{}}  {:>15}  {:>9.1f}  {:<9} {:>10} {:>10} {:>9}{}{}\n", one.name, widest,
                        grouped_digits(one.group.size), one.edges_per_position, one.solver().value_or("none fits"),
                        format_bytes(one.solving_bytes), format_bytes(one.input_bytes), cpu_time_text(one.cpu_seconds),
                        one.is_beside_previous ? "  with the last" : "", job.is_done(one) ? "  done" : "");
  }
  text += labelled_line("positions", grouped_digits(plan.positions));
  text += labelled_line("peak", fmt::format("about {} of {}, inputs in memory included",
                                            format_bytes(plan.peak_bytes()), format_bytes(plan.limit_bytes)));
  text += labelled_line("disk", fmt::format("some {}", format_bytes(plan.disk_bytes)));
  text += labelled_line("CPU time", fmt::format("some {}", cpu_time_text(plan.cpu_seconds())));
  return text;
}

/// The plan before the exploration, when only names and order of the slices are known.
std::string slices_to_explore_text(const solve_plan& plan) {
  std::string text =
      fmt::format("{:<12}how many positions they have is found by exploring, into the folder of the set\n", "slices");
  for (const planned_group& one : plan.groups) {
    text += fmt::format("{:<12}{}\n", "", one.name + (one.group.has_inner_moves ? "" : "  left by every move"));
  }
  return text;
}

json slices_to_explore_json(const solve_plan& plan) {
  json groups = json::array();
  for (const planned_group& one : plan.groups) {
    groups.push_back({{"slices", slice_names(plan, one)}, {"positions", nullptr}});
  }
  return {{"groups", groups}, {"positions", nullptr}};
}

std::string explored_text(const exploration_report& report) {
  const std::string how = report.was_done
                              ? "explored before"
                              : fmt::format("explored in {:.1f} s, {} moves, peak {}", report.seconds.at("total"),
                                            grouped_digits(report.moves), format_bytes(report.peak_bytes));
  return fmt::format("{:<12}{} positions: {}\n", report.name, grouped_digits(report.positions), how);
}

json explored_json(const exploration_report& report) {
  json object = {{"slices", report.name}, {"positions", report.positions}, {"done_before", report.was_done}};
  if (report.was_done) return object;
  object["moves"] = report.moves;
  object["peak_bytes"] = report.peak_bytes;
  object["seconds"] = report.seconds;
  return object;
}

json slices_plan_json(const solve_plan& plan, const sliced_job& job) {
  json groups = json::array();
  for (const planned_group& one : plan.groups) {
    groups.push_back({{"slices", slice_names(plan, one)},
                      {"positions", one.group.size},
                      {"edges_per_position", one.edges_per_position},
                      {"engine", or_null(one.solver())},
                      {"distances", !one.by_outcome},
                      {"solving_bytes", one.solving_bytes},
                      {"input_bytes", one.input_bytes},
                      {"cpu_seconds", one.cpu_seconds},
                      {"beside_last", one.is_beside_previous},
                      {"done", job.is_done(one)}});
  }
  return {{"groups", groups},
          {"positions", plan.positions},
          {"peak_bytes", plan.peak_bytes()},
          {"limit_bytes", plan.limit_bytes},
          {"disk_bytes", plan.disk_bytes},
          {"cpu_seconds", plan.cpu_seconds()}};
}

json group_json(const any_game& game, const group_report& report) {
  json slices = json::array();
  for (const slice_report& one : report.slices) {
    json slice = {{"name", one.name}};
    slice.update(summary_json(game, one.summary));
    slices.push_back(std::move(slice));
  }
  json object = {{"slices", slices},
                 {"done_before", report.was_done},
                 {"engine", report.was_done ? json(nullptr) : json(report.solver)},
                 {"edges", or_null(report.edges)},
                 {"table_bytes", report.table_bytes}};
  if (!report.was_done) {
    object["peak_bytes"] = report.peak_bytes;
    object["input_bytes"] = report.input_bytes;
    object["seconds"] = report.seconds;
  }
  return object;
}

std::string group_text(const group_report& report) {
  std::string text;
  for (const slice_report& one : report.slices) {
    const outcome_counts& counts = one.summary.counts;
    const auto longest = one.summary.max_distance_plies();
    const bool is_by_outcome = one.summary.by_distance.empty() && counts.total() > counts.draw;
    text += fmt::format(
        "{:<12}{}, {}\n", one.name, outcomes_text(one.summary),
        is_by_outcome ? "no distances" : fmt::format("longest {}", longest ? std::to_string(*longest) : "none"));
  }
  const std::string how = report.was_done ? "done before"
                                          : fmt::format("{} in {:.1f} s, peak {}", report.solver,
                                                        report.seconds.at("total"), format_bytes(report.peak_bytes));
  return text + fmt::format("{:<12}{}, tables {}\n", "", how, format_bytes(report.table_bytes));
}

/// The sums over all groups.
struct set_report {
  solution_summary summary;
  std::optional<std::uint64_t> edges = 0;  ///< nothing: not counted in some group
  std::uint64_t table_bytes = 0;
  std::uint64_t peak_bytes = 0;
  double seconds = 0;  ///< of all groups, some of which are solved at the same time
  bool is_accepted = true;

  void add(const group_report& report) {
    for (const slice_report& one : report.slices) summary += one.summary;
    edges = edges && report.edges ? std::optional(*edges + *report.edges) : std::nullopt;
    table_bytes += report.table_bytes;
    peak_bytes = std::max(peak_bytes, report.peak_bytes);
    is_accepted = is_accepted && report.is_accepted();
  }
};

}  // namespace

exit_status solve_slices(any_game& game, const sliced_job_options& options, const slices_report_options& reports,
                         session& s) {
  sliced_job job(game, options, [&s](const std::string& message) { s.warn(message); });
  json object = {{"game", game.name()}};
  const auto explain = [&] {
    if (!reports.explain) return;
    if (reports.json) {
      object["plan"] = job.is_planned() ? slices_plan_json(job.plan(), job) : slices_to_explore_json(job.plan());
    } else {
      s.print(job.is_planned() ? slices_plan_text(job.plan(), job) : slices_to_explore_text(job.plan()));
    }
  };
  explain();
  if (reports.explain && !job.is_planned()) {
    const size_forecast forecast = timed_forecast(game, options.solve, reports.work);
    if (reports.json) {
      object["forecast"] = positions_forecast_json(forecast.found);
    } else {
      s.print(positions_forecast_text(forecast.found));
    }
  }
  if (options.folder.empty()) {
    if (reports.json) s.print_json(object);
    return exit_status::done;
  }

  set_report whole;
  json groups = json::array();
  {
    progress shown = reports.work.make_progress();
    try {
      if (!job.is_planned()) {
        json explored = json::array();
        job.explore(shown, [&](const exploration_report& report) {
          explored.push_back(explored_json(report));
          if (reports.json) return;
          shown.erase();
          s.print(explored_text(report));
        });
        object["explored"] = std::move(explored);
        shown.erase();
        explain();
      }
      const auto began = std::chrono::steady_clock::now();
      job.solve(shown, [&](const group_report& report) {
        whole.add(report);
        groups.push_back(group_json(game, report));
        if (report.verified) {
          groups.back()["verify"] = {{"accepted", report.verified->accepted()},
                                     {"checked", report.verified->checked},
                                     {"wrong", report.verified->wrong}};
        }
        if (reports.json) return;
        shown.erase();
        s.print(group_text(report));
        if (report.verified) {
          s.print(fmt::format("{:<12}verified: {} of {} positions are wrong\n", "",
                              grouped_digits(report.verified->wrong), grouped_digits(report.verified->checked)));
        }
      });
      whole.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    } catch (const interrupted&) {
      throw interrupted(
          fmt::format("interrupted; the same command resumes with what is done in {}", options.folder.string()));
    }
  }
  if (reports.json) {
    json summary = summary_json(game, whole.summary);
    summary.erase("signature");
    object.update(summary);
    object["edges"] = or_null(whole.edges);
    object["seconds"] = whole.seconds;
    object["peak_bytes"] = whole.peak_bytes;
    object["table_bytes"] = whole.table_bytes;
    object["set"] = options.folder.string();
    object["groups"] = std::move(groups);
    s.print_json(object);
  } else {
    s.print(labelled_line("all", outcomes_text(whole.summary)) +
            labelled_line("took", fmt::format("{:.1f} s, peak {}, tables {}", whole.seconds,
                                              format_bytes(whole.peak_bytes), format_bytes(whole.table_bytes))) +
            labelled_line("set", options.folder.string()));
  }
  return whole.is_accepted ? exit_status::done : exit_status::claim_false;
}

}  // namespace zermelo::cli
