// SPDX-License-Identifier: MIT
// Finds, moves, removes and adds pieces of a state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "material.hpp"
#include "pieces.hpp"

namespace zermelo::games::chess {

/// An empty board of the first material, which has only the kings; white is to move.
[[nodiscard]] inline state empty_board() {
  state s;
  s.squares.fill(no_square);
  return s;
}
/// The index in the state of the piece on a square; `no_piece` if the square is empty.
[[nodiscard]] inline piece_index piece_on(const chess_set& set, const state& s, square_number square) {
  const piece_index size = set.material_of(s).size;
  for (piece_index i = 0; i < size; ++i) {
    if (s.squares[i] == square) return i;
  }
  return no_piece;
}
/// Whether a square is on the board and empty.
[[nodiscard]] inline bool is_free(const chess_set& set, const state& s, square_number square) {
  return square != no_square && piece_on(set, s, square) == no_piece;
}
[[nodiscard]] inline bool has_pawn_on(const chess_set& set, const state& s, square_number square, player owner) {
  const piece_index at = piece_on(set, s, square);
  return at != no_piece && set.material_of(s).pieces[at] == piece{pawn_of(owner), owner};
}

/// Sorts the squares of identical pieces.
inline void sort_identical(state& s, const identical_pieces& same) {
  for (std::size_t i = same.first + std::size_t{1}; i < std::size_t{same.first} + same.size; ++i) {
    for (std::size_t j = i; j > same.first && s.squares[j] < s.squares[j - 1]; --j) {
      std::swap(s.squares[j], s.squares[j - 1]);
    }
  }
}
/// Puts a piece on another square.
inline void move_piece(const chess_set& set, state& s, std::size_t which, square_number square) {
  s.squares[which] = square;
  if (which < num_kings) return;
  const material& m = set.material_of(s);
  const identical_pieces& same = m.identical_to(which);
  if (same.size > 1) sort_identical(s, same);
}
inline void remove_piece(const chess_set& set, state& s, std::size_t which) {
  const material& m = set.material_of(s);
  for (std::size_t i = which + 1; i < m.size; ++i) s.squares[i - 1] = s.squares[i];
  s.squares[m.size - 1] = no_square;
  s.material = m.without[m.identical_to(which).kind];
}
/// @pre  a material with one more piece of the kind exists
inline void add_piece(const chess_set& set, state& s, std::uint8_t kind, square_number square) {
  s.material = set.material_of(s).with[kind];
  const material& m = set.material_of(s);
  const auto here =
      std::find_if(m.identical.begin(), m.identical.end(), [&](const identical_pieces& a) { return a.kind == kind; });
  std::size_t at = m.size - 1;
  for (; at > std::size_t{here->first} + here->size - 1; --at) s.squares[at] = s.squares[at - 1];
  for (; at > here->first && s.squares[at - 1] > square; --at) s.squares[at] = s.squares[at - 1];
  s.squares[at] = square;
}

}  // namespace zermelo::games::chess
