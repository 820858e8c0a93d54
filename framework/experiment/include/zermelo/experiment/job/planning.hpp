// SPDX-License-Identifier: MIT
// Estimates of the memory that each engine needs for a game, and the choice of an engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo {
class block_exchange;
struct engine_definition;
struct engine_task;
struct slice;
struct slice_group;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// An estimate for one engine, from a sample of the positions.
struct engine_estimate {
  experiment::engine engine;
  bool is_available = false;     ///< whether the engine can solve the game
  std::string reason;            ///< why the engine is not available; else empty
  std::uint64_t peak_bytes = 0;  ///< the peak memory of the process, the program included
  std::string how{};             ///< the choice that the engine makes for this game; empty: no choice
};

/// The engine for a group of slices.
struct group_engine {
  std::string group;  ///< see name_of_group
  experiment::engine engine;
};

/// The estimates for the engines, made before the solve.
struct memory_plan {
  std::uint64_t positions = 0;
  double edges_per_position = 0;  ///< moves, also out of a group of slices; estimated
  std::uint64_t limit_bytes = 0;
  std::uint64_t game_bytes = 0;  ///< of the game itself, included in all estimates
  std::vector<engine_estimate> engines;
  std::optional<experiment::engine> chosen;  ///< set by `choose_engine`
  /// Of a game that is solved group after group, in the order of solving.
  std::vector<group_engine> groups;

  /// The estimated peak of one of `engines`. Precondition: it is one of them.
  [[nodiscard]] std::uint64_t peak_bytes_of(experiment::engine engine) const;
};

/// The names of a group's slices, with "+" between them.
[[nodiscard]] std::string name_of_group(const std::vector<slice>& slices, const slice_group& group);

/// Whether a game is solved group of slices after group even where all of it is solved at once: its moves gain points,
/// and a solve of a group takes what a gain leads to as known.
[[nodiscard]] bool is_solved_by_groups(const any_game& game);
/// @throws input_error if the options ask for what a solve group after group does not do: to save it, or to spread
/// it over processes.
void expect_options_by_groups(const any_game& game, const solve_options& options);

/// Refuses a requested engine that can solve no part of the game; before exploring, since the sizes of the parts need
/// not be known. @throws input_error with the reason
void expect_engine(const any_game& game, const solve_options& options);

/// Estimates the engines for a game, and chooses one. A game that is solved group after group is planned group by
/// group, each beside the entries of the groups before it: an engine is available if it solves every group. A requested
/// engine solves all groups; if none is requested, engines that solve some of the groups alone, such as `one_pass`,
/// solve those.
/// @param group  the name of the group of slices that `game` is, for refusals; empty: a whole game
/// @throws as choose_engine and expect_options_by_groups; what the rules throw.
[[nodiscard]] memory_plan plan(const any_game& game, const solve_options& options, const std::string& group = "");

/// An engine of the game with its code. @throws std::logic_error if the game does not have it.
[[nodiscard]] const engine_definition& definition_of(const any_game& game, engine chosen);

/// The task for an engine: a game with these options.
[[nodiscard]] engine_task task_of(const any_game& game, const solve_options& options);

/// The memory that is available to one process, in bytes. Processes that solve a game together share the memory of
/// their machines equally, and get the minimum over all of them. @param blocks  all processes call; null: one process
[[nodiscard]] std::uint64_t available_bytes_per_process(block_exchange* blocks);

/// Makes the options those of a solve by the engines that the plan has chosen.
void take_choice(solve_options& options, const memory_plan& plan);

/// Sets `plan.chosen` to the requested engine or, if none is requested, to the first of the plan's engines that is
/// available, no baseline, and fits the limit.
/// @throws input_error if the requested engine, or every engine, is not available; resource_error if the requested
///   engine, or every engine, needs more than the limit; the message has the needs of the engines.
void choose_engine(memory_plan& plan, std::optional<engine> requested);

}  // namespace zermelo::experiment
