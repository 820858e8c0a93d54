// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/solve_options.hpp>

#include <stdexcept>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

const engine_definition& definition_of(const any_game& game, engine chosen) {
  for (const engine_definition* const one : game.engines()) {
    if (chosen.name() == one->info.name) return *one;
  }
  throw std::logic_error("the planned engine is not an engine of the game");
}

engine_task task_of(const any_game& game, const solve_options& options) {
  engine_task task = game.task();
  task.threads = options.threads;
  task.saves = options.saves || options.saved != nullptr;
  task.blocks = options.blocks;
  return task;
}

}  // namespace zermelo
