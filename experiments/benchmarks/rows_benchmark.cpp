// SPDX-License-Identifier: MIT
// The predecessors of some games in memory: how long it takes to store them in each way, how many bytes a move
// they take with where each row begins, and how long it takes to walk them in no order.
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <chess_ending/chess_ending.hpp>
#include <quixo/quixo.hpp>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/graph/encode_rows.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/repeated_rows.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/waves/list_predecessors.hpp>

#include "benchmarks.hpp"
#include "instances.hpp"

namespace zermelo::benchmarks {
namespace {

template <class Game>
[[nodiscard]] Game game_of(const std::map<std::string, std::string>& words) {
  std::map<std::string, parameter_values::value> given;
  for (const auto& [name, text] : words) given[name] = {text, "", true};
  return Game(parameter_values(Game::parameters(), given));
}

[[nodiscard]] unsigned threads_of(const benchmark::State& state) { return static_cast<unsigned>(state.range(0)); }

template <class Builder, class Game>
[[nodiscard]] typename Builder::rows stored(const Game& game, unsigned threads) {
  work_monitor silent;
  const rules_of_game<Game> rules(game);
  return encode_rows<Builder>({game.num_positions(), has_narrow_vertices(game.num_positions())},
                              list_predecessors(rules), threads, silent);
}

template <class Builder, class Make>
void register_encoding(const std::string& name, const Make& make) {
  const auto add = [&name](const char* step, const auto& run) {
    auto* const added = benchmark::RegisterBenchmark((std::string("rows/") + step + "/" + name).c_str(), run);
    added->Unit(benchmark::kMillisecond)->ArgName("threads")->Arg(1)->UseRealTime();
    if (const unsigned all = resolve_threads(0); all > 1) added->Arg(all);
  };
  add("store", [make](benchmark::State& state) {
    const auto game = make();
    std::uint64_t moves = 0;
    for (auto _ : state) {
      const auto rows = stored<Builder>(game, threads_of(state));
      moves = rows.num_targets();
      state.counters["bytes/move"] = static_cast<double>(rows.bytes()) / static_cast<double>(moves);
      state.counters["bytes/position"] = static_cast<double>(rows.bytes()) / static_cast<double>(rows.num_rows());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(moves) * state.iterations());
  });
  add("walk", [make](benchmark::State& state) {
    const auto game = make();
    const auto rows = stored<Builder>(game, resolve_threads(0));
    constexpr std::uint64_t sample_size = 1 << 20;
    random_generator random(0);
    std::vector<std::uint64_t> sample(sample_size);
    for (std::uint64_t& v : sample) v = random.below(rows.num_rows());
    work_monitor silent;
    std::atomic<std::uint64_t> moves{0};
    for (auto _ : state) {
      for_each_block(sample_size, threads_of(state), silent, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t count = 0;
        std::uint64_t sum = 0;
        for (std::uint64_t i = begin; i != end; ++i) {
          rows.for_each_target(sample[i], [&](std::uint64_t to) {
            sum += to;
            ++count;
          });
        }
        benchmark::DoNotOptimize(sum);
        moves.fetch_add(count, std::memory_order_relaxed);
      });
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(moves.load()));
  });
}

template <class Game>
void register_instance(const std::map<std::string, std::string>& words) {
  std::string name(Game::name());
  for (const auto& [parameter, text] : words) name += " " + parameter + "=" + text;
  const auto make = [words] { return game_of<Game>(words); };
  register_encoding<repeated_rows_builder>(name + "/patterns", make);
  register_encoding<gap_rows_builder>(name + "/gaps", make);
}

}  // namespace

void register_rows() {
  register_instance<games::cat_and_mouse>({{"nodes", "1000"}, {"degree", "6"}, {"seed", "1"}});
  register_instance<games::cat_and_mouse_ii>(
      {{"rows", "64"}, {"cols", "64"}, {"walls", "0.1"}, {"seed", "7"}, {"cat_jump", "2"}, {"mouse_jump", "2"}});
  register_instance<games::chess_ending>({{"pieces", "KRvK"}, {"rows", "12"}, {"cols", "12"}});
  register_instance<games::chess_ending>({{"pieces", "KQvKR"}, {"rows", "6"}, {"cols", "6"}});
  register_instance<games::mnk>({{"rows", "4"}, {"cols", "4"}, {"k", "4"}});
  register_instance<games::quixo>({{"n", "3"}});
}

}  // namespace zermelo::benchmarks
