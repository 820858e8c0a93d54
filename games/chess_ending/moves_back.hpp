// SPDX-License-Identifier: MIT
// Takes moves back: generates the predecessors of a position. A *move back* is the change from a position to a
// predecessor.
#pragma once

#include <algorithm>
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

/// Whether a piece other than `moved` stands between `from` and the end of the line `aim`.
[[nodiscard]] inline bool is_blocked_except_by(const chess_set& set, const state& s, std::size_t moved,
                                               square_number from, chess_board::line aim) {
  const std::size_t size = set.material_of(s).size;
  for (std::size_t j = 0; j < size; ++j) {
    if (j != moved && chess_board::is_cut_by(aim, set.board().between(from, s.squares[j]))) return true;
  }
  return false;
}
/// Calls f with a move back, once without a right to take en passant, and once with each right that the player may have
/// had before the move.
template <class Function>
inline void call_with_rights(const chess_set& set, const state& s, const change& moved, const Function& f) {
  f(moved);
  const bool has_one_more_pawn = moved.put_back != no_kind && set.is_pawn_kind(moved.put_back);
  if (!set.material_of(s).has_rights() && moved.becomes == no_kind && !has_one_more_pawn) return;
  const state previous = state_before(set, s, moved);
  if (!set.material_of(previous).has_rights()) return;
  for_each_right(set, previous, [&](square_number passed) {
    change with_right = moved;
    with_right.passed = passed;
    f(with_right);
  });
}
/// Calls `call_with_rights`, unless the player to move in `s` would have been in check before the move.
template <class Function>
inline void call_if_legal(const chess_set& set, const state& s, const change& moved, const Function& f) {
  if (!is_in_check(set, state_before(set, s, moved), s.to_move)) call_with_rights(set, s, moved, f);
}

