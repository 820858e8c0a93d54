// SPDX-License-Identifier: MIT
// The pieces of chess and their letters, the initial pieces of an ending, and its states.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"

namespace zermelo::games::chess {

inline constexpr player white = player::first;
inline constexpr player black = player::second;

inline constexpr std::size_t max_pieces = 8;  ///< including kings
inline constexpr std::size_t num_kings = 2;
inline constexpr std::size_t max_others = max_pieces - num_kings;
/// The index of a piece in a state.
using piece_index = std::uint8_t;
inline constexpr piece_index no_piece = max_pieces;

struct piece {
  piece_kind kind = piece_kind::king;
  player owner = white;
  friend bool operator==(const piece&, const piece&) = default;
};
[[nodiscard]] inline piece_kind pawn_of(player owner) {
  return owner == white ? piece_kind::pawn_up : piece_kind::pawn_down;
}

/// A position. Its pieces are in the order of the material: white's king, black's king, then the other pieces, with
/// identical pieces next to each other and their squares ascending.
struct state {
  std::array<square_number, max_pieces> squares{};  ///< `no_square` after the last piece
  std::uint16_t material = 0;                       ///< the number of the material
  player to_move = white;
  /// The square that a pawn has just passed, if an opponent's pawn stands where it may take there.
  square_number passed = no_square;
  square_number taker = no_square;  ///< the square of the pawn that may take; the left one if two may
  friend bool operator==(const state&, const state&) = default;
};
[[nodiscard]] inline piece_index king_of(player owner) { return static_cast<piece_index>(index_of(owner)); }
[[nodiscard]] inline square_number king_square(const state& s, player owner) { return s.squares[king_of(owner)]; }

// Letters: pawns of both sides have the same one.

inline constexpr std::string_view letters = piece_letters;
inline constexpr std::size_t num_letters = 6;  ///< the king's is the first, the pawns' the last
static_assert(letters.size() == num_letters);

[[nodiscard]] inline piece_kind kind_of_letter(std::size_t letter, player owner) {
  return letter + 1 == num_letters ? pawn_of(owner) : static_cast<piece_kind>(letter);
}
[[nodiscard]] inline std::size_t letter_number(piece_kind kind) {
  return std::min(static_cast<std::size_t>(kind), num_letters - 1);
}
[[nodiscard]] inline char letter_of(piece_kind kind) { return letters[letter_number(kind)]; }

/// The number of pieces of each side and letter.
using piece_numbers = std::array<std::array<std::uint8_t, num_letters>, 2>;

/// @param pieces  white's pieces first, such as KRvK
/// @throws input_error if the text is malformed, a side does not have exactly one king, or there are too many pieces
[[nodiscard]] inline piece_numbers parse_pieces(std::string_view pieces) {
  const auto reject = [&](const std::string& why) {
    throw input_error(fmt::format("pieces={}: {}", excerpt(pieces), why));
  };
  const std::size_t middle = pieces.find('v');
  if (middle == std::string_view::npos)
    reject("expected white's and black's pieces with a v between them, such as KRvK");
  piece_numbers numbers{};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i == middle) continue;
    const std::size_t letter = letters.find(pieces[i]);
    if (letter == std::string_view::npos) reject(fmt::format("expected the letters {}, got '{}'", letters, pieces[i]));
    ++numbers[i < middle ? 0 : 1][letter];
  }
  for (const auto& side : numbers) {
    if (side[0] != 1) reject("expected exactly one K for each side");
  }
  if (pieces.size() - 1 > max_pieces) reject(fmt::format("more than {} pieces", max_pieces));
  return numbers;
}

}  // namespace zermelo::games::chess
