// SPDX-License-Identifier: MIT
// Provides the values of many positions as arrays of plain integers, for use from other languages.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_columns.hpp>

namespace zermelo {

class any_game;

/// The numbers of a column, in one of its types. If all bits of an element are set, the value is missing.
template <class Column>
struct number_arrays {
  std::span<typename Column::narrow> narrow{};
  std::span<typename Column::wide> wide{};
};

/// Arrays with one element per position; an array that is not needed is empty.
struct value_arrays {
  std::span<std::uint8_t> outcomes{};  ///< for the player to move: 0 illegal, 1 win, 2 loss, 3 tie, 4 draw
  /// Raw: 0 the first player, 1 the second, 2 a tie, 3 a draw, -1 an illegal position. If positions are relative to the
  /// player to move, the first player is the player to move.
  std::span<std::int8_t> winners{};
  of_each_column<number_arrays> numbers{};
};

/// Whether the numbers of a solution fit narrow arrays.
template <class Column>
[[nodiscard]] bool has_narrow_numbers(const solution_entries& entries) {
  return Column::extent(entries) <= Column::narrow_extent;
}

/// Fills arrays with the values of consecutive positions, beginning with `first`. Phase "read", one unit of work per
/// position. Precondition: the arrays are empty or have equal lengths. @param threads  0: all threads of the machine
/// @throws interrupted; what reading the entries throws.
void fill_arrays(const any_game& game, const solution_entries& entries, position first, const value_arrays& arrays,
                 unsigned threads, work_monitor& monitor);

/// Fills arrays with the values of positions in any order. Phase as above; memory at most 40 bytes per position for
/// 2^20 positions at a time. Precondition: p < num_positions() for each position.
/// @throws interrupted; what looking up the entries throws
void look_up_arrays(const any_game& game, const solution_entries& entries, std::span<const position> positions,
                    const value_arrays& arrays, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
