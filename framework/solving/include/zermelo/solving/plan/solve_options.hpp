// SPDX-License-Identifier: MIT
// Defines the options of a solve, and derives the engine's task from them.
#pragma once

#include <cstdint>
#include <filesystem>
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
  unsigned threads = 0;                   ///< 0: all threads of the machine
  std::uint64_t memory_limit_bytes = 0;   ///< 0: the memory available to the machine and its cgroup
  /// The memory limit of the process, see memory_guard.hpp, also if other solves run at the same time; 0: the memory of
  /// the machine.
  std::uint64_t process_limit_bytes = 0;
  /// The folder of an unnamed file to which the solution is moved when it exceeds the memory limit; empty: none.
  std::filesystem::path scratch_folder{};
  bool saves = false;             ///< the solve will be logged or saved between waves, or resumed
  saved_solve* saved = nullptr;   ///< resumes from it, moving from its words; null: solves from the start
  bool verifies = false;          ///< all entries will be verified after the solve
  bool counts_reachable = false;  ///< `reachable` will be called after the solve
  /// Connects the processes of a distributed solve, each with equal options; null: one process solves the game.
  block_exchange* blocks = nullptr;
};

/// Returns the definition of an engine of the game. @throws std::logic_error if the game does not have the engine.
[[nodiscard]] const engine_definition& definition_of(const any_game& game, engine chosen);

/// Returns the task for an engine: a game with these options.
[[nodiscard]] engine_task task_of(const any_game& game, const solve_options& options);

}  // namespace zermelo
