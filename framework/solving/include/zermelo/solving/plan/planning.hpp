// SPDX-License-Identifier: MIT
// Estimates of the memory that each engine needs for a game, and the choice of an engine.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/plan/planned_group.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {
class block_exchange;
class any_game;

/// An estimate for one engine, from a sample of the positions.
struct engine_estimate {
  zermelo::engine engine;
  bool is_available = false;     ///< whether the engine can solve the game
  std::string reason;            ///< why the engine is not available; else empty
  std::uint64_t peak_bytes = 0;  ///< the peak memory of the process, the program included
  std::string how{};             ///< the choice that the engine makes for this game; empty: no choice
};

/// The estimates for the engines, made before the solve.
struct memory_plan {
  std::uint64_t positions = 0;
  double edges_per_position = 0;  ///< moves, also out of a group of slices; estimated
  std::uint64_t limit_bytes = 0;
  std::uint64_t game_bytes = 0;  ///< of the game itself, included in all estimates
  std::vector<engine_estimate> engines;
  std::optional<engine> chosen;  ///< nothing: none fits, or the engines are estimated alone
  std::exception_ptr refusal;    ///< an input_error or resource_error, if none fits
  /// Of a game that is solved group after group, in the order of solving; without inputs, since all that is finished
  /// stays in memory.
  std::vector<planned_group> groups;

  /// Whether an engine was to be chosen.
  [[nodiscard]] bool is_made() const noexcept { return chosen || refusal; }
  /// The chosen engine. Precondition: is_made().
  /// @throws input_error if the requested engine, or every engine, is not available; resource_error if the requested
  ///   engine, or every engine, needs more than the limit; the message has the needs of the engines.
  [[nodiscard]] engine choice() const;
  /// The estimated peak of one of `engines`. Precondition: it is one of them.
  [[nodiscard]] std::uint64_t peak_bytes_of(zermelo::engine engine) const;
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

/// The memory that is available to one process, in bytes. Processes that solve a game together share the memory of
/// their machines equally, and get the minimum over all of them. @param blocks  all processes call; null: one process
[[nodiscard]] std::uint64_t available_bytes_per_process(block_exchange* blocks);

}  // namespace zermelo
