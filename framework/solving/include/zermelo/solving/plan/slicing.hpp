// SPDX-License-Identifier: MIT
// A group of a game's slices as a game of its own, and numbering a game without a ranking slice by slice.
// sliced_job.hpp solves a game slice by slice.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/slices/keys_in_slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {
class joined_entries;
class solve_visitor;
class work_monitor;
struct explored_group;
class any_game;

/// A group of slices as a game of its own, numbered from 0, to be planned, solved and saved like any game. `game` must
/// outlive it. @throws contract_error for a game without slices.
/// @param finished  the entries of the slices that the group enters, all of which a solve needs; entries in memory
///   count in plans
[[nodiscard]] std::unique_ptr<any_game> game_of_group(const any_game& game, const slice_group& group,
                                                      const std::shared_ptr<const joined_entries>& finished);

/// All groups of slices, in the order of solving. Precondition: the game has slices, or its moves gain points.
/// @throws contract_error if the game has no slices; as slice_order.
[[nodiscard]] std::vector<slice_group> groups_to_solve(const any_game& game);

// Slices of a game without a ranking are explored one group after the other, each before the groups that it enters.
// Functions with a bare `@throws contract_error` throw it for a game with a ranking and for a game without slices.

/// The slice and the key of the start. @throws contract_error.
[[nodiscard]] keys_in_slice start_in_slice(const any_game& game);
/// Finds the positions of a group, see explore_group.hpp. Phase "explore".
/// @param entered  the keys found so far of the group's slices and of the slices that it enters
/// @throws resource_error before the memory limit is exceeded; interrupted; contract_error, also for a move into a
///   slice that the game's list of slices does not name as entered from there.
[[nodiscard]] explored_group explore_group(const any_game& game, const slice_group& group,
                                           const std::vector<keys_in_slice>& reachable, const solve_options& options,
                                           solve_visitor& visitor);
/// Numbers the positions by the keys of every slice; null for a slice that play does not reach.
/// @throws as number_by; contract_error.
void number_by_slices(any_game& game, const std::vector<std::shared_ptr<const position_keys>>& keys);

// In the following functions a slice is an index into the slices that play reaches, see position_numbering.hpp.

/// Reads the keys of these slices into memory, and frees all others; does nothing unless keys are stored by slice.
/// @throws as load_keys.
void load_slices(const any_game& game, std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor);
/// The keys of one slice; null unless keys are stored by slice.
[[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(const any_game& game, std::uint32_t slice);
/// Replaces the source of a slice's keys; does nothing for a game with a ranking. Precondition: equal keys.
/// @throws contract_error unless keys are stored by slice.
void replace_keys(const any_game& game, std::uint32_t slice, std::shared_ptr<const position_keys> keys);

}  // namespace zermelo
