// SPDX-License-Identifier: MIT
// Solves all groups of a game's slices, one after the other: a group is solved when the values of the groups that it
// enters are known. Games whose moves gain points are solved in this way, since a solve of a group takes what a gain
// leads to as known.
//
//   memory   the values of all groups, as they come from their solves, and what the solve of one group takes
//   threads  groups are solved one at a time, each by a call of `solve` on the calling thread
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// The solution of one group, by the group's numbers.
struct group_solution {
  // NOLINTNEXTLINE(google-explicit-constructor): so that a solver's result is one of a group.
  group_solution(solution solved)
      : values(std::make_shared<const value_table>(std::move(solved.values))), edges(solved.edges) {}
  group_solution(std::shared_ptr<const solution_entries> entries, std::uint64_t moves)
      : values(std::move(entries)), edges(moves) {}

  std::shared_ptr<const solution_entries> values;
  std::uint64_t edges;  ///< moves out of legal positions that are not terminal
};

/// The values of a game that is solved group after group; all lie in memory if those of the groups do.
struct groups_solution {
  std::shared_ptr<const joined_entries> values;
  std::uint64_t edges = 0;  ///< moves out of legal positions that are not terminal
};

/// Returns the values of the whole game, by the game's numbers, and the number of its moves.
/// @param slices  all slices of the game
/// @param solve   solves one group; its outside values are known
/// @throws contract_error as `slice_order`, `part_rules` and `expect_slice_margins`; what `solve` throws
[[nodiscard]] groups_solution solve_groups(const rules& game, std::span<const slice> slices,
                                           const std::function<group_solution(const part_rules& group)>& solve);

}  // namespace zermelo
