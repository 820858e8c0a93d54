// SPDX-License-Identifier: MIT
// Explores a game without a ranking slice by slice. A group of slices is explored after all groups that lead to it, so
// all keys to which moves from other groups lead are known. If moves stay inside the group, the positions reachable
// inside it are found as in explore.hpp. The targets of moves out of the group are keys of other slices.
//
// A group that every move leaves needs only one pass over its keys.
//
//   time     all moves of the group, listed once; a look-up per move inside, a share of a sort per move to the outside
//   memory   the keys of the group, twice; the keys to which moves out of the group lead, with duplicates up to
//            `max_outside_bytes`
//   throws   contract_error for a move to a slice that the game's slices do not list in leads_to, and if keys do not
//            ascend by slice; what explore.hpp and the options' functions throw
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/slices/keys_in_slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

struct explore_group_options {
  unsigned threads = 0;  ///< 0: all of the machine
  /// The memory of the keys outside the group, in bytes, up to which they may contain duplicates.
  std::uint64_t max_outside_bytes = std::uint64_t{1} << 30;
  /// See explore_options. Used for exploring inside the group, where moves are not cached. The bytes include all keys.
  std::function<move_retention(const exploration_size&)> watch{};
  /// Called between rounds with the bytes that keys use, or are about to use, in addition to the exploration inside the
  /// group. Throws if the memory is too small for the keys. Empty: memory is not checked.
  std::function<void(std::uint64_t bytes)> expect_space{};
};

/// Explores one group. @param slices  all slices of the game
/// @param reachable  the keys found until now in the group's slices, and in the slices to which moves out of the group
///   lead, ascending in each slice; includes the start if it is in one of these slices
[[nodiscard]] explored_group explore_group(any_key_rules game, std::span<const slice> slices, const slice_group& group,
                                           const std::vector<keys_in_slice>& reachable,
                                           const explore_group_options& options, work_monitor& monitor);

/// The key of the start, with the number of its slice.
[[nodiscard]] keys_in_slice start_in_slice(any_key_rules game);

/// Explores all slices in memory. Returns the keys of each slice; null for a slice that play does not reach.
/// @param slices  all slices of the game
[[nodiscard]] std::vector<std::shared_ptr<const position_keys>> explore_slices(any_key_rules game,
                                                                               std::span<const slice> slices,
                                                                               const explore_group_options& options,
                                                                               work_monitor& monitor);

}  // namespace zermelo
