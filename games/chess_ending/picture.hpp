// SPDX-License-Identifier: MIT
// The board and its pieces for pictures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "chess_set.hpp"
#include "pieces.hpp"
#include "text.hpp"

namespace zermelo::games::chess {

/// White's pieces in the order of `letters`, then black's.
[[nodiscard]] inline std::vector<board_piece> pieces_of_pictures() {
  constexpr std::array<std::string_view, num_letters> names{"king", "queen", "rook", "bishop", "knight", "pawn"};
  constexpr std::array<std::string_view, 2 * num_letters> symbols{"♔", "♕", "♖", "♗", "♘", "♙",
                                                                  "♚", "♛", "♜", "♝", "♞", "♟"};
  std::vector<board_piece> pieces;
  for (const player owner : {white, black}) {
    for (std::size_t letter = 0; letter < num_letters; ++letter) {
      const std::string_view symbol = symbols[index_of(owner) * num_letters + letter];
      pieces.push_back({fmt::format("{} {}", name_of(owner), names[letter]), std::string(symbol), owner});
    }
  }
  return pieces;
}
/// The squares from the last rank to the first, in the order of drawing.
[[nodiscard]] inline game_board picture_of(const chess_set& set) {
  return rectangular_board(set.board().rows(), set.board().cols(), pieces_of_pictures());
}
[[nodiscard]] inline placed_pieces pieces_in_picture(const chess_set& set, const state& s) {
  const std::uint32_t cols = set.board().cols();
  const material& m = set.material_of(s);
  placed_pieces pieces(set.board().num_squares());
  for (std::size_t i = 0; i < m.size; ++i) {
    const std::uint32_t row_from_above = set.board().rows() - 1 - s.squares[i] / cols;
    const std::size_t number = index_of(m.pieces[i].owner) * num_letters + letter_number(m.pieces[i].kind);
    pieces.at[std::size_t{row_from_above} * cols + s.squares[i] % cols] = static_cast<std::int16_t>(number);
  }
  return pieces;
}

}  // namespace zermelo::games::chess
