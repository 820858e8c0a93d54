// SPDX-License-Identifier: MIT
// Counts the positions of a solution by the game's own groups (hook `group_of`), and each representative as the
// positions for which it stands (hook `orbit_size`).
//
//   time    V calls of each hook, every state made once; positions that are not legal are skipped unmade
//   memory  a thread: 512 KiB, and for each group and player to move 64 bytes a distance, at most 128 MiB
//   throws  contract_error for a game with more groups than `max_groups`, or whose orbits have more than 2^64 - 1
//           positions; resource_error for more than `max_distances`; input_error for an entry, from a stranger's
//           table, that gives a hole an outcome; interrupted; what the rules, and reading the entries, throw
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The most groups, each counted once for every player to move. More are a mistake, since people read them.
inline constexpr std::size_t max_groups = 1 << 16;

/// Distances from 0 to the farthest of each group and player to move, summed over these. A table that asks for more
/// than it is large itself may be a stranger's.
inline constexpr std::size_t max_distances = 1 << 20;

namespace detail {

/// Adds orbit sizes. @throws contract_error where the sum would wrap around.
[[nodiscard]] std::uint64_t sum_of_orbits(std::uint64_t sum, std::uint64_t more);

}  // namespace detail

/// Phase "census", one unit of work per position. An instance that is not folded has no orbits, and
/// its census says nothing of them.
/// @param name_of_group  not called for rules without groups
[[nodiscard]] position_census take_census(const rules& game,
                                          const std::function<std::string(std::uint32_t)>& name_of_group,
                                          const solution_entries& values, unsigned threads, work_monitor& monitor);

/// The census of a ranked game.
template <RankedGame G>
  requires(HasGroups<G> || HasOrbitSize<G>)
[[nodiscard]] position_census take_census(const G& game, const solution_entries& values, unsigned threads,
                                          work_monitor& monitor) {
  const auto name_of_group = [&game](std::uint32_t group) -> std::string {
    if constexpr (HasGroups<G>) return game.group_name(group);
    return {};
  };
  return take_census(rules_of_game<G>(game), name_of_group, values, threads, monitor);
}

}  // namespace zermelo
