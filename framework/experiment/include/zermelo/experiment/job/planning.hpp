// SPDX-License-Identifier: MIT
// Estimates of the memory that each engine needs for a game, and the choice of an engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/solve/solve_steps.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo {
class block_exchange;
struct engine_definition;
struct engine_task;
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

/// The name of the method that settles groups by outcome alone, in place of an engine's.
inline constexpr std::string_view outcomes_engine = "outcomes";

/// A group of slices that are solved as one.
struct planned_group : solve_step {
  double edges_per_position = 0;  ///< moves, also out of the group; estimated
  bool by_outcome = false;        ///< settled by outcome alone, without an engine, with its inputs in memory
  bool fits = false;              ///< into the memory limit, with inputs in memory or read from their files
  std::optional<engine> chosen = std::nullopt;  ///< nothing: settled by outcome alone, or no engine fits
  std::uint64_t solving_bytes = 0;  ///< of the chosen engine, or of the one that needs the least; with the program and
                                    ///< the game, without inputs
  std::uint64_t input_bytes = 0;    ///< of the inputs, the slices that the group enters, in memory
  std::uint64_t later_bytes = 0;    ///< of other finished slices, which a later group enters, in memory
  std::uint64_t reading_bytes = 0;  ///< to read the inputs from their files instead
  double cpu_seconds = 0;           ///< a rough estimate, from the time that the rules take
  /// The engine or `outcomes_engine`; nothing: none fits.
  [[nodiscard]] std::optional<std::string_view> solver() const {
    if (by_outcome) return fits ? std::optional(outcomes_engine) : std::nullopt;
    return chosen ? std::optional(to_string(chosen)) : std::nullopt;
  }
  /// The least memory with which the group can be solved. Settling by outcome alone has all inputs in memory.
  [[nodiscard]] std::uint64_t min_bytes() const noexcept {
    return by_outcome ? max_bytes() : saturating_sum(solving_bytes, std::min(input_bytes, reading_bytes));
  }
  /// The memory with all inputs in memory. Slices for later groups are kept beside them only as far as there is room.
  [[nodiscard]] std::uint64_t max_bytes() const noexcept { return saturating_sum(solving_bytes, input_bytes); }
};

/// The estimates for the engines, made before the solve.
struct memory_plan {
  std::uint64_t positions = 0;
  double edges_per_position = 0;  ///< moves, also out of a group of slices; estimated
  std::uint64_t limit_bytes = 0;
  std::uint64_t game_bytes = 0;  ///< of the game itself, included in all estimates
  std::vector<engine_estimate> engines;
  std::optional<experiment::engine> chosen;  ///< nothing: none fits, or the engines are estimated alone
  std::exception_ptr refusal;                ///< an input_error or resource_error, if none fits
  /// Of a game that is solved group after group, in the order of solving; without inputs, since all that is finished
  /// stays in memory.
  std::vector<planned_group> groups;

  /// Whether an engine was to be chosen.
  [[nodiscard]] bool is_made() const noexcept { return chosen || refusal; }
  /// The chosen engine. Precondition: is_made().
  /// @throws input_error if the requested engine, or every engine, is not available; resource_error if the requested
  ///   engine, or every engine, needs more than the limit; the message has the needs of the engines.
  [[nodiscard]] experiment::engine choice() const;
  /// The estimated peak of one of `engines`. Precondition: it is one of them.
  [[nodiscard]] std::uint64_t peak_bytes_of(experiment::engine engine) const;
};

/// Refuses a requested engine that can solve no part of the game; before exploring, since the sizes of the parts need
/// not be known. @throws input_error with the reason
void expect_engine(const any_game& game, const solve_options& options);

/// That an engine is not available, with the reason.
[[nodiscard]] input_error unavailable_error(engine refused, std::string_view reason);

/// The requested engine or, if none is requested, the first that is no baseline, if it is available and fits; null:
/// none does.
[[nodiscard]] const engine_estimate* first_that_fits(const std::vector<engine_estimate>& engines,
                                                     std::optional<engine> requested, std::uint64_t room_bytes);

/// The estimates of all engines for a game, or a group of slices, that is solved at once; none is chosen. @throws what
/// the rules throw.
[[nodiscard]] memory_plan estimate_engines(const any_game& game, const solve_options& options);

/// Estimates the engines for a game, and chooses one: the requested engine or, if none is requested, the first that is
/// available, no baseline, and fits the limit. A game that is solved group after group is planned group by group, each
/// beside the entries of the groups before it: an engine is available if it solves every group. A requested engine
/// solves all groups; if none is requested, engines that solve some of the groups alone, such as `one_pass`, solve
/// those.
/// @throws as expect_solvable; what the rules throw.
[[nodiscard]] memory_plan plan(const any_game& game, const solve_options& options);

/// The memory of groups that are solved at the same time, with all inputs in memory.
/// @param shared_bytes  the part of every `solving_bytes` that is there once
[[nodiscard]] std::uint64_t bytes_side_by_side(std::span<const planned_group> groups,
                                               std::uint64_t shared_bytes) noexcept;

/// Marks small groups to be solved at the same time as the group before, as far as memory suffices. None enters another
/// of the groups that are solved at the same time.
void plan_side_by_side(std::vector<planned_group>& groups, std::uint64_t shared_bytes, std::uint64_t limit_bytes,
                       unsigned threads);

/// An engine of the game with its code. @throws std::logic_error if the game does not have it.
[[nodiscard]] const engine_definition& definition_of(const any_game& game, engine chosen);

/// The task for an engine: a game with these options.
[[nodiscard]] engine_task task_of(const any_game& game, const solve_options& options);

/// The memory that is available to one process, in bytes. Processes that solve a game together share the memory of
/// their machines equally, and get the minimum over all of them. @param blocks  all processes call; null: one process
[[nodiscard]] std::uint64_t available_bytes_per_process(block_exchange* blocks);

}  // namespace zermelo::experiment
