// SPDX-License-Identifier: MIT
// zermelo solve: solves a game, and optionally verifies and stores the solution.
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/base/writable_file.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/games/parameter_file.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/plan/rejections.hpp>
#include <zermelo/solving/plan/solve_options.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/tables/report/report_game.hpp>
#include <zermelo/tables/report/report_plan.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include "../built_game.hpp"
#include "../checkpoint_options.hpp"
#include "../commands.hpp"
#include "../ranks.hpp"
#include "../read_files.hpp"
#include "check_game.hpp"
#include "solve_slices.hpp"
#include "timed_forecast.hpp"

namespace zermelo::cli {
namespace {

struct solve_arguments {
  std::string game;
  std::vector<std::string> parameters;
  std::string engine = "auto";
  std::string memory_limit;
  std::string scratch;
  std::string output;
  checkpoint_options checkpoints;
  bool resume = false;
  std::string log;
  std::string slices;  ///< empty: the whole game is solved
  bool outcomes = false;
  std::string metric = std::string(to_string(metric::end));
  std::string verify;  ///< "all" or "sample:N"; empty: no verification
  bool check = false;
  bool reachable = false;
  bool explain = false;
  bool json = false;
  work_options work;
};

/// Returns the checkpoint's file, in the folder of the table.
std::filesystem::path checkpoint_file(const solve_arguments& arguments) {
  return storage::checkpoint_path(arguments.output);
}

/// Returns the line with the estimate for the chosen engine; empty if no engine is chosen.
std::string estimate_line(const solve_plan& plan) {
  if (!plan.chosen) return "";
  const engine_estimate& estimate = plan.estimate_of(*plan.chosen);
  std::string text =
      fmt::format("engine {}, about {} of {}", to_string(plan.chosen),
                  format_bytes(estimate.bytes_in_memory(plan.limit_bytes)), format_bytes(plan.limit_bytes));
  if (estimate.excess_bytes(plan.limit_bytes) > 0) text += ", and a part of the solution on the disk";
  return labelled_line("estimate", text);
}

/// @throws input_error for `--scratch` with an engine that does not use it.
void expect_scratch_used(const solve_arguments& arguments, const solve_plan& plan) {
  if (arguments.scratch.empty() || !plan.chosen || plan.estimate_of(*plan.chosen).movable_bytes > 0) return;
  throw input_error(fmt::format("--scratch: engine '{}' keeps its solution in memory", to_string(plan.chosen)));
}

/// Parses the value of `--verify`. @throws input_error.
verify_scope parse_scope(const std::string& value, unsigned threads) {
  if (const auto scope = parse_verify_scope(value, threads)) return *scope;
  throw input_error(fmt::format("--verify: expected all or sample:N with N at least 1, got '{}'", excerpt(value)));
}

/// Parses the value of `--metric`. @throws input_error.
metric parse_metric(const std::string& value) {
  for (const metric one : {metric::end, metric::conversion}) {
    if (value == to_string(one)) return one;
  }
  throw input_error(fmt::format("--metric: expected end or conversion, got '{}'", excerpt(value)));
}

/// @throws input_error if the instance is read, by name=@FILE or @FILE, from the file that the option would write.
void expect_not_a_parameter(const solve_arguments& arguments, const char* option, const std::string& file) {
  for (const std::string& value : arguments.parameters) {
    auto input = find_parameter_file(value);
    const std::size_t equals = value.find('=');
    if (!input && equals != std::string::npos) {
      input = find_parameter_file(std::string_view(value).substr(equals + 1));
    }
    if (input && is_same_file(input->name, file)) {
      throw input_error(fmt::format("{}: {} is an input file of this command; name another file", option, file));
    }
  }
}

/// @throws input_error if the options `--checkpoint`, `--resume`, `--log` and `-o` cannot be combined.
void expect_saving_options(const solve_arguments& arguments) {
  const bool saves = arguments.checkpoints.schedule().is_set();
  if (!saves && !arguments.resume && arguments.log.empty()) return;
  const char* const option = saves ? "--checkpoint" : arguments.resume ? "--resume" : "--log";
  if ((saves || arguments.resume) && arguments.output.empty()) {
    throw input_error(fmt::format("{} needs -o FILE: the checkpoint is stored next to the table", option));
  }
  if (arguments.log.empty() || arguments.output.empty()) return;
  for (const std::filesystem::path& file : {std::filesystem::path(arguments.output), checkpoint_file(arguments)}) {
    if (is_same_file(arguments.log, file)) {
      throw input_error(fmt::format("--log: {} is the table or its checkpoint; name another file", arguments.log));
    }
  }
}

/// Makes the job resume from a checkpoint, save checkpoints and log waves, according to the arguments.
/// @throws input_error, resource_error.
void prepare(const solve_arguments& arguments, const session& s, solve_job& job) {
  const std::filesystem::path file = checkpoint_file(arguments);
  if (const auto schedule = arguments.checkpoints.schedule(); schedule.is_set()) {
    job.save(file, schedule);
    std::error_code ignored;  // job.save has read the folder
    if (!arguments.resume && std::filesystem::exists(file, ignored)) {
      throw input_error(
          fmt::format("checkpoint {} exists; continue from it with --resume, or remove it", file.string()));
    }
  }
  if (arguments.resume && !job.resume(file)) {
    s.warn(fmt::format("checkpoint {} does not exist; solving from the start", file.string()));
  }
  if (arguments.log.empty()) return;
  try {
    job.log(arguments.log);
  } catch (const input_error& rejected) {
    throw input_error(fmt::format("--log: {}", rejected.what()));
  } catch (const resource_error& rejected) {
    throw resource_error(fmt::format("--log: {}", rejected.what()));
  }
}

/// @throws input_error unless all processes have the same game.
void expect_same_game(const any_game& game, block_exchange& blocks) {
  text_digest digest;
  digest.add(game.name());
  for (const auto& [name, value] : game.parameters().reported()) digest.add(name).add(value.text);
  if (game.is_numbered()) digest.add(std::to_string(game.num_positions()));
  if (!blocks.all_equal(digest.value())) throw input_error("the ranks have different instances; use equal files");
}

void print_result(const solve_arguments& arguments, const any_game& game, const solve_plan& plan,
                  const std::optional<check_report>& check, const solve_job_result& result, session& s) {
  report_part report =
      report_solve(game, s.games.find(arguments.game).parameters, result.solved, result.reachable, result.group_totals);
  if (check) report.members["check"] = report_check(*check).members;  // the text was printed before the solve
  if (result.verified) report.append_as("verify", report_verify(game, *result.verified));
  if (result.is_stored) report.add("table", arguments.output, {{"table", arguments.output}});
  if (s.blocks != nullptr) report.append(report_ranks(*s.blocks));
  if (arguments.explain) {
    report.members["plan"] = report_plan(plan).members;  // the text was printed before the solve
    report.members.update(report_hooks(game.hooks().has()).members);
    report.members["forecast"] = nullptr;
  }
  s.print_report(report, arguments.json);
}

/// Returns the report of `--explain` for a game that is not solved: the forecast, and in JSON the members of a solve's
/// report, null for values that only a solve determines.
report_part report_unsolved(const solve_arguments& arguments, const any_game& game, unsigned threads,
                            const std::optional<check_report>& check, const size_forecast& forecast, const session& s) {
  report_part report = report_game(game, s.games.find(arguments.game).parameters);
  add_notes(game, report.members);
  for (const char* const found : {"engine", "edges", "positions", "legal_positions", "counts", "winners",
                                  "max_distance_plies", "max_tie_plies", "signature", "start", "seconds", "plan"}) {
    report.members[found] = nullptr;
  }
  report.members["threads"] = threads;
  report.members.update(rules_json(game));
  report.members["peak_bytes"] = peak_bytes();
  if (check) report.members["check"] = report_check(*check).members;
  report.members.update(report_hooks(game.hooks().has()).members);
  report.append_as("forecast", report_size_forecast(forecast));
  return report;
}

/// Whether the arguments request results of a solve in addition to the plan.
bool needs_solve(const solve_arguments& arguments) {
  return !arguments.output.empty() || !arguments.verify.empty() || arguments.reachable || !arguments.log.empty();
}

/// Forecasts the size of a game that would take long to explore, before the plan of `--explain`. Returns whether the
/// command is then done: the game is not explored only for the plan.
bool report_forecast(const solve_arguments& arguments, const any_game& game, const solve_job_options& options,
                     const std::optional<check_report>& check, session& s) {
  const bool is_solved = needs_solve(arguments);
  if (arguments.json && is_solved) return false;  // the report will contain the plan
  const size_forecast forecast = timed_forecast(game, options.solve, arguments.work);
  if (forecast.found.is_complete) return false;
  report_part report = report_unsolved(arguments, game, options.solve.threads, check, forecast, s);
  if (!is_solved) report.add("solve", "not started; add -o FILE to explore and solve the game");
  s.print_report(report, arguments.json);
  return !is_solved;
}

/// Explores a game without a ranking, and calls `explain` once its positions are known.
void explore(const solve_arguments& arguments, solve_job& job, const std::function<void()>& explain) {
  progress display = arguments.work.make_progress();
  job.explore(display, [&] {
    display.erase();
    explain();
  });
}

/// Solves a game, and stores, verifies and reports the solution.
exit_status run_job(const solve_arguments& arguments, const any_game& game, solve_job& job,
                    const std::optional<check_report>& check, session& s) {
  solve_job_result result;
  {
    progress display = arguments.work.make_progress();
    result = job.finish(job.solve(display), display);
  }
  if (result.is_stored) job.remove_checkpoint();
  add_seconds(result.solved.report.seconds, result.seconds_afterwards);
  if (result.group_totals_failure) s.warn(group_totals_failure_text(result.group_totals_failure));
  print_result(arguments, game, job.plan(), check, result, s);
  if (result.write_failure) std::rethrow_exception(result.write_failure);
  return result.is_accepted() ? exit_status::done : exit_status::claim_false;
}

exit_status solve(const solve_arguments& given, session& s) {
  solve_arguments arguments = given;
  if (s.blocks != nullptr) arguments.work = options_for_rank(arguments.work, *s.blocks);
  const bool is_sliced = !arguments.slices.empty();
  if (is_sliced && arguments.output.empty() && !arguments.explain) {
    throw input_error("--slices needs -o FOLDER for the table set, or --explain to print only the plan");
  }
  expect_saving_options(arguments);
  if (arguments.output == "-") {
    throw input_error("-o -: HDF5 needs a seekable file; name a file");
  }
  if (arguments.log == "-") throw input_error("--log -: standard output is for the report; name a file");
  if (!arguments.output.empty() && !is_sliced && s.is_first()) {
    expect_writable(arguments.output);
    expect_not_a_parameter(arguments, "-o", arguments.output);
  }
  if (!arguments.log.empty()) expect_not_a_parameter(arguments, "--log", arguments.log);
  const metric counts_to = parse_metric(arguments.metric);
  solve_job_options options;
  options.solve.engine = parse_engine(arguments.engine);
  options.solve.threads = resolve_threads(arguments.work.threads);
  if (!arguments.memory_limit.empty()) {
    options.solve.memory_limit_bytes = parse_bytes(arguments.memory_limit);
    options.solve.process_limit_bytes = options.solve.memory_limit_bytes;
  }
  options.solve.scratch_folder = arguments.scratch;
  if (!arguments.verify.empty()) options.verify = parse_scope(arguments.verify, options.solve.threads);
  const std::unique_ptr<any_game> game =
      build_game(s, arguments.game, arguments.parameters, arguments.work, options.solve.memory_limit_bytes);
  game->set_metric(counts_to);
  if (!arguments.output.empty()) expect_not_read(*game, s.games, "-o", arguments.output);
  if (!arguments.log.empty()) expect_not_read(*game, s.games, "--log", arguments.log);
  if (!is_sliced) options.solve.blocks = s.blocks;
  options.solve.saves = arguments.checkpoints.schedule().is_set() || arguments.resume || !arguments.log.empty();
  options.solve.counts_reachable = arguments.reachable;
  options.table = arguments.output;
  options.program = s.program_text();
  expect_solvable(*game, {.solve = options.solve,
                          .logs_waves = !arguments.log.empty(),
                          .slices = is_sliced ? std::optional(arguments.slices) : std::nullopt,
                          .by_outcome = arguments.outcomes});
  if (s.blocks != nullptr) expect_same_game(*game, *s.blocks);

  std::optional<solve_job> job;
  const auto make_job = [&] {
    if (!job) job.emplace(*game, options, [&s](const std::string& message) { s.warn(message); });
  };
  const auto explain = [&] {
    if (!arguments.explain || arguments.json) return;
    solve_plan estimates = job->plan();
    estimates.chosen.reset();  // a separate line displays the choice
    s.print(report_plan(estimates).text + report_hooks(game->hooks().has()).text);
  };
  const bool is_ranked = game->is_numbered();
  if (arguments.explain && is_ranked && !is_sliced) {
    make_job();
    explain();
  }
  std::optional<check_report> check;
  if (arguments.check) {
    check = check_sample(*game, arguments.work);
    if (!check->violations.empty()) return print_check(*check, arguments.json, s);
    if (!arguments.json) s.print(report_check(*check).text);
  }
  if (is_sliced) {
    sliced_job_options sliced;
    sliced.solve = options.solve;
    sliced.verify = options.verify;
    sliced.folder = arguments.output;
    sliced.choice = arguments.slices;
    sliced.by_outcome = arguments.outcomes;
    sliced.schedule = arguments.checkpoints.schedule();
    sliced.program = options.program;
    sliced.ranks = s.blocks;
    return solve_slices(*game, sliced, {arguments.explain, arguments.json, arguments.work}, s);
  }
  if (arguments.explain && !is_ranked && !arguments.resume && report_forecast(arguments, *game, options, check, s)) {
    return exit_status::done;
  }
  make_job();
  try {
    if (is_ranked) (void)job->plan().choice();
    expect_scratch_used(arguments, job->plan());
    prepare(arguments, s, *job);
    if (!is_ranked) explore(arguments, *job, explain);
    if (!arguments.json) s.print(estimate_line(job->plan()));
    return run_job(arguments, *game, *job, check, s);
  } catch (const resume_error& rejected) {
    throw input_error(fmt::format("--resume: {}", rejected.what()));
  } catch (const interrupted&) {
    const auto checkpoint = job->checkpoint();
    if (!checkpoint) throw;
    throw interrupted(fmt::format("interrupted; repeat with --resume to continue from {}", checkpoint->string()));
  }
}

command_action declare_solve(command_line& command, session& s) {
  const auto arguments = std::make_shared<solve_arguments>();
  command.add_option("GAME", arguments->game, "The name of a game; {program} list prints all names")->required();
  command.add_option("INSTANCE", arguments->parameters,
                     "The instance: name=value, name=@FILE, @FILE, or JSON in the form of the original problem");
  command
      .add_option("-o,--output", arguments->output,
                  "Store the solution as a table; with --slices, as a folder of tables")
      ->names_output()
      ->type_name("FILE");
  command
      .add_option("--slices", arguments->slices,
                  "Solve slice by slice, with memory for the largest: all; names, such as KPvK,KvK; or conditions on "
                  "their counts that must all hold, such as men<=7,own>=4. Slices to which these lead are also solved; "
                  "slices in the folder are not solved again")
      ->check(
          [](const std::string& choice) { return choice.empty() ? "expected all, slices or conditions, got ''" : ""; })
      ->type_name("WHICH");
  command
      .add_flag("--outcomes", arguments->outcomes,
                "With --slices: solve slices without inner moves for outcomes only, in 2 bits per position and without "
                "distances")
      ->needs("--slices");
  command
      .add_option("--metric", arguments->metric,
                  "With --slices: count distances to the end, or to the conversion: the end or the move that leaves "
                  "the group of slices, which needs only the outcomes of the slices that it leads to (default: " +
                      arguments->metric + ")")
      ->type_name("end|conversion");
  command
      .add_option("--engine", arguments->engine,
                  engine_choices(s.blocks != nullptr) + " (default: " + arguments->engine + ")")
      ->type_name("NAME");
  command
      .add_option("--memory-limit", arguments->memory_limit,
                  "Memory limit, such as 4G or 512M (default: available memory)")
      ->type_name("SIZE");
  command
      .add_option("--scratch", arguments->scratch,
                  "Folder on a disk to which the engine product moves the solution when it exceeds the memory limit")
      ->check([](const std::string& folder) {
        return std::filesystem::is_directory(folder) ? "" : fmt::format("{} is not a folder", folder);
      })
      ->excludes("--slices")
      ->on_one_machine(s.blocks != nullptr)
      ->type_name("FOLDER");
  arguments->checkpoints.declare(command, "Save a checkpoint next to the table");
  command.add_flag("--resume", arguments->resume,
                   "Resume from the checkpoint, with any engine, or start if there is none");
  command.add_option("--log", arguments->log, "Write a line of CSV to FILE for every wave")
      ->names_output()
      ->excludes("--slices")
      ->type_name("FILE");
  command.add_flag("--verify{all}", arguments->verify,
                   "Check all positions against the rules, or N sampled ones with =sample:N; status 1 if one is wrong");
  command.add_flag(
      "--check", arguments->check,
      "Before the solve, check sampled positions against the game's contract; status 1 if one violates it");
  command
      .add_flag("--reachable", arguments->reachable,
                "Count the positions that play reaches from the start; for a table set, use {program} stats")
      ->excludes("--slices")
      ->on_one_machine(s.blocks != nullptr);
  command.add_flag("--explain", arguments->explain,
                   "Also print the memory plan and the hooks found; for a game that takes long to explore, print a "
                   "lower bound of its size, and solve it only if -o, --verify, --reachable or --log is given");
  declare_json(command, arguments->json);
  arguments->work.declare(command);
  command.footer(
      "Games for points, such as awari and kalah, are solved for the margin first, then for the number of plies.\n"
      "Examples:\n"
      "  {program} solve mnk rows=3 cols=3 k=3 --reachable\n"
      "  {program} solve cat_and_mouse graph=[[1,3],[0],[3],[0,2]] --json\n"
      "  {program} solve cat_and_mouse_ii grid=@grid.txt cat_jump=1 mouse_jump=2 -o t.h5 --verify\n"
      "  {program} solve cat_and_mouse_ii rows=64 cols=64 walls=0.1 seed=7 --memory-limit 2G\n"
      "  {program} solve cat_and_mouse_ii rows=128 cols=128 --engine product --verify=sample:100000\n"
      "  {program} solve cat_and_mouse_ii rows=128 cols=128 -o big.h5 --checkpoint 10 --resume --log waves.csv\n"
      "  {program} solve cat_and_mouse_ii rows=256 cols=256 --memory-limit 5G --scratch . -o huge.h5 --explain\n"
      "  {program} solve chess_ending pieces=KQvKR --slices all --explain\n"
      "  {program} solve connect_four rows=6 cols=7 --explain\n"
      "  {program} solve teeko --slices all --outcomes -o by_outcome\n"
      "  {program} solve chess_ending pieces=KQvKR --slices all -o queen --verify\n"
      "  {program} solve chess_ending pieces=KQvKR --slices all --metric conversion -o converted");
  return {[arguments, &s] { return solve(*arguments, s); }};
}

}  // namespace

const command_definition solve_command{"solve", "Solve a game completely", command_reach::ranks, declare_solve};

}  // namespace zermelo::cli
