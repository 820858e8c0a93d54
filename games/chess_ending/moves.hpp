// SPDX-License-Identifier: MIT
// Generates the legal moves of a position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "change.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"
#include "reach.hpp"

namespace zermelo::games::chess {

/// Calls f(material, kind) for each kind that a pawn may become, with the material after the promotion.
/// @param pawn  the pawn's kind
template <class Function>
inline void for_each_promotion(const chess_set& set, const material& from, std::uint8_t pawn, const Function& f) {
  const material& without = set.materials()[from.without[pawn]];
  set.for_each_promoted_kind(pawn, [&](std::uint8_t kind) {
    if (without.with[kind] != no_material) f(set.materials()[without.with[kind]], kind);
  });
}

namespace detail {

/// @param exposes_king  whether the king of the player to move is in check after a piece goes to a square and another
/// is taken
template <class Exposes, class Function>
inline void for_each_pawn_move(const chess_set& set, const state& s, std::size_t pawn, const Exposes& exposes_king,
                               const Function& f) {
  const material& m = set.material_of(s);
  const player moving = s.to_move;
  const chess_board::pawn_lanes& lanes = set.board().lanes_of(m.pieces[pawn].kind, s.squares[pawn]);
  change moved;
  moved.piece = pawn;
  const auto go = [&](square_number to, std::size_t taken) {
    if (exposes_king(pawn, to, taken)) return;
    moved.to = to;
    moved.taken = taken;
    if (set.board().is_pawn_square(to)) {
      f(moved);
      return;
    }
    for_each_promotion(set, m, m.identical_to(pawn).kind, [&](const material&, std::uint8_t kind) {
      moved.becomes = kind;
      f(moved);
    });
    moved.becomes = no_kind;
  };
  for (const square_number to : lanes.takes) {
    if (to == no_square) continue;
    const std::size_t met = piece_on(set, s, to);
    if (met != no_piece && met >= num_kings && m.pieces[met].owner != moving) go(to, met);
    if (to != s.passed) continue;
    moved.to = to;
    moved.taken = piece_on(set, s, landing_of(set, to, opponent(moving)));
    // Two pieces leave a rank at the same time, which may expose the king.
    if (!is_in_check(set, state_after(set, s, moved), moving)) f(moved);
  }
  if (!is_free(set, s, lanes.ahead)) return;
  go(lanes.ahead, no_piece);
  if (!is_free(set, s, lanes.two_ahead)) return;
  if (taker_next_to(set, s, lanes.two_ahead, opponent(moving)) != no_square) moved.passed = lanes.ahead;
  go(lanes.two_ahead, no_piece);
}

}  // namespace detail

/// Calls f(change) for each legal move.
template <class Function>
inline void for_each_move(const chess_set& set, const state& s, const Function& f) {
  const material& m = set.material_of(s);
  const player moving = s.to_move;
  const threats to_king = threats_to(set, s, king_square(s, moving), opponent(moving));
  const auto exposes_king = [&](std::size_t moved, square_number to, std::size_t taken) {
    return std::any_of(to_king.begin(), to_king.end(),
                       [&](const threat& by) { return by.from != taken && gives_check_after(set, s, by, moved, to); });
  };
  for (std::size_t i = 0; i < m.size; ++i) {
    if (m.pieces[i].owner != moving) continue;
    if (is_pawn(m.pieces[i].kind)) {
      detail::for_each_pawn_move(set, s, i, exposes_king, f);
      continue;
    }
    for_each_target(set, s, i, [&](square_number to, std::size_t met) {
      if (met != no_piece && (m.pieces[met].owner == moving || met < num_kings)) return;
      if (i < num_kings ? is_attacked(set, s, to, opponent(moving), i, to, met) : exposes_king(i, to, met)) return;
      change moved;
      moved.piece = i;
      moved.to = to;
      moved.taken = met;
      f(moved);
    });
  }
}

}  // namespace zermelo::games::chess
