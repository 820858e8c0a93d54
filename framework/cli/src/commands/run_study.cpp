// SPDX-License-Identifier: MIT
// zermelo run: runs all cases of a study, or lists them with their plans.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>
#include <zermelo/study/study_plan.hpp>
#include <zermelo/study/study_runner.hpp>
#include <zermelo/study/study_statistics.hpp>
#include <zermelo/study/study_text.hpp>

#include "../checkpoint_options.hpp"
#include "../commands.hpp"
#include "../ranks.hpp"

namespace zermelo::cli {
namespace {

struct run_arguments {
  std::string file;
  std::string folder;
  bool dry_run = false;
  bool print_effective = false;
  bool resume = false;
  bool accept_changes = false;
  bool fail_fast = false;
  bool verbose = false;
  bool log = false;
  checkpoint_options checkpoints;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

/// Returns a text such as "case 3: rows=8 cols=8".
std::string title_of(const study& s, const study_case& one) {
  const std::string text = case_text(s, one);
  return escaped_text(fmt::format("case {}{}{}", one.number, text.empty() ? "" : ": ", text));
}

std::string seconds_text(const std::optional<double>& seconds) {
  return seconds ? fmt::format("about {:.2g} s", *seconds) : "time unknown";
}

/// Prints the cases with their plans. Returns claim_false if a case cannot be run.
exit_status print_plan(const study& study, const run_arguments& arguments, session& s) {
  const auto cases = list_cases(study);
  progress display = arguments.work.make_progress("cases");
  display.phase("plan", cases.size());
  expect_statistics(study, cases, s.games, display);
  std::vector<case_estimate> estimates;
  for (const study_case& one : cases) {
    display.check_stop();
    estimates.push_back(estimate_case(study, one, s.games, display));
    display.advance(1);
  }
  estimate_seconds(study, cases, s.games, estimates, display);
  display.erase();
  std::uint64_t num_rejected = 0;
  std::uint64_t num_unexplored = 0;  // cases that can be planned only after they have been explored
  std::uint64_t positions = 0;
  std::uint64_t max_bytes = 0;
  std::optional<double> seconds = 0;  // not set if the time of a case is unknown
  json objects = json::array();
  std::string text;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const case_estimate& estimate = estimates[i];
    positions += estimate.positions;
    json& object = objects.emplace_back(parameters_of(study, cases[i]));
    if (!estimate.rejection.empty()) {
      ++num_rejected;
      object["error"] = estimate.rejection;
      text += fmt::format("{}  REJECTED: {}\n", title_of(study, cases[i]), error_line(estimate.rejection));
      continue;
    }
    if (!estimate.engine) {
      ++num_unexplored;
      seconds = std::nullopt;
      for (const char* const name : {"positions", "engine", "memory_bytes", "seconds"}) object[name] = nullptr;
      text += fmt::format("{}  no ranking: memory and time are unknown until explored\n", title_of(study, cases[i]));
      continue;
    }
    max_bytes = std::max(max_bytes, estimate.peak_bytes);
    seconds = seconds && estimate.seconds ? std::optional(*seconds + *estimate.seconds) : std::nullopt;
    object["positions"] = estimate.positions;
    object["engine"] = to_string(estimate.engine);
    object["memory_bytes"] = estimate.peak_bytes;
    object["seconds"] = or_null(estimate.seconds);
    text += fmt::format("{}  {} positions, engine {}, about {}, {}\n", title_of(study, cases[i]),
                        fmt::group_digits(estimate.positions), to_string(estimate.engine),
                        format_bytes(estimate.peak_bytes), seconds_text(estimate.seconds));
  }
  if (arguments.json) {
    s.print_json({{"study", study.name},
                  {"cases", objects},
                  {"positions", positions},
                  {"memory_bytes", max_bytes},
                  {"seconds", or_null(seconds)},
                  {"rejected", num_rejected},
                  {"not_explored", num_unexplored}});
  } else {
    s.print(text +
            fmt::format("{} cases, {} positions in all, the largest about {}; {}; {} cannot be run\n",
                        fmt::group_digits(cases.size()), fmt::group_digits(positions), format_bytes(max_bytes),
                        seconds_text(seconds) + (seconds ? " on one thread" : "") +
                            (num_unexplored == 0 ? "" : fmt::format("; {} must be explored first", num_unexplored)),
                        num_rejected));
  }
  return num_rejected == 0 ? exit_status::done : exit_status::claim_false;
}

exit_status run(const run_arguments& given, session& s) {
  run_arguments arguments = given;
  const study study = read_study(arguments.file, s.games);
  if (s.blocks != nullptr) {
    if (!s.is_first() && (arguments.print_effective || arguments.dry_run)) return exit_status::done;
    arguments.work = options_for_rank(arguments.work, *s.blocks);
  }
  if (arguments.print_effective) {
    s.print(effective_text(study));
    return exit_status::done;
  }
  if (arguments.dry_run) return print_plan(study, arguments, s);
  if (arguments.folder == "-") throw input_error("-o -: the results need a folder; name a folder");
  study_options options;
  options.folder = arguments.folder.empty() ? study.name + "-results" : arguments.folder;
  options.resumes = arguments.resume;
  options.accepts_changes = arguments.accept_changes;
  options.stops_at_failure = arguments.fail_fast;
  options.threads = arguments.work.threads;
  options.program = s.program_text();
  options.logs_waves = arguments.log;
  options.blocks = s.blocks;
  if (const auto schedule = arguments.checkpoints.schedule(); schedule.is_set()) options.checkpoints = schedule;
  progress display = arguments.work.make_progress("cases");
  options.warn = [&display, &s](const std::string& message) {
    display.erase();
    s.warn(message);
  };
  const auto print_outcome = [&](const study_case& one, const case_outcome& outcome) {
    if (!arguments.verbose && outcome.error.empty()) return;
    const std::string line =
        fmt::format("{}  {}\n", title_of(study, one),
                    outcome.error.empty() ? fmt::format("{:.3f} s", outcome.timings["total_seconds"].get<double>())
                                          : "FAILED: " + error_line(outcome.error));
    display.erase();
    if (arguments.json) {
      std::cerr << line << std::flush;  // standard output is reserved for one JSON object
    } else {
      s.print(line);
    }
  };
  study_summary summary;
  try {
    summary = run_study(study, s.games, options, display, print_outcome);
    display.erase();
  } catch (const interrupted&) {
    throw interrupted(fmt::format("interrupted; repeat with --resume to continue in {}", options.folder.string()));
  }
  if (!s.is_first()) return exit_status::done;
  if (arguments.json) {
    s.print_json({{"study", study.name},
                  {"folder", options.folder.string()},
                  {"cases", summary.num_cases},
                  {"done_before", summary.num_done_before},
                  {"failed", summary.num_failed},
                  {"seconds", summary.seconds}});
  } else {
    s.print(fmt::format("{} cases, {} of them failed, {} done before, {:.1f} s: {}\n",
                        fmt::group_digits(summary.num_cases), fmt::group_digits(summary.num_failed),
                        fmt::group_digits(summary.num_done_before), summary.seconds,
                        escaped_text(options.folder.string())));
  }
  return summary.num_failed == 0 ? exit_status::done : exit_status::claim_false;
}

void run_arguments::declare(command_line& command) {
  command.add_option("FILE", file, "The TOML file of the study (-: standard input)")->required();
  command.add_option("-o,--output", folder, "The folder for the results (default: NAME-results)")
      ->names_output()
      ->type_name("FOLDER");
  command.add_flag("--dry-run", dry_run, "List the cases with their memory and time, without running them");
  command.add_flag("--print-effective", print_effective, "Print the study with all defaults and values")
      ->excludes("--dry-run");
  command.add_flag("--resume", resume, "Continue from the results in the folder");
  command
      .add_flag("--accept-changes", accept_changes,
                "With --resume: accept a changed study, and reuse the results of unchanged cases")
      ->needs("--resume");
  checkpoints.declare(command, "Save a checkpoint of each case that runs alone", " (default: 10)");
  command.add_flag("--log", log, "Write a CSV file for each case that runs alone, with a line for every wave");
  command.add_flag("--fail-fast", fail_fast, "Stop at the first case that fails");
  command.add_flag("--verbose", verbose, "Print a line for each case, not only for those that fail");
  declare_json(command, json)->excludes("--print-effective");
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} run experiments/jump-duel.toml --dry-run\n"
      "  {program} run experiments/jump-duel.toml -o duel\n"
      "  {program} run experiments/jump-duel.toml -o duel --resume");
}

}  // namespace

const command_definition run_command{"run", "Run all cases of a study from a TOML file", command_reach::ranks,
                                     declare_command<run_arguments, run>};

}  // namespace zermelo::cli
