// SPDX-License-Identifier: MIT
// zermelo solve: solves a game, and may verify and store the solution.
#include <chrono>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <ratio>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/phase_clock.hpp>
#include <zermelo/experiment/planning.hpp>
#include <zermelo/experiment/report_text.hpp>
#include <zermelo/experiment/table_metadata.hpp>
#include <zermelo/storage/checkpoint.hpp>
#include <zermelo/storage/endgame_table.hpp>

#include "commands.hpp"
#include "long_solve.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {
namespace {

using experiment::json;

struct solve_arguments {
  std::string game;
  std::vector<std::string> words;
  std::string engine = "auto";
  std::string memory_limit;
  std::string output;
  std::optional<double> checkpoint_minutes;
  std::optional<std::uint64_t> checkpoint_waves;
  bool resume = false;
  std::string log;
  std::string verify;  ///< empty: not at all
  bool reachable = false;
  bool explain = false;
  bool json = false;
  work_options work;
};

/// The estimates of every engine, also where none would fit; no engine is chosen.
experiment::memory_plan explained_plan(const experiment::any_game& game, const experiment::solve_options& options) {
  experiment::solve_options boundless = options;
  boundless.memory_limit_bytes = std::numeric_limits<std::uint64_t>::max();
  experiment::memory_plan plan = game.plan(boundless);
  plan.chosen.reset();
  plan.limit_bytes =
      options.memory_limit_bytes != 0 ? options.memory_limit_bytes : experiment::available_memory_bytes();
  return plan;
}

std::string estimate_line(const experiment::memory_plan& plan) {
  for (const auto& estimate : plan.engines) {
    if (estimate.engine != plan.chosen) continue;
    return experiment::labelled_line("estimate", fmt::format("engine {}, about {} of {}", to_string(plan.chosen),
                                                             experiment::format_bytes(estimate.peak_bytes),
                                                             experiment::format_bytes(plan.limit_bytes)));
  }
  return "";
}

/// Adds the time of the steps after the solve to its own.
void add_seconds(experiment::solve_report& report, const std::map<std::string, double>& more) {
  for (const auto& [phase, seconds] : more) report.seconds[phase] += seconds;
}

/// What `--verify` asks for. @throws input_error
verify_scope parse_scope(const std::string& word, unsigned threads) {
  if (const auto scope = experiment::parse_verify_scope(word, threads)) return *scope;
  throw input_error(fmt::format("--verify={}: give --verify, or --verify=sample:N with N at least 1", excerpt(word)));
}

long_solve_options long_options(const solve_arguments& arguments) {
  long_solve_options options;
  options.output = arguments.output;
  options.schedule.every_waves = arguments.checkpoint_waves;
  if (arguments.checkpoint_minutes) {
    options.schedule.every = std::chrono::duration<double, std::ratio<60>>(*arguments.checkpoint_minutes);
  }
  options.resume = arguments.resume;
  options.log = arguments.log;
  return options;
}

/// The solve itself, and all that comes after it.
exit_status solve_and_report(const solve_arguments& arguments, const experiment::any_game& game,
                             const experiment::solve_options& options, const experiment::memory_plan& plan,
                             long_solve& solving, progress& shown, session& s) {
  experiment::solved_game solved = solving.run(options, shown);

  experiment::phase_clock clock(shown);
  std::optional<experiment::reachable_summary> reachable;
  if (arguments.reachable) reachable = game.reachable(*solved.values, options.threads, clock);
  std::optional<verify_report> verified;
  if (!arguments.verify.empty()) {
    verified = game.verify(*solved.values, parse_scope(arguments.verify, options.threads), clock);
  }
  const bool accepted = !verified || verified->accepted();
  bool stored = false;
  std::exception_ptr write_failure;
  if (accepted && !arguments.output.empty()) {
    clock.phase("write", 0);
    try {
      storage::write_endgame_table(arguments.output, experiment::table_metadata_of(game, solved.report), *solved.values,
                                   clock, options.threads);
      stored = true;
    } catch (const resource_error&) {
      write_failure = std::current_exception();  // what was found is reported all the same
    }
  }
  if (stored) solving.finish();
  add_seconds(solved.report, clock.stop());

  if (arguments.json) {
    json object = experiment::solve_json(game, s.games.find(arguments.game).parameters, solved, reachable);
    if (verified) object["verify"] = experiment::verify_json(game, *verified);
    if (stored) object["table"] = arguments.output;
    if (arguments.explain) {
      object["plan"] = experiment::plan_json(plan);
      object["hooks"] = experiment::hooks_json(game.hooks());
    }
    s.print_json(object);
  } else {
    s.print(experiment::solve_text(game, solved, reachable) +
            (verified ? experiment::verify_text(game, *verified) : "") +
            (stored ? experiment::labelled_line("table", arguments.output) : ""));
  }
  if (write_failure) std::rethrow_exception(write_failure);
  return accepted ? exit_status::done : exit_status::not_so;
}

exit_status solve(const solve_arguments& arguments, session& s) {
  const std::unique_ptr<experiment::any_game> game = s.games.build(arguments.game, arguments.words);
  experiment::solve_options options;
  options.engine = experiment::parse_engine(arguments.engine);
  options.threads = resolve_threads(arguments.work.threads);
  if (!arguments.memory_limit.empty()) options.memory_limit_bytes = experiment::parse_bytes(arguments.memory_limit);
  options.saves = arguments.checkpoint_minutes || arguments.checkpoint_waves || arguments.resume;
  if (!arguments.verify.empty()) {
    options.verifies = !is_sample(game->num_positions(), parse_scope(arguments.verify, options.threads));
  }
  options.counts_reachable = arguments.reachable;
  if (!arguments.output.empty()) check_output(arguments.output);
  if (arguments.reachable && !game->start()) {
    throw input_error(fmt::format("--reachable: {} has no start position", game->name()));
  }

  if (arguments.explain && !arguments.json) {
    s.print(experiment::plan_text(explained_plan(*game, options)) + experiment::hooks_text(game->hooks()));
  }
  const experiment::memory_plan plan = game->plan(options);
  // The solve keeps to this plan, whatever memory is free by then.
  options.engine = plan.chosen;
  options.memory_limit_bytes = plan.limit_bytes;
  long_solve solving(long_options(arguments), *game, plan.chosen.value());
  if (!arguments.json) s.print(estimate_line(plan));

  progress shown = arguments.work.make_progress();
  try {
    return solve_and_report(arguments, *game, options, plan, solving, shown, s);
  } catch (const interrupted&) {
    const auto checkpoint = solving.checkpoint();
    if (!checkpoint) throw;
    throw interrupted(fmt::format("interrupted; the same command with --resume goes on from {}", checkpoint->string()));
  }
}
}  // namespace

