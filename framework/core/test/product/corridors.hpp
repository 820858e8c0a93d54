// SPDX-License-Identifier: MIT
// A game in product form whose play is as long as one likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "form_game.hpp"

namespace zermelo::test {

/// The runner's way is a corridor, one place a turn; the other player has one place and stays. At the end of the
/// corridor the runner's turn is a win, and at the end of another one, a tie.
class corridors : public form_game {
 public:
  /// Endless play is a draw, or the player's. On a grid, moves are shifts.
  corridors(std::uint32_t to_win, std::uint32_t to_tie, std::optional<player> infinite_play, bool on_a_grid)
      : form_game(form_of(to_win, to_tie, on_a_grid)), m_to_win(to_win), m_infinite_play(infinite_play) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.places[1] == 0) return result::won_by(player::first);
    if (s.places[1] == m_to_win) return result::tied();
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const place_number> /*others*/, Callback&& f) const {
    f(0, result::won_by(player::first));
    f(m_to_win, result::tied());
  }

 private:
  [[nodiscard]] static product_form form_of(std::uint32_t to_win, std::uint32_t to_tie, bool on_a_grid) {
    product_walker waiter{player::first, {}, {}};
    waiter.moves.add_node();
    waiter.moves.add_neighbour(0);
    product_walker runner{player::second, {}, {}};
    for (place_number p = 0; p < to_win + to_tie; ++p) {
      runner.moves.add_node();
      if (on_a_grid) runner.cells.push_back({p / 50, p % 50});
      if (p != 0 && p != to_win) runner.moves.add_neighbour(p - 1);
    }
    return {{waiter, runner}, {player::first, player::second}};
  }

  place_number m_to_win;
  std::optional<player> m_infinite_play;
};

}  // namespace zermelo::test
