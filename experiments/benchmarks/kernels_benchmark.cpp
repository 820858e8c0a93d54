// SPDX-License-Identifier: MIT
// The steps of a solve one by one, each on one thread and on all, on the pursuit on an open grid.
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <benchmark/benchmark.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/solving/bench/limit_kernels.hpp>

#include "benchmarks.hpp"
#include "instances.hpp"

namespace zermelo::benchmarks {
namespace {

using game_type = games::cat_and_mouse_ii;
using stored_type = transposed_graph<std::uint32_t, std::uint32_t>;

/// The input of the steps.
class workload {
 public:
  workload() = default;
  workload(const workload&) = delete;  // the labels point to the game
  workload& operator=(const workload&) = delete;

  const game_type game = open_grid_pursuit();
  const game_graph<game_type> labels{game};
  const stored_type stored = std::get<stored_type>(materialize(labels));
  const value_table values = retrograde_analysis(stored, labels).values;
};

[[nodiscard]] unsigned threads_of(const benchmark::State& state) { return static_cast<unsigned>(state.range(0)); }

void count_items(benchmark::State& state, std::uint64_t items_of_pass, const char* unit) {
  state.SetItemsProcessed(static_cast<std::int64_t>(items_of_pass) * state.iterations());
  state.SetLabel(unit);
}

void store(benchmark::State& state, const workload& on) {
  materialize_options options;
  options.threads = threads_of(state);
  // A process's first pages of memory cost more than reused ones.
  benchmark::DoNotOptimize(materialize(on.labels, options));
  for (auto _ : state) benchmark::DoNotOptimize(materialize(on.labels, options));
  count_items(state, on.stored.num_edges(), "edges");
}

/// Measures the time of one phase, and stops the solve at its end.
class phase_stopwatch final : public solve_visitor {
 public:
  explicit phase_stopwatch(std::string_view wanted) : m_wanted(wanted) {}

  void phase(std::string_view name, std::uint64_t /*total*/) override {
    const auto now = clock::now();
    if (name == m_wanted) {
      m_start = now;
    } else if (m_start) {
      m_seconds = std::chrono::duration<double>(now - *m_start).count();
    }
  }
  [[nodiscard]] bool stop_requested() const override { return m_seconds.has_value(); }
  /// @throws std::bad_optional_access if the solve had no such phase.
  [[nodiscard]] double seconds() const { return m_seconds.value(); }

 private:
  using clock = std::chrono::steady_clock;

  std::string_view m_wanted;
  std::optional<clock::time_point> m_start;
  std::optional<double> m_seconds;
};

template <class Graph>
void analyse(benchmark::State& state, const Graph& graph, const workload& on, std::string_view phase) {
  for (auto _ : state) {
    phase_stopwatch stopwatch(phase);
    try {
      (void)retrograde_analysis(graph, on.labels, {threads_of(state)}, stopwatch);
    } catch (const interrupted&) {
      // The rest of the solve is not needed.
    }
    state.SetIterationTime(stopwatch.seconds());
  }
}

template <class Graph>
void seed(benchmark::State& state, const Graph& graph, const workload& on) {
  analyse(state, graph, on, "seed");
  count_items(state, on.game.num_positions(), "positions");
}

template <class Graph>
void propagate(benchmark::State& state, const Graph& graph, const workload& on) {
  analyse(state, graph, on, "propagate");
  count_items(state, on.stored.num_edges(), "edges");
}

void stream(benchmark::State& state, const workload& on) {
  work_monitor silent;
  limit_kernels kernels(materialize(on.labels), on.values, threads_of(state), silent);
  for (auto _ : state) kernels.stream(silent);
  count_items(state, on.stored.num_edges(), "edges");
}

void gather(benchmark::State& state, const workload& on) {
  work_monitor silent;
  limit_kernels kernels(materialize(on.labels), on.values, threads_of(state), silent);
  for (auto _ : state) kernels.gather(silent);
  count_items(state, on.stored.num_edges(), "edges");
}

void summarize_values(benchmark::State& state, const workload& on) {
  for (auto _ : state) benchmark::DoNotOptimize(summarize(on.values, threads_of(state)));
  count_items(state, on.values.size(), "positions");
}

void verify(benchmark::State& state, const workload& on) {
  solve_visitor silent;
  for (auto _ : state) {
    const verify_report report = verify_solution(on.game, on.values, threads_of(state), silent);
    if (!report.accepted()) state.SkipWithError("the solution is wrong");
  }
  count_items(state, on.stored.num_edges(), "edges");
}

}  // namespace

void register_kernels() {
  const auto on = std::make_shared<const workload>();
  const auto add = [&on](const char* name, const auto& step) {
    auto* added = benchmark::RegisterBenchmark(name, [on, step](benchmark::State& state) { step(state, *on); });
    added->Unit(benchmark::kMillisecond)->ArgName("threads")->Arg(1);
    if (const unsigned all = resolve_threads(0); all > 1) added->Arg(all);
    return added;
  };
  add("store", store)->UseRealTime();
  // The phases measure their own time.
  add("seed/implicit", [](auto& state, const workload& w) { seed(state, w.labels, w); })->UseManualTime();
  add("seed/explicit", [](auto& state, const workload& w) { seed(state, w.stored, w); })->UseManualTime();
  add("propagate/implicit", [](auto& state, const workload& w) { propagate(state, w.labels, w); })->UseManualTime();
  add("propagate/explicit", [](auto& state, const workload& w) { propagate(state, w.stored, w); })->UseManualTime();
  add("limit/stream_rows", stream)->UseRealTime();
  add("limit/gather_rows", gather)->UseRealTime();
  add("summarize", summarize_values)->UseRealTime();
  add("verify", verify)->UseRealTime();
}

}  // namespace zermelo::benchmarks
