// SPDX-License-Identifier: MIT
// The reach of pieces as sets of squares: the squares that pieces attack, and those where pieces stop checks. Each set
// is of one block of the board.
#pragma once

#include <cstddef>
#include <cstdint>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "material.hpp"
#include "pieces.hpp"

namespace zermelo::games::chess {

/// The squares of a player's pieces.
[[nodiscard]] inline square_bits squares_of(const chess_set& set, const state& s, player owner, std::size_t block) {
  square_bits squares = chess_board::bit_in(block, king_square(s, owner));
  for (auto [i, end] = set.material_of(s).others_of(owner); i < end; ++i) {
    squares |= chess_board::bit_in(block, s.squares[i]);
  }
  return squares;
}
/// The squares that a queen or knight does not reach from a square because pieces stand between.
/// @param absent  a piece that is considered to have left the board, or `no_piece`
[[nodiscard]] inline square_bits hidden_from(const chess_set& set, const state& s, square_number from,
                                             piece_index absent, std::size_t block) {
  const chess_board& board = set.board();
  const piece_index size = set.material_of(s).size;
  square_bits hidden = 0;
  for (piece_index i = 0; i < size; ++i) {
    if (i != absent) hidden |= board.ray(s.squares[i], board.direction(from, s.squares[i]), block);
  }
  return hidden;
}
/// The squares that a piece attacks.
[[nodiscard]] inline square_bits attacked_by(const chess_set& set, const state& s, piece_index which,
                                             piece_index absent, std::size_t block) {
  const square_number from = s.squares[which];
  return set.board().aims(set.material_of(s).pieces[which].kind, from, block) &
         ~hidden_from(set, s, from, absent, block);
}
/// The squares that a player's pieces attack.
[[nodiscard]] inline square_bits attacked_by_player(const chess_set& set, const state& s, player by, piece_index absent,
                                                    std::size_t block) {
  square_bits attacked = set.board().aims(piece_kind::king, king_square(s, by), block);
  for (auto [i, end] = set.material_of(s).others_of(by); i < end; ++i) {
    attacked |= attacked_by(set, s, i, absent, block);
  }
  return attacked;
}
/// Whether a player's king is attacked.
[[nodiscard]] inline bool is_in_check(const chess_set& set, const state& s, player owner) {
  const square_number king = king_square(s, owner);
  const std::size_t block = chess_board::block_of(king);
  return (attacked_by_player(set, s, opponent(owner), no_piece, block) & chess_board::bit_in(block, king)) != 0;
}
/// The squares where one more piece would stop all checks to a player's king, including the squares of the pieces that
/// give them; all squares if there are none.
/// @param ignored  a piece whose check does not count, or `no_piece`
/// @param absent   a piece that is considered to have left the board, or `no_piece`
[[nodiscard]] inline square_bits stops_of_checks(const chess_set& set, const state& s, player owner,
                                                 piece_index ignored, piece_index absent, std::size_t block) {
  const chess_board& board = set.board();
  const material& m = set.material_of(s);
  const square_number king = king_square(s, owner);
  square_bits stops = ~square_bits{0};
  for (auto [i, end] = m.others_of(opponent(owner)); i < end; ++i) {
    const square_number from = s.squares[i];
    if (i == ignored || !board.aims_at(m.pieces[i].kind, from, king)) continue;
    const std::size_t block_of_king = chess_board::block_of(king);
    if ((hidden_from(set, s, from, absent, block_of_king) & chess_board::bit_in(block_of_king, king)) != 0) continue;
    const std::size_t direction = board.direction(king, from);
    stops &= board.ray(king, direction, block) & ~board.ray(from, direction, block);
  }
  return stops;
}

}  // namespace zermelo::games::chess
