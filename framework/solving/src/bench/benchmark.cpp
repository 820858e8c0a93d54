// SPDX-License-Identifier: MIT
#include <zermelo/solving/bench/benchmark.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/version.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/store_rules.hpp>
#include <zermelo/solving/bench/limit_kernels.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/plan/solve_options.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>

namespace zermelo {
namespace {

constexpr const char* whole_solve = "solve";
constexpr const char* propagation = "propagate";

/// The runs of an engine with a number of threads.
struct engine_runs {
  zermelo::engine engine;
  unsigned threads;
  std::map<std::string, std::vector<double>> seconds;  ///< [phase][run]
  std::uint64_t max_growth_bytes = 0;                  ///< growth of the resident size during a run; 0: not reported
  std::uint64_t signature = 0;
};

/// The runs of the limit kernels with a number of threads, in seconds.
struct limit_runs {
  unsigned threads;
  std::vector<double> stream;
  std::vector<double> gather;
};

template <class Function>
double seconds_of(const Function& f) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  f();
  return std::chrono::duration<double>(clock::now() - start).count();
}

[[nodiscard]] solve_options options_for(std::optional<zermelo::engine> engine, unsigned threads,
                                        const benchmark_options& options) {
  solve_options solve;
  solve.engine = engine;
  solve.threads = threads;
  solve.memory_limit_bytes = options.memory_limit_bytes;
  return solve;
}

/// Returns the requested engines, or all that are available and fit. @throws what solve_plan::choice throws for a
/// requested engine.
[[nodiscard]] std::vector<engine> engines_of(const any_game& game, const benchmark_options& options) {
  for (const engine requested : options.engines) (void)plan(game, {options_for(requested, 1, options)}).choice();
  if (!options.engines.empty()) return options.engines;
  const solve_plan plan = zermelo::plan(game, {options_for(std::nullopt, 1, options)});
  std::vector<engine> engines;
  for (const engine_estimate& candidate : plan.engines) {
    if (candidate.is_available && candidate.peak_bytes <= plan.limit_bytes) engines.push_back(candidate.engine);
  }
  return engines;
}

/// Returns the values without duplicates, in the order of their first occurrence.
template <class T>
[[nodiscard]] std::vector<T> distinct(const std::vector<T>& values) {
  std::vector<T> result;
  for (const T& value : values) {
    if (std::find(result.begin(), result.end(), value) == result.end()) result.push_back(value);
  }
  return result;
}

[[nodiscard]] std::vector<engine_runs> runs_of_engines(const any_game& game, const benchmark_options& options) {
  std::vector<engine_runs> runs;
  for (const zermelo::engine engine : distinct(engines_of(game, options))) {
    if (engine.is_baseline()) {
      runs.push_back({engine, 1, {}});
      continue;
    }
    for (const unsigned threads : distinct(options.threads)) runs.push_back({engine, threads, {}});
  }
  return runs;
}

/// Returns the estimated peak memory of the limit kernels, with a solution of 2 bytes per position. Their graph has
/// rows of numbers, independent of the form that the engine `explicit` chooses.
[[nodiscard]] std::uint64_t limit_kernel_bytes(const any_game& game, const solve_plan& plan) {
  // The start of a row, an out-degree, an entry of the solution, an index and a wave in wave_order, and the kernels' 3
  // bytes.
  constexpr double bytes_per_position = 4 + 2 + 2 + 4 + 4 + 3;
  constexpr double bytes_per_move = 4;
  return saturating_sum(bytes_of_program, game.size().bytes,
                        saturating_number(static_cast<double>(plan.positions) *
                                          (bytes_per_position + bytes_per_move * plan.edges_per_position)));
}

/// Compares the signature of every solution with that of the first one, which is verified.
class solution_checker {
 public:
  solution_checker(const any_game& game, solve_visitor& visitor) : m_game(game), m_visitor(visitor) {}

