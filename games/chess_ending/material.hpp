// SPDX-License-Identifier: MIT
// A material: a set of pieces on the board, and the numbering of the positions with these pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "pieces.hpp"

namespace zermelo::games::chess {

inline constexpr std::size_t max_kinds = 2 * (num_letters - 1);  ///< of both sides, without the kings
inline constexpr std::uint8_t no_kind = max_kinds;
inline constexpr std::uint16_t no_material = std::numeric_limits<std::uint16_t>::max();

/// A kind of piece of one side, other than the king, and the squares where it can stand.
struct kind_of_piece {
  piece what;
  square_number first_square = 0;
  square_number end_square = 0;

  [[nodiscard]] bool can_stand(square_number square) const { return square >= first_square && square < end_square; }
};
/// The number of pieces of each kind.
using kind_counts = std::array<std::uint8_t, max_kinds>;

/// The pieces of one kind in a material.
struct identical_pieces {
  std::uint8_t kind = 0;
  std::uint8_t first = 0;  ///< the index of the first of them in a state
  std::uint8_t size = 0;
  position num_sets = 0;           ///< number of sets of squares of the pieces
  position stride = 0;             ///< difference between positions with consecutive sets of squares of the pieces
  position stride_with_right = 0;  ///< the stride where a pawn may be taken en passant
};

/// The pieces on the board, and the numbering of positions. The digits of a number are, from the slowest, the player to
/// move, the pair of kings, and the set of squares of each kind. Positions with a right to take en passant come last.
struct material {
  struct rights {
    position per_turn = 0;
    position per_pair = 0;
    position per_pawn_pair = 0;  ///< of the two pawns
  };

  std::uint16_t number = 0;
  std::uint32_t group = 0;
  position first = 0;     ///< the number of the first position
  position per_turn = 0;  ///< number of positions without a right to take en passant for each player to move
  position per_pair = 0;  ///< number of these for each pair of kings
  rights with_right{};    ///< the positions with a right to take en passant
  piece_index size = 0;   ///< number of pieces, including kings
  piece_index first_of_black = num_kings;  ///< the first piece of black other than the king
  std::size_t num_identical = 0;
  std::array<piece, max_pieces> pieces{};
  std::array<std::uint8_t, max_pieces> identical_index{};  ///< by piece, without the kings: its index in `identical`
  std::array<identical_pieces, max_others> identical{};
  std::array<std::uint16_t, max_kinds> without{};  ///< the material with one piece of the kind less, or `no_material`
  std::array<std::uint16_t, max_kinds> with{};     ///< the material with one piece of the kind more, or `no_material`
  bool has_identical = false;                      ///< whether there are two pieces of one kind
  bool has_pawns = false;

  [[nodiscard]] std::span<const identical_pieces> kinds() const { return std::span(identical).first(num_identical); }
  /// @param which  a piece other than a king
  [[nodiscard]] const identical_pieces& identical_to(std::size_t which) const {
    return identical[identical_index[which]];
  }
  /// A player's pieces other than the king, as (first, last + 1).
  [[nodiscard]] std::pair<piece_index, piece_index> others_of(player owner) const {
    return owner == white ? std::pair{piece_index{num_kings}, first_of_black} : std::pair{first_of_black, size};
  }
  [[nodiscard]] bool has_rights() const { return with_right.per_turn > 0; }
  [[nodiscard]] position num_positions() const { return 2 * (per_turn + with_right.per_turn); }
  /// A name such as KRvK, with white's pieces first and pawns last.
  [[nodiscard]] std::string name() const {
    std::string text;
    for (const player owner : {white, black}) {
      if (owner == black) text += 'v';
      for (std::size_t i = 0; i < size; ++i) {
        if (pieces[i].owner == owner) text += letter_of(pieces[i].kind);
      }
    }
    return text;
  }
};

}  // namespace zermelo::games::chess
