// SPDX-License-Identifier: MIT
// The question "who wins here?", to which every position has one of the two players as its answer, as in a parity game:
// play that nobody wins by the rules of the game counts for one of them.
#pragma once

#include <optional>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Whom play counts for that no player has won. Precondition of all uses: positions are not seen by the mover.
struct win_query {
  player endless = player::second;  ///< the winner of play that never ends
  std::optional<player> drawn{};    ///< the winner of ends that are drawn; nothing: there are none
  std::optional<player> tied{};     ///< the winner of ties; nothing: there are none

  /// The winner of an end of play; nothing if the question does not provide for such an end.
  [[nodiscard]] std::optional<player> winner_of(const result& end) const noexcept {
    if (end.winner) return end.winner;
    return end.is_drawn ? drawn : tied;
  }
  /// The winner of a position with this entry; nothing as above. Precondition: the entry is not illegal.
  [[nodiscard]] std::optional<player> winner_of(position_value value, player to_move) const noexcept {
    return value.outcome == outcome::draw ? endless : winner_of(result_of(value, to_move));
  }
};

}  // namespace zermelo