  /// @throws contract_error if the solution is wrong or has another signature. Returns the signature.
  [[nodiscard]] std::uint64_t check(const solved_game& solved) {
    const std::uint64_t signature = solved.report.summary.signature;
    if (!m_signature) verify(solved);
    if (signature != *m_signature) {
      throw contract_error(fmt::format("engine '{0}' on {1} threads is wrong: expected signature {3}, got {2}",
                                       to_string(solved.report.engine), solved.report.threads, hex_text(signature),
                                       hex_text(*m_signature)));
    }
    return signature;
  }

 private:
  void verify(const solved_game& solved) {
    const verify_report verified = zermelo::verify(m_game, *solved.values, 0, m_visitor);
    if (!verified.accepted()) {
      throw contract_error(fmt::format("engine '{}': verification failed for {} of {} positions",
                                       to_string(solved.report.engine), verified.wrong, verified.checked));
    }
    m_signature = solved.report.summary.signature;
  }

  const any_game& m_game;
  solve_visitor& m_visitor;
  std::optional<std::uint64_t> m_signature;  ///< signature of the verified solution
};

/// Solves the game once, and records the growth of the resident size.
solved_game run_once(const any_game& game, engine_runs& runs, const benchmark_options& options,
                     solve_visitor& visitor) {
  const bool reports_peak = restart_peak_bytes();
  const std::uint64_t before = resident_bytes();
  solved_game solved = solve(game, options_for(runs.engine, runs.threads, options), visitor);
  if (reports_peak) {
    runs.max_growth_bytes = std::max(runs.max_growth_bytes, saturating_difference(peak_bytes(), before));
  }
  return solved;
}

/// Adds the seconds of a run, by phase and for the whole solve.
void note_seconds(engine_runs& runs, std::map<std::string, double> seconds) {
  seconds[whole_solve] = seconds.at("total");
  // These phases follow the algorithm: summarizing, and copying a baseline's answer into a table.
  for (const char* phase : {"summarize", "convert"}) {
    if (const auto found = seconds.find(phase); found != seconds.end()) seconds[whole_solve] -= found->second;
  }
  for (const auto& [phase, phase_seconds] : seconds) runs.seconds[phase].push_back(phase_seconds);
}

/// Returns the quotient; nothing if the denominator is 0.
[[nodiscard]] std::optional<double> quotient(double numerator, double denominator) {
  if (denominator <= 0) return std::nullopt;
  return numerator / denominator;
}

[[nodiscard]] benchmark_result result_of(const engine_runs& runs, const benchmark_report& report) {
  benchmark_result result{runs.engine, runs.threads, {}, 0, 0, {}, {}, {}, {}, {}, {}, 0};
  result.signature = runs.signature;
  for (const auto& [phase, seconds] : runs.seconds) result.seconds[phase] = timing_of(seconds);
  const double solve = result.seconds.at(whole_solve).median;
  const auto positions = static_cast<double>(report.positions);
  const auto edges = static_cast<double>(report.edges);
  if (solve > 0) {
    result.positions_per_second = positions / solve;
    result.edges_per_second = edges / solve;
  }
  if (const auto bytes = static_cast<double>(runs.max_growth_bytes); bytes > 0) {
    result.bytes_per_position = quotient(bytes, positions);
    result.bytes_per_edge = quotient(bytes, edges);
  }
  return result;
}

/// Sets the ratios of the results.
void compare(benchmark_report& report) {
  const auto solve_seconds_of = [&](const engine_info& engine) -> std::optional<double> {
    for (const benchmark_result& result : report.results) {
      if (result.engine.name() == engine.name) return result.seconds.at(whole_solve).median;
    }
    return std::nullopt;
  };
  const auto textbook = solve_seconds_of(textbook_engine.info);
  const auto queue = solve_seconds_of(queue_engine.info);
  for (benchmark_result& result : report.results) {
    const double solve = result.seconds.at(whole_solve).median;
    if (textbook) result.ratio_to_textbook = quotient(*textbook, solve);
    if (queue) result.ratio_to_queue = quotient(*queue, solve);
    const auto propagated = result.seconds.find(propagation);
    if (propagated == result.seconds.end()) continue;
    for (const limit_result& limit : report.limits) {
      if (limit.threads != result.threads) continue;
      result.ratio_to_stream_limit = quotient(propagated->second.median, limit.stream.median);
      result.ratio_to_gather_limit = quotient(propagated->second.median, limit.gather.median);
    }
  }
}

/// Returns the value of the first line "key : value" in a file of the system; "unknown" if there is no such line.
std::string entry_of_file(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    if (colon != std::string::npos && value != std::string::npos) return line.substr(value);
  }
  return "unknown";
}

}  // namespace

