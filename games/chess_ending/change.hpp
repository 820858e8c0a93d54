// SPDX-License-Identifier: MIT
// The change of a state by a move, or by taking back a move, and the resulting state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <boost/container/small_vector.hpp>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"

namespace zermelo::games::chess {

/// A move, or a move taken back. A move can capture a piece; taking back a move can return a captured piece.
struct change {
  piece_index piece = no_piece;      ///< the piece that moves
  piece_index taken = no_piece;      ///< the captured piece
  std::uint8_t becomes = no_kind;    ///< for a promotion, the new kind; for a promotion taken back, the pawn's kind
  std::uint8_t put_back = no_kind;   ///< the kind of the returned piece
  square_number to = no_square;      ///< the new square of the piece
  square_number put_on = no_square;  ///< the square of the returned piece
  square_number passed = no_square;  ///< `passed` of the resulting state

  [[nodiscard]] bool changes_material() const { return taken != no_piece || put_back != no_kind || becomes != no_kind; }
};
/// The changes of a position, with space for those of most positions.
using change_list = boost::container::small_vector<change, 64>;
/// Adds a change and returns it. Its members are written in place, since to copy them at once the processor would wait
/// until they are written.
inline change& add_change(change_list& changes, piece_index piece, square_number to) {
  change& added = changes.emplace_back();
  added.piece = piece;
  added.to = to;
  return added;
}

/// The state after a move.
[[nodiscard]] inline state state_after(const chess_set& set, const state& s, const change& moved) {
  state next = s;
  next.to_move = opponent(s.to_move);
  next.passed = no_square;
  next.taker = no_square;
  if (moved.becomes == no_kind) {
    move_piece(set, next, moved.piece, moved.to);  // a captured piece has another kind, so its index does not change
    if (moved.taken != no_piece) remove_piece(set, next, moved.taken);
  } else {
    remove_piece(set, next, moved.taken == no_piece ? moved.piece : std::max(moved.piece, moved.taken));
    if (moved.taken != no_piece) remove_piece(set, next, std::min(moved.piece, moved.taken));
    add_piece(set, next, moved.becomes, moved.to);
  }
  if (moved.passed != no_square) put_right(set, next, moved.passed);
  return next;
}
/// The state before a move, that is, after taking it back.
[[nodiscard]] inline state state_before(const chess_set& set, const state& s, const change& moved) {
  state previous = s;
  previous.to_move = opponent(s.to_move);
  previous.passed = no_square;
  previous.taker = no_square;
  if (moved.becomes == no_kind) {
    move_piece(set, previous, moved.piece, moved.to);
  } else {
    remove_piece(set, previous, moved.piece);
    add_piece(set, previous, moved.becomes, moved.to);
  }
  if (moved.put_back != no_kind) add_piece(set, previous, moved.put_back, moved.put_on);
  if (moved.passed != no_square) put_right(set, previous, moved.passed);
  return previous;
}

}  // namespace zermelo::games::chess
