// SPDX-License-Identifier: MIT
// Plans the solve of a game slice by slice: the slices, their order, their engines, memory and time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/solving/plan/planned_group.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {

class any_game;

/// The results of slices that every move leaves, which are settled without waves: outcomes and distances, or outcomes
/// alone, at 2 bits a position. All other slices need distances.
enum class settled_slice_results { distances, outcomes };

struct slice_plan {
  std::vector<slice> slices;          ///< all slices of the game
  std::vector<position> first;        ///< by slice: the game's number of its first position
  std::vector<planned_group> groups;  ///< to be solved, in the order of solving
  std::uint64_t limit_bytes = 0;
  std::uint64_t shared_bytes = 0;  ///< the part of every `solving_bytes` for the program, the game and open tables
  std::uint64_t positions = 0;     ///< of all groups, holes included
  std::uint64_t disk_bytes = 0;    ///< a rough estimate of the size of their tables
  /// The peak memory of the whole solve, where inputs that do not fit the limit stay in their files.
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept;
  [[nodiscard]] double cpu_seconds() const noexcept;
};

/// The plan of a game whose slices have to be explored before their sizes are known: the chosen groups and the groups
/// that these enter, in the order of solving, without estimates. Precondition: the game has slices.
/// @throws as slice_choice.
[[nodiscard]] slice_plan plan_exploring(const any_game& game, std::string_view choice);

/// Plans the chosen slices and the slices that these enter, from a sample of each group, whose keys are read into
/// memory. A group that fits no memory has `fits` false. Precondition: the game is numbered and has slices.
/// @throws as slice_choice; input_error if the requested engine does not solve a group; contract_error for malformed
///   slices; what the rules throw.
[[nodiscard]] slice_plan plan_slices(const any_game& game, const solve_options& options, std::string_view choice,
                                     settled_slice_results results = settled_slice_results::distances);

}  // namespace zermelo