timing timing_of(std::vector<double> seconds) {
  if (seconds.empty()) throw std::invalid_argument("timing_of: no runs");
  std::sort(seconds.begin(), seconds.end());
  const std::size_t half = seconds.size() / 2;
  const double median = seconds.size() % 2 == 1 ? seconds[half] : (seconds[half - 1] + seconds[half]) / 2;
  return {median, seconds.front(), seconds.back()};
}

benchmark_report run_benchmark(const any_game& game, const benchmark_options& options, solve_visitor& visitor) {
  std::vector<engine_runs> all_runs = runs_of_engines(game, options);
  std::vector<limit_runs> limits;
  benchmark_report report;
  report.positions = game.num_positions();
  for (const engine_runs& runs : all_runs) {
    solve_options solve = options_for(runs.engine, runs.threads, options);
    solve.verifies = &runs == all_runs.data();  // only the first solution is verified
    const solve_plan planned = plan(game, {solve});
    (void)planned.choice();
    report.planned_bytes = std::max(report.planned_bytes, planned.peak_bytes());
  }
  if (!all_runs.empty()) {
    const solve_plan plan = zermelo::plan(game, {options_for(all_runs.front().engine, 1, options)});
    const std::uint64_t bytes = limit_kernel_bytes(game, plan);
    if (bytes <= plan.limit_bytes) {
      report.planned_bytes = std::max(report.planned_bytes, bytes);
      std::vector<unsigned> threads;
      for (const engine_runs& runs : all_runs) threads.push_back(runs.threads);
      for (const unsigned number : distinct(threads)) limits.push_back({number, {}, {}});
    }
  }
  solution_checker checker(game, visitor);
  for (unsigned round = 0; round < options.repeat; ++round) {
    std::unique_ptr<const solution_entries> solution;  // an arbitrary solution of this round
    for (engine_runs& runs : all_runs) {
      solution.reset();  // only one solution is in memory at a time
      solved_game solved = run_once(game, runs, options, visitor);
      runs.signature = checker.check(solved);
      report.edges = solved.report.edges;
      note_seconds(runs, solved.report.seconds);
      if (!limits.empty()) solution = std::move(solved.values);
    }
    for (limit_runs& runs : limits) {
      limit_kernels kernels(store_rules(game.rules(), {.threads = runs.threads}, visitor), *solution, runs.threads,
                            visitor);
      visitor.phase("limits", 0);
      // The first call of each kernel loads its arrays into the caches.
      kernels.stream(visitor);
      runs.stream.push_back(seconds_of([&] { kernels.stream(visitor); }));
      kernels.gather(visitor);
      runs.gather.push_back(seconds_of([&] { kernels.gather(visitor); }));
    }
  }
  for (const limit_runs& runs : limits) {
    report.limits.push_back({runs.threads, timing_of(runs.stream), timing_of(runs.gather)});
  }
  for (const engine_runs& runs : all_runs) report.results.push_back(result_of(runs, report));
  compare(report);
  return report;
}

machine_description describe_machine() {
  machine_description machine;
  machine.processor = entry_of_file("/proc/cpuinfo", "model name");
  machine.cores = resolve_threads(0);
  machine.memory_bytes = machine_memory_bytes();
  machine.compiler = compiler();
  machine.flags = build_flags();
  machine.program_version = program_version();
  machine.git_revision = git_revision();
  return machine;
}

}  // namespace zermelo
