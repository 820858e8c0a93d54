// SPDX-License-Identifier: MIT
// The reach of pieces: the squares that they can move to or attack, and threats to a king.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <boost/container/static_vector.hpp>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"

namespace zermelo::games::chess {

/// Calls f(square, the piece there or `no_piece`) for each square that a piece other than a pawn reaches: in each
/// direction up to and including the square of the first piece of either side.
template <class Function>
inline void for_each_target(const chess_set& set, const state& s, std::size_t moving, const Function& f) {
  const material& m = set.material_of(s);
  const square_number from = s.squares[moving];
  const piece_kind kind = m.pieces[moving].kind;
  if (kind == piece_kind::king || kind == piece_kind::knight) {
    for (const square_number to : set.board().leaps_from(kind, from)) f(to, piece_on(set, s, to));
    return;
  }
  chess_board::reach reach = set.board().reach_from(from);
  std::array<std::size_t, chess_board::num_directions> met;
  met.fill(no_piece);
  for (std::size_t i = 0; i < m.size; ++i) {
    const chess_board::line l = set.board().between(from, s.squares[i]);
    if (l == 0 || l == chess_board::knights_jump) continue;
    const unsigned direction = chess_board::direction_of(l);
    const unsigned distance = chess_board::distance_of(l);
    if (distance > reach[direction]) continue;
    reach[direction] = static_cast<std::uint8_t>(distance);
    met[direction] = i;
  }
  const auto [first, last] = chess_board::directions_of(kind);
  for (std::size_t d = first; d < last; ++d) {
    int to = from;
    for (unsigned i = 1; i < reach[d]; ++i) f(static_cast<square_number>(to += set.board().step(d)), no_piece);
    if (reach[d] > 0) f(static_cast<square_number>(to + set.board().step(d)), met[d]);
  }
}

/// Whether a player's pieces attack a square.
/// @param moved  a piece that is considered to stand on `to`, or `no_piece`
/// @param gone   a piece that is considered to have left the board, or `no_piece`
[[nodiscard]] inline bool is_attacked(const chess_set& set, const state& s, square_number target, player by,
                                      std::size_t moved = no_piece, square_number to = no_square,
                                      std::size_t gone = no_piece) {
  const material& m = set.material_of(s);
  for (std::size_t i = 0; i < m.size; ++i) {
    const square_number from = s.squares[i];
    if (m.pieces[i].owner != by || i == gone) continue;
    const chess_board::line aim = set.board().between(from, target);
    if (!chess_board::aims_along(m.pieces[i].kind, aim)) continue;
    bool is_hidden = moved != no_piece && chess_board::is_cut_by(aim, set.board().between(from, to));
    for (std::size_t j = 0; j < m.size && !is_hidden; ++j) {
      if (j == moved || j == gone) continue;
      is_hidden = chess_board::is_cut_by(aim, set.board().between(from, s.squares[j]));
    }
    if (!is_hidden) return true;
  }
  return false;
}
/// Whether a player's king is attacked.
[[nodiscard]] inline bool is_in_check(const chess_set& set, const state& s, player owner) {
  return is_attacked(set, s, king_square(s, owner), opponent(owner));
}

/// A queen, rook, bishop, knight or pawn that aims at a king, possibly with pieces between.
struct threat {
  std::size_t from = no_piece;  ///< the piece that aims at the king
  chess_board::line aim = 0;
  std::size_t hidden_by = no_piece;  ///< the only piece between, or `no_piece` if the threat is a check
};
using threats = boost::container::static_vector<threat, max_others>;
/// The threats to a king with at most one piece between, which can become checks when one piece moves.
[[nodiscard]] inline threats threats_to(const chess_set& set, const state& s, square_number king, player by) {
  const material& m = set.material_of(s);
  threats all;
  for (std::size_t i = num_kings; i < m.size; ++i) {
    if (m.pieces[i].owner != by) continue;
    const chess_board::line aim = set.board().between(s.squares[i], king);
    if (!chess_board::aims_along(m.pieces[i].kind, aim)) continue;
    std::size_t num_between = 0;
    std::size_t between = no_piece;
    for (std::size_t j = 0; j < m.size; ++j) {
      if (!chess_board::is_cut_by(aim, set.board().between(s.squares[i], s.squares[j]))) continue;
      between = j;
      ++num_between;
    }
    if (num_between <= 1) all.push_back({i, aim, between});
  }
  return all;
}
/// Whether a threat gives check after a piece has moved to a square.
[[nodiscard]] inline bool gives_check_after(const chess_set& set, const state& s, const threat& by, std::size_t moved,
                                            square_number to) {
  if (by.hidden_by != no_piece && by.hidden_by != moved) return false;
  return !chess_board::is_cut_by(by.aim, set.board().between(s.squares[by.from], to));
}

}  // namespace zermelo::games::chess
