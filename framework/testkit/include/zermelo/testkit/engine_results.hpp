// SPDX-License-Identifier: MIT
// What every engine of the list makes of a game.
#pragma once

#include <string>

#include <zermelo/core/engines/list.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo::testkit {

/// Calls f(name, result) for what every engine of the list says of a game, on 1, 2 and 4 threads; baselines on one.
/// @param published the game's baseline; null: none
template <class Engines = engine_list, RankedGame G, class Function>
void for_each_engine_result(const G& game, const baseline<G>* published, const Function& f) {
  solve_visitor silent;
  Engines::for_each([&]<class Engine>(Engine) {
    if constexpr (EngineFor<Engine, G>) {
      for (const unsigned threads : {1U, 2U, 4U}) {
        const engine_task<G> task{game, published, threads};
        if (!why_unavailable<Engine>(task).empty() || (Engine::info.is_baseline && threads > 1)) continue;
        f(std::string(Engine::info.name) + " on " + std::to_string(threads) + " threads",
          Engine::solve(task, nullptr, silent));
      }
    }
  });
}

}  // namespace zermelo::testkit
