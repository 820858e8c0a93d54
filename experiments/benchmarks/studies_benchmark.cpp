// SPDX-License-Identifier: MIT
// Costs of a study in addition to solving: 20,000 small cases by the runner, with its journal and results, against a
// loop that builds and solves the same instances without storing results.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

#include <cat_and_mouse_ii/cat_and_mouse_ii.hpp>
#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_runner.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

#include "benchmarks.hpp"

namespace zermelo::benchmarks {
namespace {

constexpr std::uint64_t num_cases = 20'000;

void solve_in_a_loop(benchmark::State& state) {
  const auto games = make_catalog<games::cat_and_mouse_ii>();
  solve_options options;
  options.threads = 1;
  options.memory_limit_bytes = std::uint64_t{1} << 30;  // otherwise each solve queries the available memory
  for (auto _ : state) {
    for (std::uint64_t seed = 0; seed < num_cases; ++seed) {
      solve_visitor silent;
      const auto game =
          games.build("cat_and_mouse_ii", {"rows=6", "cols=6", "walls=0.1", "seed=" + std::to_string(seed)});
      benchmark::DoNotOptimize(solve(*game, options, silent).report.summary.signature);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(num_cases));
}

void run_as_study(benchmark::State& state) {
  const auto games = make_catalog<games::cat_and_mouse_ii>();
  const testkit::temporary_folder folder;
  const auto file = folder.path() / "study.toml";
  std::ofstream(file) << "game = \"cat_and_mouse_ii\"\n[parameters]\nrows = 6\ncols = 6\nwalls = 0.1\n"
                      << "[[sweep]]\nseed = { from = 0, count = " << num_cases << " }\n";
  const study study = read_study(file, games);
  for (auto _ : state) {
    study_options options;
    options.folder = folder.path() / "results";
    options.threads = static_cast<unsigned>(state.range(0));
    solve_visitor silent;
    const auto summary = run_study(study, games, options, silent, [](const auto&, const auto&) {});
    if (summary.num_failed != 0) throw std::runtime_error("a case has failed");
    state.PauseTiming();
    std::filesystem::remove_all(options.folder);
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(num_cases));
}

}  // namespace

void register_studies() {
  benchmark::RegisterBenchmark("study/loop", solve_in_a_loop)->UseRealTime()->Unit(benchmark::kMillisecond);
  auto* run = benchmark::RegisterBenchmark("study/run", run_as_study)->ArgName("threads")->Arg(1);
  if (resolve_threads(0) > 1) run->Arg(resolve_threads(0));
  run->UseRealTime()->Unit(benchmark::kMillisecond);
}

}  // namespace zermelo::benchmarks
