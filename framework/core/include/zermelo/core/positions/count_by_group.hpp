// SPDX-License-Identifier: MIT
// Counts the positions of a solution by the groups of the game (hook `group_of`), and counts each canonical position as
// all positions of its orbit (hook `orbit_size`).
//
//   time    one call of each hook for every legal position
//   memory  per thread 512 KiB, and for each group and player to move 64 bytes per distance, at most 128 MiB
//   throws  contract_error for a game with more than `max_groups` groups, or whose orbits have more than 2^64 - 1
//           positions; resource_error for more than `max_distances` distances; input_error for an entry that gives an
//           illegal position an outcome; interrupted; what the rules and the reader of the entries throw
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/counts_by_group.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The maximum number of pairs of a group and a player to move. More are too many to read, and indicate a wrong game.
inline constexpr std::size_t max_groups = 1 << 16;

/// The maximum total length of the lists of counts by distance, one list for each group and player to move. The limit
/// prevents a small table with a forged distance from using much memory.
inline constexpr std::size_t max_distances = 1 << 20;

namespace detail {

/// Adds numbers of positions in orbits. @throws contract_error if the sum exceeds 2^64 - 1.
[[nodiscard]] std::uint64_t sum_of_orbits(std::uint64_t a, std::uint64_t b);

}  // namespace detail

/// The counts of the legal positions, with orbits if the rules count them. Phase "groups", one unit of work per
/// position.
/// @param name_of_group  the name of a group; not called for rules without groups
[[nodiscard]] counts_by_group count_by_group(const rules& game,
                                             const std::function<std::string(std::uint32_t)>& name_of_group,
                                             const solution_entries& values, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
