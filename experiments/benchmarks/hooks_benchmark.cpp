// SPDX-License-Identifier: MIT
// Costs of a game's hooks: its numbering, and its moves in both directions, by state and, if the game has these hooks,
// by index. By state means the work of an engine without the index hooks: index to state, moves, and each state back to
// its index. All are measured on the same random non-terminal positions.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>

#include "benchmarks.hpp"
#include "instances.hpp"
#include "king_and_rook.hpp"

namespace zermelo::benchmarks {
namespace {

/// A game, and some of its positions as indices and as states.
template <class Game>
struct sampled_game {
  explicit sampled_game(Game from) : game(std::move(from)) {
    constexpr std::size_t sample_size = 1 << 14;
    const game_graph<Game> graph(game);
    random_generator random(0);
    while (positions.size() < sample_size) {
      const position p = random.below(game.num_positions());
      const position_label label = graph.label(p);
      if (!label.is_legal || label.terminal) continue;
      positions.push_back(p);
      states.push_back(game.unrank(p));
    }
  }

  Game game;
  std::vector<position> positions;
  std::vector<typename Game::state> states;
};

/// Counts moves, and uses each index so that the compiler must compute it.
class move_counter {
 public:
  void operator()(position to) {
    ++m_moves;
    m_sum += to;
  }
  [[nodiscard]] std::uint64_t moves() const {
    benchmark::DoNotOptimize(m_sum);
    return m_moves;
  }

 private:
  std::uint64_t m_moves = 0;
  position m_sum = 0;
};

/// Registers the hooks of one game, on one instance.
template <class Game>
void register_game(Game game) {
  const auto sample = std::make_shared<const sampled_game<Game>>(std::move(game));
  const auto add = [](const char* hook, const char* unit, const auto& items_of_pass) {
    const std::string name = std::string(Game::name()) + "/" + hook;
    benchmark::RegisterBenchmark(name.c_str(), [unit, items_of_pass](benchmark::State& state) {
      std::uint64_t items = 0;
      for (auto _ : state) items += items_of_pass();
      state.SetItemsProcessed(static_cast<std::int64_t>(items));
      state.SetLabel(unit);
    })->Unit(benchmark::kMicrosecond);
  };
  /// Registers a hook that gives the index of each move to a callback.
  const auto add_moves = [&](const char* hook, const auto& walk) {
    add(hook, "edges", [sample, walk] {
      move_counter counter;
      for (const position p : sample->positions) walk(sample->game, p, counter);
      return counter.moves();
    });
  };

  add("unrank", "positions", [sample] {
    for (const position p : sample->positions) benchmark::DoNotOptimize(sample->game.unrank(p));
    return sample->positions.size();
  });
  add("rank", "positions", [sample] {
    for (const auto& s : sample->states) benchmark::DoNotOptimize(sample->game.rank(s));
    return sample->states.size();
  });
  add_moves("successors_by_state", [](const Game& g, position p, move_counter& counter) {
    g.for_each_successor(g.unrank(p), [&](const auto& s) { counter(g.rank(s)); });
  });
  if constexpr (HasSuccessorIndex<Game>) {
    add_moves("successors_by_index",
              [](const Game& g, position p, move_counter& counter) { g.for_each_successor_index(p, counter); });
  }
  if constexpr (HasPredecessors<Game>) {
    add_moves("predecessors_by_state", [](const Game& g, position p, move_counter& counter) {
      g.for_each_predecessor(g.unrank(p), [&](const auto& s) { counter(g.rank(s)); });
    });
  } else {
    // Additional costs of a solve with only rules by state.
    add("explicit", "positions", [sample] {
      solve_visitor silent;
      benchmark::DoNotOptimize(solve_explicit(sample->game, {1}, silent).edges);
      return sample->game.num_positions();
    });
  }
  if constexpr (HasPredecessorIndex<Game>) {
    add_moves("predecessors_by_index",
              [](const Game& g, position p, move_counter& counter) { g.for_each_predecessor_index(p, counter); });
  }
}

}  // namespace

void register_hooks() {
  register_game(random_graph_pursuit());
  register_game(open_grid_pursuit());
  register_game(four_in_a_row());
  constexpr int side = 12;
  register_game(king_and_rook(side));
}

}  // namespace zermelo::benchmarks
