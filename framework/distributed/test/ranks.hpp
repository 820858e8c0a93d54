// SPDX-License-Identifier: MIT
// The session of the test program, and tasks for its ranks.
#pragma once

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/distributed/mpi_session.hpp>

namespace zermelo::distributed::test {

[[nodiscard]] mpi_session& session();

/// The task to solve a game on the ranks of an exchange, each on one thread.
template <class Game>
[[nodiscard]] engine_task task_on_ranks(const game_task<Game>& game, block_exchange& blocks) {
  engine_task task = game.on_threads(1);
  task.blocks = &blocks;
  return task;
}

}  // namespace zermelo::distributed::test