/// Takes back the moves of a piece that is not a pawn, except promotions.
/// @param taken_kinds  the kinds of pieces that the moves may have taken
template <class Taken, class Function>
inline void for_each_piece_move_back(const chess_set& set, const state& s, std::size_t moving, const threats& to_king,
                                     const Taken& taken_kinds, moves_back which, const Function& f) {
  const material& m = set.material_of(s);
  const square_number king = king_square(s, s.to_move);
  for_each_target(set, s, moving, [&](square_number from, std::size_t met) {
    if (met != no_piece) return;
    change moved;
    moved.piece = moving;
    moved.to = from;
    // If the piece would have given check from this square, the move back is legal only if the move captured a piece
    // that stood between.
    const chess_board::line aim = set.board().between(from, king);
    const bool is_aimed = chess_board::aims_along(m.pieces[moving].kind, aim);
    if (is_aimed && !is_blocked_except_by(set, s, moving, from, aim)) {
      if (!chess_board::is_cut_by(aim, set.board().between(from, s.squares[moving]))) return;
    } else if (which == moves_back::all && std::none_of(to_king.begin(), to_king.end(), [&](const threat& by) {
                 return by.from != moving && gives_check_after(set, s, by, moving, from);
               })) {
      call_with_rights(set, s, moved, f);
    }
    if (taken_kinds.empty()) return;
    // A captured piece that is put back on the moving piece's square blocks the same lines as the moving piece.
    if (std::any_of(to_king.begin(), to_king.end(), [&](const threat& by) {
          return by.from != moving && by.hidden_by == no_piece && gives_check_after(set, s, by, moving, from);
        })) {
      return;
    }
    moved.put_on = s.squares[moving];
    for (const std::uint8_t kind : taken_kinds) {
      if (!set.kind(kind).can_stand(moved.put_on)) continue;
      moved.put_back = kind;
      call_with_rights(set, s, moved, f);
    }
  });
}
/// Takes back the moves of a pawn.
template <class Taken, class Function>
inline void for_each_pawn_move_back(const chess_set& set, const state& s, std::size_t pawn, const Taken& taken_kinds,
                                    const Function& f) {
  const material& m = set.material_of(s);
  const square_number here = s.squares[pawn];
  const player taking = s.to_move;
  const chess_board::pawn_lanes& lanes = set.board().lanes_of(m.pieces[pawn].kind, here);
  change moved;
  moved.piece = pawn;
  const auto come_from = [&](square_number from) {
    moved.to = from;
    call_if_legal(set, s, moved, f);
  };
  if (is_free(set, s, lanes.back)) {
    come_from(lanes.back);
    // A double step next to an opponent's pawn would have given the right to take en passant.
    const bool leaves_right = lanes.two_back != no_square && taker_next_to(set, s, here, taking) != no_square;
    if (!leaves_right && is_free(set, s, lanes.two_back)) come_from(lanes.two_back);
  }
  for (const square_number from : lanes.took_from) {
    if (!is_free(set, s, from)) continue;
    moved.put_on = here;
    for (const std::uint8_t kind : taken_kinds) {
      moved.put_back = kind;
      come_from(from);
    }
    for (const std::uint8_t kind : taken_kinds) {
      if (!set.is_pawn_kind(kind)) continue;
      const square_number landing = landing_of(set, here, taking);
      if (landing == no_square || !is_free(set, s, landing)) continue;
      if (!is_free(set, s, set.board().lanes_of(pawn_of(taking), landing).two_back)) continue;
      change en_passant = moved;
      en_passant.to = from;
      en_passant.put_back = kind;
      en_passant.put_on = landing;
      en_passant.passed = here;
      if (!is_in_check(set, state_before(set, s, en_passant), taking)) f(en_passant);
    }
  }
}
/// Takes back the promotions that may have produced a piece.
template <class Function>
inline void for_each_promotion_back(const chess_set& set, const state& s, std::size_t promoted, const Function& f) {
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
  if (is_free(set, s, lanes.back)) {
    moved.to = lanes.back;
    call_if_legal(set, s, moved, f);
  }
  moved.put_on = here;
  for (const square_number from : lanes.took_from) {
    if (!is_free(set, s, from)) continue;
    moved.to = from;
    for (std::uint8_t kind = 0; kind != set.num_kinds(); ++kind) {
      const kind_of_piece& taken = set.kind(kind);
      if (taken.what.owner == moving || m.with[kind] == no_material || !taken.can_stand(here)) continue;
      moved.put_back = kind;
      call_if_legal(set, s, moved, f);
    }
  }
}
/// Calls f(change) for each move back from a state.
template <class Function>
inline void for_each_move_back_to(const chess_set& set, const state& s, moves_back which, const Function& f) {
  const material& m = set.material_of(s);
  const player moving = opponent(s.to_move);
  if (s.passed != no_square) {
    change moved;
    const square_number landing = landing_of(set, s.passed, moving);
    moved.piece = piece_on(set, s, landing);
    moved.to = set.board().lanes_of(pawn_of(moving), landing).two_back;
    call_if_legal(set, s, moved, f);
    return;
  }
  boost::container::static_vector<std::uint8_t, max_kinds> taken_kinds;
  for (std::uint8_t kind = 0; kind != set.num_kinds(); ++kind) {
    const piece& what = set.kind(kind).what;
    if (what.owner == moving || m.with[kind] == no_material) continue;
    if (which == moves_back::all || is_pawn(what.kind)) taken_kinds.push_back(kind);
  }
  const threats to_king = threats_to(set, s, king_square(s, s.to_move), moving);
  for (std::size_t i = 0; i < m.size; ++i) {
    if (m.pieces[i].owner != moving) continue;
    if (is_pawn(m.pieces[i].kind)) {
      for_each_pawn_move_back(set, s, i, taken_kinds, f);
      continue;
    }
    for_each_piece_move_back(set, s, i, to_king, taken_kinds, which, f);
    if (i >= num_kings && set.has_pawns()) for_each_promotion_back(set, s, i, f);
  }
}

}  // namespace detail

/// Calls f(image, change) for each move back from a legal state or, if pawns have left the board, from an image of the
/// state.
template <class Function>
inline void for_each_move_back(const chess_set& set, const state& s, const Function& f) {
  const auto call_for = [&](const state& reached, detail::moves_back which) {
    detail::for_each_move_back_to(set, reached, which, [&](const change& moved) { f(reached, moved); });
  };
  call_for(s, detail::moves_back::all);
  if (!set.has_pawns() || set.material_of(s).has_pawns) return;
  for (const std::size_t turned : set.orientations())
    call_for(image(set, s, turned), detail::moves_back::of_last_pawns);
}

}  // namespace zermelo::games::chess
