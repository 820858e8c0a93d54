// SPDX-License-Identifier: MIT
// Runs in turn, their medians, and the ratios between them.
#include <zermelo/experiment/bench/benchmark.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/queue_engine.hpp>
#include <zermelo/core/engines/textbook_engine.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/store_rules.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/base/version.hpp>
#include <zermelo/experiment/bench/limit_kernels.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/job/verifying.hpp>

namespace zermelo::experiment {
namespace {

constexpr const char* whole_solve = "solve";
constexpr const char* propagation = "propagate";

/// An engine on a number of threads, and what its runs took.
struct contestant {
  experiment::engine engine;
  unsigned threads;
  std::map<std::string, std::vector<double>> seconds;
  std::uint64_t most_bytes = 0;
  std::uint64_t signature = 0;
};

/// The kernels on a number of threads, and what their runs took.
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

[[nodiscard]] solve_options options_for(std::optional<experiment::engine> engine, unsigned threads,
                                        const benchmark_options& options) {
  solve_options one;
  one.engine = engine;
  one.threads = threads;
  one.memory_limit_bytes = options.memory_limit_bytes;
  return one;
}

/// The engines asked for, or all that can run. @throws as `plan` for one that cannot.
[[nodiscard]] std::vector<experiment::engine> engines_of(const any_game& game, const benchmark_options& options) {
  for (const experiment::engine asked : options.engines) (void)plan(game, options_for(asked, 1, options));
  if (!options.engines.empty()) return options.engines;
  const memory_plan plan = experiment::plan(game, options_for(std::nullopt, 1, options));
  std::vector<experiment::engine> engines;
  for (const engine_estimate& candidate : plan.engines) {
    if (candidate.is_available && candidate.peak_bytes <= plan.limit_bytes) engines.push_back(candidate.engine);
  }
  return engines;
}

/// Without repetitions, in the order of the first mention.
template <class T>
[[nodiscard]] std::vector<T> each_once(const std::vector<T>& values) {
  std::vector<T> once;
  for (const T& value : values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(value);
  }
  return once;
}

[[nodiscard]] std::vector<contestant> contestants_of(const any_game& game, const benchmark_options& options) {
  std::vector<contestant> all;
  for (const experiment::engine engine : each_once(engines_of(game, options))) {
    if (engine.is_baseline()) {
      all.push_back({engine, 1, {}});
      continue;
    }
    for (const unsigned threads : each_once(options.threads)) all.push_back({engine, threads, {}});
  }
  return all;
}

/// What the limit kernels are expected to need at their peak, beside a solution: they walk rows of numbers, however the
/// engine `explicit` stores them.
[[nodiscard]] std::uint64_t limits_bytes(const memory_plan& plan) {
  constexpr double bytes_beside = 2 + 2 + 4 + 4 + 3;  // an out-degree, a value, an index, a wave, a byte and a word
  const auto positions = static_cast<double>(plan.positions);
  const double edges = positions * plan.edges_per_position;
  const auto bytes_to_number = [](double count) {
    return count <= std::numeric_limits<std::uint32_t>::max() ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  };
  const double rows =
      static_cast<double>(bytes_to_number(positions)) * edges + static_cast<double>(bytes_to_number(edges)) * positions;
  return saturating_sum(bytes_of_program, plan.game_bytes, saturating_number(rows + bytes_beside * positions));
}

/// What the engine that was chosen is expected to need.
[[nodiscard]] std::uint64_t chosen_bytes(const memory_plan& plan) {
  const auto is_chosen = [&](const engine_estimate& estimate) { return estimate.engine == plan.chosen; };
  return std::find_if(plan.engines.begin(), plan.engines.end(), is_chosen)->peak_bytes;
}

/// The one signature that every solution must have.
class referee {
 public:
  referee(const any_game& game, solve_visitor& visitor) : m_game(game), m_visitor(visitor) {}

  /// Returns the signature if it is right.
  [[nodiscard]] std::uint64_t judge(const solved_game& solved) {
    const std::uint64_t signature = solved.report.summary.signature;
    if (m_is_first) verify(solved);
    if (signature != m_signature) {
      throw contract_error(fmt::format("engine '{}' on {} threads has the signature {}, the verified one is {}",
                                       to_string(solved.report.engine), solved.report.threads,
                                       signature_text(signature), signature_text(m_signature)));
    }
    return signature;
  }

 private:
  void verify(const solved_game& solved) {
    const verify_report verified = experiment::verify(m_game, *solved.values, 0, m_visitor);
    if (!verified.accepted()) {
      throw contract_error(fmt::format("engine '{}': the verifier refuses {} of {} positions",
                                       to_string(solved.report.engine), verified.wrong, verified.checked));
    }
    m_is_first = false;
    m_signature = solved.report.summary.signature;
  }

