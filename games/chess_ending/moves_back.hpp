// SPDX-License-Identifier: MIT
// Takes moves back: generates the predecessors of a position. A *move back* is the change from a position to a
// predecessor.
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/container/static_vector.hpp>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "change.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"
#include "reach.hpp"
#include "symmetry.hpp"

namespace zermelo::games::chess {

namespace detail {

/// The kinds of moves to take back.
enum class moves_back : std::uint8_t {
  all,
  of_last_pawns,  ///< moves by which the last pawn left the board
};

/// The kinds of pieces of the player to move that the opponent's last move may have taken.
using taken_kinds = boost::container::static_vector<std::uint8_t, max_kinds>;

/// The squares from which a piece of the opponent can have come: a piece of a kind on one of them, in place of
/// `moving`, leaves the king of the player to move out of check.
/// @param absent  `moving` if its square was empty, `no_piece` if a captured piece stood there
[[nodiscard]] inline square_bits safe_before(const chess_set& set, const state& s, piece_index moving, piece_kind kind,
                                             piece_index absent, std::size_t block) {
  const square_number king = king_square(s, s.to_move);
  const piece_kind aims_back = is_pawn(kind) ? opposite_pawn(kind) : kind;
  return stops_of_checks(set, s, s.to_move, moving, absent, block) &
         ~(set.board().aims(aims_back, king, block) & ~hidden_from(set, s, king, absent, block));
}
[[nodiscard]] inline bool is_safe_before(const chess_set& set, const state& s, piece_index moving, piece_kind kind,
                                         piece_index absent, square_number from) {
  const std::size_t block = chess_board::block_of(from);
  return (safe_before(set, s, moving, kind, absent, block) & chess_board::bit_in(block, from)) != 0;
}

/// Adds the moves back once more with each right to take en passant that the player may have had before the move.
inline void add_rights(const chess_set& set, const state& s, change_list& moves) {
  const std::size_t size = moves.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (moves[i].passed != no_square) continue;  // en passant
    const state previous = state_before(set, s, moves[i]);
    if (!set.material_of(previous).has_rights()) continue;
    for_each_right(set, previous, [&](square_number passed) {
      change with_right = moves[i];
      with_right.passed = passed;
      moves.push_back(with_right);
    });
  }
}

/// Takes back the moves of a piece that is not a pawn, except promotions.
inline void list_piece_moves_back(const chess_set& set, const state& s, piece_index moving, const taken_kinds& kinds,
                                  moves_back which, change_list& moves) {
  const piece_kind kind = set.material_of(s).pieces[moving].kind;
  const square_number here = s.squares[moving];
  for (std::size_t block = 0; block < set.board().num_blocks(); ++block) {
    const square_bits free = attacked_by(set, s, moving, no_piece, block) & ~squares_of(set, s, white, block) &
                             ~squares_of(set, s, black, block);
    if (which == moves_back::all) {
      chess_board::for_each_square(block, free & safe_before(set, s, moving, kind, moving, block),
                                   [&](square_number from) { add_change(moves, moving, from); });
    }
    if (kinds.empty()) continue;
    chess_board::for_each_square(block, free & safe_before(set, s, moving, kind, no_piece, block),
                                 [&](square_number from) {
                                   for (const std::uint8_t taken : kinds) {
                                     if (!set.kind(taken).can_stand(here)) continue;
                                     change& moved = add_change(moves, moving, from);
                                     moved.put_on = here;
                                     moved.put_back = taken;
                                   }
                                 });
  }
}
/// Takes back the moves of a pawn.
inline void list_pawn_moves_back(const chess_set& set, const state& s, piece_index pawn, const taken_kinds& kinds,
                                 change_list& moves) {
  const piece_kind kind = set.material_of(s).pieces[pawn].kind;
  const square_number here = s.squares[pawn];
  const player taking = s.to_move;
  const chess_board::pawn_lanes& lanes = set.board().lanes_of(kind, here);
  change moved;
  moved.piece = pawn;
  const auto step_back = [&](square_number from) {
    moved.to = from;
    if (is_safe_before(set, s, pawn, kind, pawn, from)) moves.push_back(moved);
  };
  if (is_free(set, s, lanes.back)) {
    step_back(lanes.back);
    // A double step next to an opponent's pawn would have given the right to take en passant.
    const bool leaves_right = lanes.two_back != no_square && taker_next_to(set, s, here, taking) != no_square;
    if (!leaves_right && is_free(set, s, lanes.two_back)) step_back(lanes.two_back);
  }
  for (const square_number from : lanes.took_from) {
    if (!is_free(set, s, from)) continue;
    moved.to = from;
    moved.put_on = here;
    const bool is_safe = is_safe_before(set, s, pawn, kind, no_piece, from);
    for (const std::uint8_t taken : kinds) {
      moved.put_back = taken;
      if (is_safe) moves.push_back(moved);
      if (!set.is_pawn_kind(taken)) continue;
      const square_number landing = landing_of(set, here, taking);
      if (landing == no_square || !is_free(set, s, landing)) continue;
      if (!is_free(set, s, set.board().lanes_of(pawn_of(taking), landing).two_back)) continue;
      change en_passant = moved;
      en_passant.put_on = landing;
      en_passant.passed = here;
      if (!is_in_check(set, state_before(set, s, en_passant), taking)) moves.push_back(en_passant);
    }
  }
}
/// Takes back the promotions that may have produced a piece.
inline void list_promotions_back(const chess_set& set, const state& s, piece_index promoted, change_list& moves) {
  const material& m = set.material_of(s);
  const player moving = m.pieces[promoted].owner;
  const square_number here = s.squares[promoted];
  const std::uint8_t pawn = set.pawn_kind(moving);
  if (pawn == no_kind) return;
  const chess_board::pawn_lanes& lanes = set.board().lanes_of(pawn_of(moving), here);
  const bool is_last_rank = !set.board().is_pawn_square(here) && lanes.back != no_square;
  if (!is_last_rank) return;
  const material& without = set.materials()[m.without[m.identical_to(promoted).kind]];
  if (without.with[pawn] == no_material) return;
  change moved;
  moved.piece = promoted;
  moved.becomes = pawn;
  if (is_free(set, s, lanes.back) && is_safe_before(set, s, promoted, pawn_of(moving), promoted, lanes.back)) {
    moved.to = lanes.back;
    moves.push_back(moved);
  }
  moved.put_on = here;
  for (const square_number from : lanes.took_from) {
    if (!is_free(set, s, from) || !is_safe_before(set, s, promoted, pawn_of(moving), no_piece, from)) continue;
    moved.to = from;
    for (std::uint8_t kind = 0; kind != set.num_kinds(); ++kind) {
      const kind_of_piece& taken = set.kind(kind);
      if (taken.what.owner == moving || m.with[kind] == no_material || !taken.can_stand(here)) continue;
      moved.put_back = kind;
      moves.push_back(moved);
    }
  }
}
/// The moves back from a state.
[[nodiscard]] inline change_list moves_back_without_rights(const chess_set& set, const state& s, moves_back which) {
  const material& m = set.material_of(s);
  const player moving = opponent(s.to_move);
  change_list moves;
  if (s.passed != no_square) {
    change moved;
    const square_number landing = landing_of(set, s.passed, moving);
    moved.piece = piece_on(set, s, landing);
    moved.to = set.board().lanes_of(pawn_of(moving), landing).two_back;
    if (is_safe_before(set, s, moved.piece, pawn_of(moving), moved.piece, moved.to)) {
      moves.push_back(moved);
    }
    return moves;
  }
  taken_kinds kinds;
  for (std::uint8_t kind = 0; kind != set.num_kinds(); ++kind) {
    const piece& what = set.kind(kind).what;
    if (what.owner == moving || m.with[kind] == no_material) continue;
    if (which == moves_back::all || is_pawn(what.kind)) kinds.push_back(kind);
  }
  const auto list_moves_of = [&](piece_index i) {
    if (is_pawn(m.pieces[i].kind)) {
      list_pawn_moves_back(set, s, i, kinds, moves);
      return;
    }
    if (which == moves_back::all || !kinds.empty()) list_piece_moves_back(set, s, i, kinds, which, moves);
    if (i >= num_kings && set.has_pawns()) list_promotions_back(set, s, i, moves);
  };
  list_moves_of(king_of(moving));
  for (auto [i, end] = m.others_of(moving); i < end; ++i) list_moves_of(i);
  return moves;
}
[[nodiscard]] inline change_list moves_back_from(const chess_set& set, const state& s, moves_back which) {
  change_list moves = moves_back_without_rights(set, s, which);
  if (set.has_rights()) add_rights(set, s, moves);
  return moves;
}

}  // namespace detail

/// Calls f(image, change) for each move back from a legal state or, if pawns have left the board, from an image of the
/// state.
template <class Function>
inline void for_each_move_back(const chess_set& set, const state& s, const Function& f) {
  const auto call_for = [&](const state& reached, detail::moves_back which) {
    for (const change& moved : detail::moves_back_from(set, reached, which)) f(reached, moved);
  };
  call_for(s, detail::moves_back::all);
  if (!set.has_pawns() || set.material_of(s).has_pawns) return;
  for (const std::size_t turned : set.orientations())
    call_for(image(set, s, turned), detail::moves_back::of_last_pawns);
}

}  // namespace zermelo::games::chess
