// SPDX-License-Identifier: MIT
// What every engine of the list makes of a game.
#pragma once

#include <functional>
#include <string>

#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/engines/list.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo::testkit {

/// Calls f(name, result) for what every engine of the list says of a task, on 1, 2 and 4 threads; baselines on one.
inline void for_each_engine_result(engine_task task,
                                   const std::function<void(const std::string&, const engine_result&)>& f) {
  solve_visitor silent;
  for (const engine_definition* const engine : engine_list()) {
    for (const unsigned threads : {1U, 2U, 4U}) {
      task.threads = threads;
      if (!why_unavailable(*engine, task).empty() || (engine->info.is_baseline && threads > 1)) continue;
      f(std::string(engine->info.name) + " on " + std::to_string(threads) + " threads",
        engine->solve(task, nullptr, silent));
    }
  }
}

/// The same of a game. @param published the game's baseline; null: none
template <RankedGame G>
void for_each_engine_result(const G& game, const baseline<G>* published,
                            const std::function<void(const std::string&, const engine_result&)>& f) {
  const game_task<G> whole(game, published);
  for_each_engine_result(whole.on_threads(1), f);
}

}  // namespace zermelo::testkit
