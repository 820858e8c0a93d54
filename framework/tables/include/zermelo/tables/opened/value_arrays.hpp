// SPDX-License-Identifier: MIT
// The values of many positions as arrays of plain integers, for other languages.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// One element for each position in each array; an empty array is not wanted.
struct value_arrays {
  std::span<std::uint8_t> outcomes;           ///< for the player to move: 0 illegal, 1 win, 2 loss, 3 tie, 4 draw
  std::span<std::uint16_t> narrow_distances;  ///< in plies; all ones: none
  std::span<std::uint32_t> wide_distances;    ///< in plies; all ones: none
  /// Raw: 0 the first player, 1 the second, 2 a tie, 3 a draw, -1 an illegal position. Of a game seen by the player to
  /// move, the first player is who is to move.
  std::span<std::int8_t> winners;
  std::span<std::int8_t> narrow_margins{};  ///< for the player to move: negative in losses, 0 where nobody wins
  std::span<std::int16_t> wide_margins{};   ///< as above
};

/// Whether the distances of a solution fit narrow arrays.
[[nodiscard]] inline bool has_narrow_distances(const solution_entries& entries) {
  return entries.distance_bound() < std::numeric_limits<std::uint16_t>::max();
}

/// Whether the margins of a solution fit narrow arrays.
[[nodiscard]] inline bool has_narrow_margins(const solution_entries& entries) {
  return entries.margin_bound() <= std::numeric_limits<std::int8_t>::max();
}

/// Fills arrays with the values of the positions from `first` on. Phase "read", one unit of work for each position.
/// Precondition: the arrays are equally long, or empty. @param threads  0: all threads of the machine
/// @throws interrupted, and what reading the entries throws.
void fill_arrays(const any_game& game, const solution_entries& entries, position first, const value_arrays& arrays,
                 unsigned threads, work_monitor& monitor);

/// Fills arrays with the values of positions in any order. Phase as above; memory at most 40 bytes for each position,
/// of 2^20 positions at a time. Precondition: p < num_positions() for each position.
/// @throws interrupted, and what looking the entries up throws.
void look_up_arrays(const any_game& game, const solution_entries& entries, std::span<const position> positions,
                    const value_arrays& arrays, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
