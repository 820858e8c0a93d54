// SPDX-License-Identifier: MIT
// Plans the solve of a game: at once, or group of slices after group, in memory or into a set of tables. A plan
// contains the groups in their order, engines, memory and time.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/solving/plan/engine_estimates.hpp>
#include <zermelo/solving/plan/planned_group.hpp>
#include <zermelo/solving/plan/rejections.hpp>

namespace zermelo {
class block_exchange;
class any_game;

struct solve_plan : engine_estimates {  ///< for the whole game in memory; empty in a plan for a set of tables
  std::uint64_t positions = 0;          ///< number in the game; for a set, in all groups to be solved, unused indices
                                        ///< included
  std::uint64_t limit_bytes = 0;
  std::optional<engine> chosen;  ///< engine for the whole game; nothing: no engine fits, or none is needed
  std::exception_ptr rejection;  ///< an input_error or resource_error, if no engine is available or fits

  // For a game that is solved group after group:
  std::vector<slice> slices;          ///< all slices of the game
  std::vector<position> first;        ///< [slice]: the game's number of its first position
  std::vector<planned_group> groups;  ///< to be solved, in this order
  std::uint64_t shared_bytes = 0;     ///< the part of every `solving_bytes` for the program, the game and open tables
  std::uint64_t disk_bytes = 0;       ///< for a set: a rough estimate of the size of its tables

  /// Whether an engine for the whole game has been chosen or rejected.
  [[nodiscard]] bool is_made() const noexcept { return chosen || rejection; }
  /// Returns the chosen engine. Precondition: is_made().
  /// @throws input_error if the requested engine, or every engine, is not available; resource_error if the requested
  /// engine, or every engine, needs more than the limit; the message lists the memory that the engines need.
  [[nodiscard]] engine choice() const;
  /// Returns the peak memory of the whole solve by the chosen engine; for a set, inputs that do not fit the limit stay
  /// in their files. Precondition: `chosen` is one of `engines`, or the plan is for a set.
  [[nodiscard]] std::uint64_t peak_bytes() const;
  /// Returns a rough estimate of the processor time of all groups; 0 unless the plan is for a set.
  [[nodiscard]] double cpu_seconds() const noexcept;
};

/// Plans a solve. Precondition: the game is numbered, unless the plan is for a set.
///
/// All positions, in memory: the engine is the requested one or, if none is requested, the first that is available, not
/// a baseline, and fits the limit. A game that is solved group after group is planned group by group, each in addition
/// to the entries of the groups before it; an engine is available if it solves every group. A requested engine solves
/// all groups; if none is requested, engines that can solve only some groups, such as `one_pass`, solve those.
///
/// Into a set of tables: the requested slices and those to which their moves lead, each group by an engine that fits
/// next to the open tables. The keys of a group are read into memory for it. For a group that does not fit in memory,
/// `fits` is false. Before a game without a ranking is explored, only its groups and their order are known.
/// @throws what expect_solvable and slice_choice throw; input_error if the requested engine does not solve a group of a
/// set;
///   contract_error for malformed or missing slices; what the rules throw.
[[nodiscard]] solve_plan plan(const any_game& game, const solve_request& request);

/// Returns the memory available to one process, in bytes. Processes that solve a game together share the memory of
/// their machines equally, and the result is the minimum over all processes. @param blocks  all processes must call;
/// null: one process
[[nodiscard]] std::uint64_t available_bytes_per_process(block_exchange* blocks);

}  // namespace zermelo
