// SPDX-License-Identifier: MIT
// zermelo bench: measures how fast the engines solve a game.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/solving/bench/benchmark.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/tables/report/report_benchmark.hpp>

#include "../built_game.hpp"
#include "../commands.hpp"

namespace zermelo::cli {
namespace {

struct bench_arguments {
  std::string game;
  std::vector<std::string> parameters;
  std::vector<std::string> engines;
  std::vector<unsigned> threads;
  unsigned repeat = benchmark_options{}.repeat;
  std::string memory_limit;
  bool json = false;
  bool quiet = false;

  void declare(command_line& command);
};

exit_status bench(const bench_arguments& arguments, session& s) {
  benchmark_options options;
  for (const std::string& name : arguments.engines) {
    const std::optional<zermelo::engine> engine = parse_engine(name);
    if (!engine) throw input_error("--engines: 'auto' cannot be measured; name engines, such as queue,implicit");
    options.engines.push_back(*engine);
  }
  options.threads = arguments.threads;
  if (options.threads.empty()) {
    options.threads = {1};
    if (resolve_threads(0) > 1) options.threads.push_back(resolve_threads(0));
  }
  options.repeat = arguments.repeat;
  if (!arguments.memory_limit.empty()) options.memory_limit_bytes = parse_bytes(arguments.memory_limit);

  const work_options work{.threads = *std::max_element(options.threads.begin(), options.threads.end()),
                          .quiet = arguments.quiet};
  const std::unique_ptr<any_game> game =
      build_game(s, arguments.game, arguments.parameters, work, options.memory_limit_bytes);
  progress display = work.make_progress();
  explore_request request;
  request.solve.memory_limit_bytes = options.memory_limit_bytes;
  request.retains_moves = false;  // each engine is measured with only the memory that it needs
  zermelo::explore(*game, request, display);
  const benchmark_report report = run_benchmark(*game, options, display);
  machine_description machine = describe_machine();
  machine.program = s.program_text();
  s.print_report(report_benchmark(*game, s.games.find(arguments.game).parameters, options.repeat, report, machine),
                 arguments.json);
  return exit_status::done;
}

void bench_arguments::declare(command_line& command) {
  constexpr unsigned max_runs = 1000;
  command.add_option("GAME", game, "The name of a game; {program} list prints all names")->required();
  command.add_option("INSTANCE", parameters, "The instance, as for {program} solve");
  command.add_option("--engines", engines, "Engines to measure, such as queue,implicit (default: all that fit)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAMES");
  command
      .add_option("--threads", threads,
                  "Numbers of threads, such as 1,2; textbook and queue use 1 (default: 1 and all cores)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->between(1, work_options::max_threads)
      ->type_name("NUMBERS");
  command.add_option("--repeat", repeat, "Run each engine N times with each number of threads (default: 3)")
      ->between(1, max_runs)
      ->type_name("N");
  command.add_option("--memory-limit", memory_limit, "Memory limit, such as 4G or 512M (default: available memory)")
      ->type_name("SIZE");
  declare_json(command, json);
  command.add_flag("--quiet", quiet, "Do not print progress to standard error");
  command.footer(
      "Each result is checked before its time is reported. For each engine and number of threads, the report contains\n"
      "the median time of a solve, the peak memory in bytes per position and per move, the speedup over textbook and\n"
      "queue, and the propagation time divided by that of two kernels, which only access the stored graph, with one\n"
      "memory operation per move: stream in storage order, gather in the order of the solve.\n"
      "Examples:\n"
      "  {program} bench cat_and_mouse_ii rows=32 cols=32 cat_jump=2 mouse_jump=2\n"
      "  {program} bench cat_and_mouse_ii rows=64 cols=64 walls=0.1 --engines queue,implicit --threads 1,2 --json");
}

}  // namespace

const command_definition bench_command{"bench", "Measure how fast the engines solve a game", command_reach::one_process,
                                       declare_command<bench_arguments, bench>};

}  // namespace zermelo::cli
