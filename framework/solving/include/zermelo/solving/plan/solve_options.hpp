// SPDX-License-Identifier: MIT
// The options of a solve, and the task of an engine that is made of them.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/catalog/games/engine.hpp>

namespace zermelo {

class any_game;
class block_exchange;
struct engine_definition;
struct engine_task;
struct saved_solve;

struct solve_options {
  std::optional<zermelo::engine> engine;  ///< nothing (`auto`): chosen by the memory plan
  unsigned threads = 0;                   ///< 0: all that the machine has
  std::uint64_t memory_limit_bytes = 0;   ///< 0: what the machine and its cgroup have available
  /// What the process may take, see memory_guard.hpp, also if other solves run beside this one; 0: what the machine
  /// has.
  std::uint64_t process_limit_bytes = 0;
  bool saves = false;             ///< the solve will be logged or saved between waves, or is resumed
  saved_solve* saved = nullptr;   ///< to resume, its words are moved from; null: a solve from the start
  bool verifies = false;          ///< all entries will be verified after the solve
  bool counts_reachable = false;  ///< `reachable` will be called after the solve
  /// Connects the processes that solve the game together, each with equal options; null: one process solves the game.
  block_exchange* blocks = nullptr;
};

/// An engine of the game with its code. @throws std::logic_error if the game does not have it.
[[nodiscard]] const engine_definition& definition_of(const any_game& game, engine chosen);

/// The task for an engine: a game with these options.
[[nodiscard]] engine_task task_of(const any_game& game, const solve_options& options);

}  // namespace zermelo
