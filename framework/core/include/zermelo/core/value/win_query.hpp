// SPDX-License-Identifier: MIT
// The query "who wins?", whose answer is one of the two players for every position, as in a parity game: play without a
// winner under the rules of the game counts as a win of one of the players.
#pragma once

#include <optional>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The winners of play without a winner under the rules. Precondition of all uses: positions are not relative to the
/// player to move.
struct win_query {
  player endless = player::second;  ///< the winner of endless play
  std::optional<player> drawn{};    ///< the winner of drawn terminals; empty if there are none
  std::optional<player> tied{};     ///< the winner of ties; empty if there are none

  /// The winner of a result; empty if the query does not define it.
  [[nodiscard]] std::optional<player> winner_of(const result& end) const noexcept {
    if (end.winner) return end.winner;
    return end.is_drawn ? drawn : tied;
  }
  /// The winner of a position with this entry; empty if undefined. Precondition: the entry is not illegal.
  [[nodiscard]] std::optional<player> winner_of(position_value value, player to_move) const noexcept {
    return value.outcome == outcome::draw ? endless : winner_of(result_of(value, to_move));
  }
};

}  // namespace zermelo
