// SPDX-License-Identifier: MIT
// Makes the textbook solution available as the game's engine `textbook`.
#pragma once

#include <cstdint>

#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "cat_and_mouse.hpp"
#include "textbook.hpp"

namespace zermelo::games {

/// Solves the game by the published algorithm, and copies the result into a table.
[[nodiscard]] inline value_table solve_by_textbook(const cat_and_mouse& game, solve_visitor& visitor) {
  visitor.phase("textbook", 0);
  const cat_and_mouse_textbook solved(game.graph(), game.hole(), visitor);
  visitor.phase("convert", game.num_positions());
  value_table values = value_table::with_capacity(game.num_positions(), solved.longest_plies());
  for (position p = 0; p < game.num_positions(); ++p) {
    const cat_and_mouse::state s = game.unrank(p);
    values.set(p, solved.at(s.mouse_node, s.cat_node, s.turn), s.turn);
  }
  return values;
}

inline constexpr published_solver<cat_and_mouse> cat_and_mouse_baseline{
    "a queue over three arrays of numbers, as solutions of LeetCode 913 are usually published",
    [](const cat_and_mouse& game) -> std::uint64_t {
      // Bytes per position of the table or of the largest queue, with the spare capacity of lists. Measured: 3.0 for
      // `nodes=2000 degree=3 seed=1`, 5.9 for `nodes=800 degree=400 seed=4`.
      constexpr std::uint64_t table_or_queue = 6;
      constexpr std::uint64_t lists = 2;
      return cat_and_mouse_textbook::bytes_of_arrays(game.graph().num_nodes()) + lists * game.graph().bytes() +
             table_or_queue * game.num_positions();
    },
    solve_by_textbook};

}  // namespace zermelo::games