  const any_game& m_game;
  solve_visitor& m_visitor;
  bool m_is_first = true;
  std::uint64_t m_signature = 0;
};

/// One run. @returns what it solved, with the seconds of bookkeeping left out of "solve".
solved_game run_once(const any_game& game, contestant& who, const benchmark_options& options, solve_visitor& visitor) {
  const bool tells_peak = restart_peak_bytes();
  const std::uint64_t before = resident_bytes();
  solved_game solved = solve(game, options_for(who.engine, who.threads, options), visitor);
  if (tells_peak) who.most_bytes = std::max(who.most_bytes, peak_bytes() - std::min(peak_bytes(), before));
  return solved;
}

void note_seconds(contestant& who, std::map<std::string, double> seconds) {
  seconds[whole_solve] = seconds.at("total");
  seconds.erase("total");
  // What follows on the algorithm is the benchmark's own business: summing up, and copying a baseline's answer.
  for (const char* phase : {"summarize", "convert"}) {
    seconds[whole_solve] -= seconds[phase];
    seconds.erase(phase);
  }
  for (const auto& [phase, one] : seconds) who.seconds[phase].push_back(one);
}

[[nodiscard]] benchmark_result result_of(const contestant& who, const benchmark_report& report) {
  benchmark_result result{who.engine, who.threads, {}, 0, 0, {}, {}, {}, {}, {}, {}, 0};
  result.signature = who.signature;
  for (const auto& [phase, seconds] : who.seconds) result.seconds[phase] = timing_of(seconds);
  const double solve = result.seconds.at(whole_solve).median;
  const auto positions = static_cast<double>(report.positions);
  const auto edges = static_cast<double>(report.edges);
  if (solve > 0) {
    result.positions_per_second = positions / solve;
    result.edges_per_second = edges / solve;
  }
  if (who.most_bytes > 0 && positions > 0) result.bytes_per_position = static_cast<double>(who.most_bytes) / positions;
  if (who.most_bytes > 0 && edges > 0) result.bytes_per_edge = static_cast<double>(who.most_bytes) / edges;
  return result;
}

[[nodiscard]] std::optional<double> quotient(double numerator, double denominator) {
  if (denominator <= 0) return std::nullopt;
  return numerator / denominator;
}

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

/// The value of a line "key : value" of a file of the system.
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
  std::vector<contestant> contestants = contestants_of(game, options);
  std::vector<limit_runs> limits;
  benchmark_report report;
  report.positions = game.num_positions();
  for (const contestant& who : contestants) {
    solve_options one = options_for(who.engine, who.threads, options);
    one.verifies = &who == contestants.data();  // the solution that the others are held against
    report.planned_bytes = std::max(report.planned_bytes, chosen_bytes(plan(game, one)));
  }
  if (!contestants.empty()) {
    const memory_plan plan = experiment::plan(game, options_for(contestants.front().engine, 1, options));
    const std::uint64_t bytes = limits_bytes(plan);
    if (bytes <= plan.limit_bytes) {
      report.planned_bytes = std::max(report.planned_bytes, bytes);
      std::vector<unsigned> threads;
      for (const contestant& who : contestants) threads.push_back(who.threads);
      for (const unsigned number : each_once(threads)) limits.push_back({number, {}, {}});
    }
  }
  referee judge(game, visitor);
  for (unsigned round = 0; round < options.repeat; ++round) {
    std::unique_ptr<const solution_entries> solution;  // one of this round's, whichever it is
    for (contestant& who : contestants) {
      solution.reset();  // no two at a time
      solved_game solved = run_once(game, who, options, visitor);
      who.signature = judge.judge(solved);
      report.edges = solved.report.edges;
      note_seconds(who, solved.report.seconds);
      if (!limits.empty()) solution = std::move(solved.values);
    }
    for (limit_runs& runs : limits) {
      limit_kernels kernels(store_rules(game.rules(), {.threads = runs.threads}, visitor), *solution, runs.threads,
                            visitor);
      visitor.phase("limits", 0);
      // The first call of each brings its arrays in.
      kernels.stream(visitor);
      runs.stream.push_back(seconds_of([&] { kernels.stream(visitor); }));
      kernels.gather(visitor);
      runs.gather.push_back(seconds_of([&] { kernels.gather(visitor); }));
    }
  }
  for (const limit_runs& runs : limits) {
    report.limits.push_back({runs.threads, timing_of(runs.stream), timing_of(runs.gather)});
  }
  for (const contestant& who : contestants) {
    report.results.push_back(result_of(who, report));
  }
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

}  // namespace zermelo::experiment
