// SPDX-License-Identifier: MIT
// The memory that each engine needs for a game, and the choice of an engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo {
class block_exchange;
struct engine_task;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// The memory that one engine is expected to need at its peak, from a sample of the positions.
struct engine_estimate {
  experiment::engine engine;
  bool available = false;  ///< the game has what it needs
  std::string reason;      ///< why not, if not
  std::uint64_t peak_bytes = 0;
  std::string how{};  ///< it will do it, where there is a choice that depends on the game
};

/// The estimate per engine, made before any work.
struct memory_plan {
  std::uint64_t positions = 0;
  double edges_per_position = 0;  ///< estimated
  std::uint64_t limit_bytes = 0;
  std::uint64_t game_bytes = 0;  ///< what the game itself takes, which all estimates have
  std::vector<engine_estimate> engines;
  std::optional<experiment::engine> chosen;  ///< set once made
};

/// @throws input_error if the chosen engine is not available for this game, resource_error if it (or, for `auto`, every
///   one) needs more than the limit; the message says how much, and what would fit.
[[nodiscard]] memory_plan plan(const any_game& game, const solve_options& options);

/// What engines are told of a game and these options.
[[nodiscard]] engine_task task_of(const any_game& game, const solve_options& options);

/// The memory that is available to this process, in bytes; to each of those that solve a game together, which may share
/// machines: the least of all. @param blocks  a round of theirs; null: it is one alone
[[nodiscard]] std::uint64_t available_to(block_exchange* blocks);

/// Sets `plan.chosen`: the engine requested, or if there is none the first of the plan's engines that is available,
/// no baseline, and fits the limit.
/// @throws input_error if the requested engine is not available, or none is; resource_error if it does not fit, or none
/// does;
///   the message says how much each needs.
void choose_engine(memory_plan& plan, std::optional<engine> requested);

}  // namespace zermelo::experiment
