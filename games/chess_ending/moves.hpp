// SPDX-License-Identifier: MIT
// Generates the legal moves of a position.
#pragma once

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

inline void list_pawn_moves(const chess_set& set, const state& s, piece_index pawn, change_list& moves) {
  const material& m = set.material_of(s);
  const player moving = s.to_move;
  const chess_board::pawn_lanes& lanes = set.board().lanes_of(m.pieces[pawn].kind, s.squares[pawn]);
  change moved;
  moved.piece = pawn;
  const auto go = [&](square_number to, piece_index taken) {
    const std::size_t block = chess_board::block_of(to);
    if ((stops_of_checks(set, s, moving, pawn, pawn, block) & chess_board::bit_in(block, to)) == 0) return;
    moved.to = to;
    moved.taken = taken;
    if (set.board().is_pawn_square(to)) {
      moves.push_back(moved);
      return;
    }
    for_each_promotion(set, m, m.identical_to(pawn).kind, [&](const material&, std::uint8_t kind) {
      moved.becomes = kind;
      moves.push_back(moved);
    });
    moved.becomes = no_kind;
  };
  for (const square_number to : lanes.takes) {
    if (to == no_square) continue;
    const piece_index met = piece_on(set, s, to);
    if (met != no_piece && met >= num_kings && m.pieces[met].owner != moving) go(to, met);
    if (to != s.passed) continue;
    moved.to = to;
    moved.taken = piece_on(set, s, landing_of(set, to, opponent(moving)));
    // Two pieces leave a rank at the same time, which may expose the king.
    if (!is_in_check(set, state_after(set, s, moved), moving)) moves.push_back(moved);
  }
  if (!is_free(set, s, lanes.ahead)) return;
  go(lanes.ahead, no_piece);
  if (!is_free(set, s, lanes.two_ahead)) return;
  if (taker_next_to(set, s, lanes.two_ahead, opponent(moving)) != no_square) moved.passed = lanes.ahead;
  go(lanes.two_ahead, no_piece);
}

}  // namespace detail

/// The legal moves.
[[nodiscard]] inline change_list moves_of(const chess_set& set, const state& s) {
  const material& m = set.material_of(s);
  const player moving = s.to_move;
  const player other = opponent(moving);
  const piece_index king = king_of(moving);
  change_list moves;
  for (std::size_t block = 0; block < set.board().num_blocks(); ++block) {
    const square_bits targets = squares_of(set, s, other, block) & ~chess_board::bit_in(block, king_square(s, other));
    const square_bits barred = squares_of(set, s, moving, block) | chess_board::bit_in(block, king_square(s, other));
    const auto list = [&](piece_index which, square_bits legal) {
      chess_board::for_each_square(block, legal & ~barred & ~targets,
                                   [&](square_number to) { add_change(moves, which, to); });
      chess_board::for_each_square(
          block, legal & targets, [&](square_number to) { add_change(moves, which, to).taken = piece_on(set, s, to); });
    };
    list(king, attacked_by(set, s, king, no_piece, block) & ~attacked_by_player(set, s, other, king, block));
    for (auto [i, end] = m.others_of(moving); i < end; ++i) {
      if (is_pawn(m.pieces[i].kind)) continue;
      list(i, attacked_by(set, s, i, no_piece, block) & stops_of_checks(set, s, moving, i, i, block));
    }
  }
  for (auto [i, end] = m.others_of(moving); i < end; ++i) {
    if (is_pawn(m.pieces[i].kind)) detail::list_pawn_moves(set, s, i, moves);
  }
  return moves;
}

}  // namespace zermelo::games::chess
