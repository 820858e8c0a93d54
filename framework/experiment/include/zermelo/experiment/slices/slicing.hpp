// SPDX-License-Identifier: MIT
// The slices of a game: exploring them one group after the other, and a group of them as a game of its own.
// sliced_job.hpp solves a game by them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/slices/keys_in_slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo {
class joined_entries;
class solve_visitor;
class work_monitor;
struct explored_group;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// A group of slices as a game of its own, numbered from 0, to be planned, solved and saved like any. It must not
/// outlive the whole. `finished` has the entries of all slices that the group enters, while it is solved; those of
/// them in memory count in its plans. @throws contract_error for a game without slices.
[[nodiscard]] std::unique_ptr<any_game> game_of_group(const any_game& game, const slice_group& group,
                                                      const std::shared_ptr<const joined_entries>& finished);

// Slices of a game without a ranking are explored one group after the other, those first that enter others. Functions
// marked `@throws contract_error` throw it for a game with a ranking, and for a game without slices.

/// The start, in its slice. @throws contract_error.
[[nodiscard]] keys_in_slice start_in_slice(const any_game& game);
/// Finds the positions of a group, see explore_group.hpp. Phase "explore". @throws resource_error before the memory
///   limit is passed; interrupted; contract_error, also for a move to a slice that is not named.
[[nodiscard]] explored_group explore_group(const any_game& game, const slice_group& group,
                                           const std::vector<keys_in_slice>& entered, const solve_options& options,
                                           solve_visitor& visitor);
/// Numbers the positions by the keys of every slice that the game says, null of one that nothing reaches.
/// @throws as number_by; contract_error.
void number_by_slices(any_game& game, const std::vector<std::shared_ptr<const position_keys>>& keys);
/// Holds the keys of these slices in memory, and of no others; nothing where they are not apart. @throws as hold_keys.
void hold_slices(const any_game& game, std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor);
/// The keys of one slice; null where they are not apart.
[[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(const any_game& game, std::uint32_t slice);
/// Where they are read from now on. Precondition: the same keys.
void replace_keys(const any_game& game, std::uint32_t slice, std::shared_ptr<const position_keys> keys);

}  // namespace zermelo::experiment