void add_solve(command_line& program, session& s) {
  const auto minutes = [](const std::string& word) {
    const auto number = parse_number<double>(word);
    constexpr double most = 60 * 24 * 365;
    if (number && *number >= 0 && *number <= most) return std::string();
    return fmt::format("'{}' is not a number of minutes from 0 to {}", word, most);
  };
  constexpr std::uint64_t most_waves = 1'000'000'000;
  const auto arguments = std::make_shared<solve_arguments>();
  command_line& command = *program.add_subcommand("solve", "Solve a game completely");
  command.add_option("GAME", arguments->game, "A game's name, see zermelo list")->required()->type_name("");
  command
      .add_option("WORDS", arguments->words,
                  "The instance: name=value, name=@FILE, @FILE, or JSON in the problem's own form")
      ->type_name("");
  command.add_option("-o,--output", arguments->output, "Store the solution as a table")->type_name("FILE");
  command
      .add_option("--engine", arguments->engine, experiment::engine_choices() + " (default: " + arguments->engine + ")")
      ->type_name("NAME");
  command.add_option("--memory-limit", arguments->memory_limit, "Such as 4G or 512M (default: what is available)")
      ->type_name("SIZE");
  command
      .add_option("--checkpoint", arguments->checkpoint_minutes,
                  "Save the solve beside the table every so many minutes, between waves; 0: after each")
      ->check(minutes)
      ->type_name("MINUTES");
  command.add_option("--checkpoint-waves", arguments->checkpoint_waves, "Save the solve every so many waves")
      ->between(std::uint64_t{1}, most_waves)
      ->type_name("K");
  command.add_flag("--resume", arguments->resume, "Go on with the solve that was saved, on any engine; none: start");
  command.add_option("--log", arguments->log, "Write a line of CSV for every wave")->type_name("FILE");
  command.add_flag("--verify{all}", arguments->verify,
                   "Check every position against the rules, or with =sample:N so many; status 1 if one is wrong");
  command.add_flag("--reachable", arguments->reachable, "Count the positions that can be reached from the start");
  command.add_flag("--explain", arguments->explain, "Print the memory plan and the hooks found as well");
  declare_json(command, arguments->json);
  arguments->work.declare(command);
  command.footer(
      "Examples:\n"
      "  zermelo solve mnk rows=3 cols=3 k=3 --reachable\n"
      "  zermelo solve cat_and_mouse graph=[[1,3],[0],[3],[0,2]] --json\n"
      "  zermelo solve cat_and_mouse_ii grid=@grid.txt cat_jump=1 mouse_jump=2 -o t.h5 --verify\n"
      "  zermelo solve cat_and_mouse_ii rows=64 cols=64 walls=0.1 seed=7 --memory-limit 2G\n"
      "  zermelo solve cat_and_mouse_ii rows=128 cols=128 --engine product --verify=sample:100000\n"
      "  zermelo solve cat_and_mouse_ii rows=128 cols=128 -o big.h5 --checkpoint 10 --resume --log waves.csv");
  command.callback([arguments, &s] { s.command = [arguments, &s] { return solve(*arguments, s); }; });
}

}  // namespace zermelo::cli
