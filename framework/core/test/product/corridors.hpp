// SPDX-License-Identifier: MIT
// Games in product form with play of any length.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "form_game.hpp"

namespace zermelo::test {

/// The runner moves along a corridor by one node per turn; the other player stays on one node. The end of the corridor
/// is a win of the first player, and the end of a second corridor is a tie. On a grid, moves are shifts.
[[nodiscard]] inline listed_form_game corridors(std::uint32_t to_win, std::uint32_t to_tie,
                                                std::optional<player> infinite_play, bool on_a_grid) {
  product_walker waiter{player::first, {}, {}};
  waiter.moves.add_node();
  waiter.moves.add_neighbour(0);
  product_walker runner{player::second, {}, {}};
  for (node_number p = 0; p < to_win + to_tie; ++p) {
    runner.moves.add_node();
    if (on_a_grid) runner.cells.push_back({p / 50, p % 50});
    if (p != 0 && p != to_win) runner.moves.add_neighbour(p - 1);
  }
  const auto end_of = [to_win](const form_game::state& s) -> std::optional<result> {
    if (s.nodes[1] == 0) return result::won_by(player::first);
    return s.nodes[1] == to_win ? std::optional(result::tied()) : std::nullopt;
  };
  return {{{waiter, runner}, {player::first, player::second}}, infinite_play, end_of};
}

}  // namespace zermelo::test
