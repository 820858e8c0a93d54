// SPDX-License-Identifier: MIT
// Makes a separate game of a group of slices, and numbers a game without a ranking slice by slice. sliced_job.hpp
// solves a game slice by slice.
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

/// Returns a group of slices as a separate game, numbered from 0, that can be planned, solved and saved like any game.
/// `game` must outlive it. @throws contract_error for a game without slices.
/// @param finished  the entries of the slices that the group leads to, all of which a solve needs; a plan counts the
/// memory of those that are in memory
[[nodiscard]] std::unique_ptr<any_game> game_of_group(const any_game& game, const slice_group& group,
                                                      const std::shared_ptr<const joined_entries>& finished);

/// Returns all groups of slices, in the order in which they are solved.
/// @throws contract_error if the game has no slices; what slice_order throws.
[[nodiscard]] std::vector<slice_group> groups_to_solve(const any_game& game);

// Slices of a game without a ranking are explored one group after the other, each before the groups that it leads to.
// Functions with only `@throws contract_error` throw it for a game with a ranking and for a game without slices.

/// Returns the slice and the key of the start. @throws contract_error.
[[nodiscard]] keys_in_slice start_in_slice(const any_game& game);
/// Finds the positions of a group, see explore_group.hpp. Phase "explore".
/// @param reachable  the keys found so far, of the group's slices and of the slices that it leads to
/// @throws resource_error before the memory limit is exceeded; interrupted; contract_error, also for a move into a
/// slice that is missing from the slice's `leads_to`.
[[nodiscard]] explored_group explore_group(const any_game& game, const slice_group& group,
                                           const std::vector<keys_in_slice>& reachable, const solve_options& options,
                                           solve_visitor& visitor);
/// Numbers the positions by the keys of every slice; null for an unreachable slice.
/// @throws what number_by throws; contract_error.
void number_by_slices(any_game& game, const std::vector<std::shared_ptr<const position_keys>>& keys);

// In the following functions a slice is an index into the reachable slices, see position_numbering.hpp.

/// Loads the keys of these slices into memory, and frees all others; does nothing unless keys are stored by slice.
/// @throws what load_keys throws.
void load_slices(const any_game& game, std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor);
/// Returns the keys of one slice; null unless keys are stored by slice.
[[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(const any_game& game, std::uint32_t slice);
/// Replaces the source of a slice's keys; does nothing for a game with a ranking. Precondition: equal keys.
/// @throws contract_error unless keys are stored by slice.
void replace_keys(const any_game& game, std::uint32_t slice, std::shared_ptr<const position_keys> keys);

}  // namespace zermelo
