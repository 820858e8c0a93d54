// SPDX-License-Identifier: MIT
// Makes the textbook solution available as the game's engine `textbook`.
#pragma once

#include <cstdint>

#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "cat_and_mouse_ii.hpp"
#include "textbook.hpp"

namespace zermelo::games {

/// Solves the game by the published algorithm, and copies the result into a table.
[[nodiscard]] inline value_table solve_by_textbook(const cat_and_mouse_ii& game, solve_visitor& visitor) {
  visitor.phase("textbook", 0);
  const cat_and_mouse_ii_textbook solved(game.grid(), game.cat_jump(), game.mouse_jump(), visitor);
  visitor.phase("convert", game.num_positions());
  value_table values = value_table::with_capacity(game.num_positions(), solved.longest_plies());
  for (position p = 0; p < game.num_positions(); ++p) {
    const cat_and_mouse_ii::state s = game.unrank(p);
    const auto number_of = [&game](auto cell) { return game.grid().number(game.grid_cell_of(cell)); };
    values.set(p, solved.at(number_of(s.mouse_cell), number_of(s.cat_cell), s.turn), s.turn);
  }
  return values;
}

inline constexpr published_solver<cat_and_mouse_ii> cat_and_mouse_ii_baseline{
    "a queue over three arrays of numbers, as solutions of LeetCode 1728 are usually published",
    [](const cat_and_mouse_ii& game) -> std::uint64_t {
      // Bytes per position of the table or of the largest queue, whichever is larger. Measured on an open grid of 48 x
      // 48: 2.2 with jumps of 2 for both, and 11 with jumps of 48. With 5 bytes, and 12 bytes for the arrays, the
      // estimate is 20 % above the first value and 26 % below the second, which few instances reach.
      constexpr std::uint64_t table_or_queue = 5;
      return cat_and_mouse_ii_textbook::bytes_of_arrays(game.grid().size()) + table_or_queue * game.num_positions();
    },
    solve_by_textbook};

}  // namespace zermelo::games
