// SPDX-License-Identifier: MIT
// The right to take en passant, which is stored as the square that a pawn has just passed, and the pawn that may take
// it.
#pragma once

#include <cstddef>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"

namespace zermelo::games::chess {

/// The square of a player's pawn that has just passed a square.
[[nodiscard]] inline square_number landing_of(const chess_set& set, square_number passed, player moving) {
  return set.board().lanes_of(pawn_of(moving), passed).ahead;
}
/// The square of the pawn that may take the pawn that has just gone two squares to `landing`; the left one if two may,
/// `no_square` if none may.
[[nodiscard]] inline square_number taker_next_to(const chess_set& set, const state& s, square_number landing,
                                                 player taking) {
  for (const square_number adjacent : set.board().lanes_of(pawn_of(taking), landing).adjacent) {
    if (adjacent != no_square && has_pawn_on(set, s, adjacent, taking)) return adjacent;
  }
  return no_square;
}
/// Gives the player to move the right to take the pawn that has just passed a square, if a pawn can.
inline void put_right(const chess_set& set, state& s, square_number passed) {
  s.passed = passed;
  s.taker = taker_next_to(set, s, landing_of(set, passed, opponent(s.to_move)), s.to_move);
}
/// Whether the right to take en passant can have arisen, ignoring checks. Precondition: `s.passed` is a square.
[[nodiscard]] inline bool may_just_have_passed(const chess_set& set, const state& s) {
  const player passing = opponent(s.to_move);
  const square_number landing = landing_of(set, s.passed, passing);
  const square_number from = set.board().lanes_of(pawn_of(passing), landing).two_back;
  return has_pawn_on(set, s, landing, passing) && is_free(set, s, s.passed) && is_free(set, s, from) &&
         s.taker != no_square && s.taker == taker_next_to(set, s, landing, s.to_move);
}
/// Calls f(passed) for each right that the player to move may have in a state without one.
template <class Function>
inline void for_each_right(const chess_set& set, const state& s, const Function& f) {
  const material& m = set.material_of(s);
  const player passing = opponent(s.to_move);
  for (std::size_t i = num_kings; i < m.size; ++i) {
    if (m.pieces[i].kind != pawn_of(passing)) continue;
    const chess_board::pawn_lanes& lanes = set.board().lanes_of(m.pieces[i].kind, s.squares[i]);
    if (!is_free(set, s, lanes.two_back) || !is_free(set, s, lanes.back)) continue;
    if (taker_next_to(set, s, s.squares[i], s.to_move) != no_square) f(lanes.back);
  }
}

}  // namespace zermelo::games::chess
