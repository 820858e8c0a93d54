// SPDX-License-Identifier: MIT
// Explores a game without a ranking slice by slice: a group of slices, once the groups are explored that enter it. What
// has entered it is known then; where moves stay inside, what can be reached from there inside is found as explore.hpp
// finds it. What moves out of it lead to are keys that enter other slices.
//
// A group that every move leaves needs no more than a pass over its keys.
//
//   time     V + E calls of the rules; a move inside a look-up, one out of it a place in a sort
//   memory   the keys of the group, twice; those of the moves out of it, up to a bound, and what they come to
//   throws   contract_error for a move to a slice that is not named; as explore.hpp
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
  unsigned threads = 0;                               ///< 0: all that the machine has
  std::uint64_t most_bytes = std::uint64_t{1} << 30;  ///< of keys that may be there several times
  explore_options inside{};                           ///< for what is found inside; threads and moves are set
  /// Told between rounds how many bytes the keys take, or are about to take, beside an exploration inside the group. It
  /// throws where there is no memory for them. Nothing: there always is.
  std::function<void(std::uint64_t bytes)> expect_room{};
};

/// @param slices  all of the game's
/// @param entered  ascending keys, by slice: what has entered the group's slices so far, the start among it if it lies
///   there, and likewise the slices that moves out of the group lead to
[[nodiscard]] explored_group explore_group(any_key_rules game, std::span<const slice> slices, const slice_group& group,
                                           const std::vector<keys_in_slice>& entered,
                                           const explore_group_options& options, work_monitor& monitor);

/// The start, as what has entered its slice.
[[nodiscard]] keys_in_slice start_in_slice(any_key_rules game);

/// All slices, in memory: the keys of each; null of one that nothing reaches. @param slices  all of the game's
[[nodiscard]] std::vector<std::shared_ptr<const position_keys>> explore_slices(any_key_rules game,
                                                                               std::span<const slice> slices,
                                                                               const explore_group_options& options,
                                                                               work_monitor& monitor);

}  // namespace zermelo
