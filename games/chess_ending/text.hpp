// SPDX-License-Identifier: MIT
// Formats and parses positions as strings, with squares such as e4 and pieces such as Ke4; draws the board.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"

namespace zermelo::games::chess {

[[nodiscard]] inline std::string name_of(player p) { return p == white ? "white" : "black"; }

[[nodiscard]] inline std::string square_text(const chess_set& set, square_number square) {
  return fmt::format("{}{}", static_cast<char>('a' + square % set.board().cols()), square / set.board().cols() + 1);
}
[[nodiscard]] inline std::string last_square_text(const chess_set& set) {
  return square_text(set, static_cast<square_number>(set.board().num_squares() - 1));
}
[[nodiscard]] inline std::optional<square_number> parse_square(const chess_set& set, std::string_view text) {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
  const auto col = static_cast<std::uint32_t>(text[0] - 'a');
  const auto row = parse_number<std::uint32_t>(text.substr(1));
  if (!row || *row == 0 || *row > set.board().rows() || col >= set.board().cols()) return std::nullopt;
  return static_cast<square_number>((*row - 1) * set.board().cols() + col);
}

/// The letter of a piece in drawings and FEN: black's are in lower case.
[[nodiscard]] inline char drawn_letter(const piece& drawn) {
  constexpr char to_lower_case = 'a' - 'A';
  return static_cast<char>(letter_of(drawn.kind) + (drawn.owner == black ? to_lower_case : 0));
}
[[nodiscard]] inline std::optional<piece> piece_drawn_as(char drawn) {
  for (std::size_t letter = 0; letter < num_letters; ++letter) {
    for (const player owner : {white, black}) {
      const piece what{kind_of_letter(letter, owner), owner};
      if (drawn_letter(what) == drawn) return what;
    }
  }
  return std::nullopt;
}

/// The pieces of a side, such as "Ke4,Rh1".
[[nodiscard]] inline std::string side_text(const chess_set& set, const state& s, player owner) {
  const material& m = set.material_of(s);
  std::string text;
  for (std::size_t i = 0; i < m.size; ++i) {
    if (m.pieces[i].owner != owner) continue;
    text += fmt::format("{}{}{}", text.empty() ? "" : ",", letter_of(m.pieces[i].kind), square_text(set, s.squares[i]));
  }
  return text;
}

namespace detail {

/// Adds a piece to the state. Returns false if this would be too many pieces of its kind.
[[nodiscard]] inline bool put_piece(const chess_set& set, state& s, const piece& what, square_number square) {
  if (what.kind == piece_kind::king) {
    square_number& king = s.squares[king_of(what.owner)];
    if (king != no_square) return false;
    king = square;
    return true;
  }
  const std::uint8_t kind = set.kind_of(what);
  if (kind == set.num_kinds() || set.material_of(s).with[kind] == no_material) return false;
  add_piece(set, s, kind, square);
  return true;
}

}  // namespace detail

/// Adds the pieces that text such as "Ke4,Rh1" names.
/// @throws input_error if the text is malformed, there are too many pieces, or the king is missing
inline void parse_side(const chess_set& set, state& s, player side, std::string_view text) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    begin = end + 1;
    const auto reject = [&](const std::string& why) {
      throw input_error(fmt::format("position: {}: '{}' {}", name_of(side), excerpt(part), why));
    };
    const std::size_t letter = part.empty() ? std::string_view::npos : letters.find(part[0]);
    const auto square = parse_square(set, part.substr(std::min<std::size_t>(1, part.size())));
    if (letter == std::string_view::npos || !square) {
      reject(fmt::format("is not one of the letters {} and a square from a1 to {}", letters, last_square_text(set)));
    }
    if (!detail::put_piece(set, s, {kind_of_letter(letter, side), side}, *square)) {
      const bool may_promote = letter > 0 && set.pawn_kind(side) != no_kind;
      reject(fmt::format("is one {} more than {} {} in {}", letters[letter], name_of(side),
                         may_promote ? "can have" : "has", set.materials().back().name()));
    }
    if (letter + 1 == num_letters && !set.board().is_pawn_square(*square))
      reject("is a pawn on its first or last rank");
  }
  if (king_square(s, side) == no_square) {
    throw input_error(fmt::format("position: {}={}: the K is missing", name_of(side), excerpt(text)));
  }
}
/// Gives the player to move the right to take the pawn that has just passed a square, if a pawn can.
/// @throws input_error if no pawn can have just passed it
inline void put_passed(const chess_set& set, state& s, square_number passed) {
  const player passing = opponent(s.to_move);
  const square_number landing = landing_of(set, passed, passing);
  const bool may_be_passed =
      landing != no_square && set.board().lanes_of(pawn_of(passing), landing).two_back != no_square;
  if (!may_be_passed || !has_pawn_on(set, s, landing, passing)) {
    throw input_error(fmt::format("position: en_passant={}: no pawn of {} can just have passed this square",
                                  square_text(set, passed), name_of(passing)));
  }
  put_right(set, s, passed);
}
/// Gives the player to move the right to take the pawn that has just passed the square named by a string.
/// @throws input_error if it is not a square, or no pawn can take there
inline void parse_right(const chess_set& set, state& s, std::string_view text) {
  const auto reject = [&](const std::string& why) {
    throw input_error(fmt::format("position: en_passant={}: {}", excerpt(text), why));
  };
  const auto passed = parse_square(set, text);
  if (!passed) reject(fmt::format("expected a square from a1 to {}", last_square_text(set)));
  put_passed(set, s, *passed);
  if (s.taker == no_square) {
    reject(fmt::format("no pawn of {} can take there", name_of(s.to_move)));
  }
}

/// The board as lines of text, the last rank first, with the letters of black's pieces in lower case.
[[nodiscard]] inline std::string drawing(const chess_set& set, const state& s) {
  constexpr std::size_t max_rank_width = 2;  // digits
  const std::uint32_t rows = set.board().rows();
  const std::uint32_t cols = set.board().cols();
  std::string text;
  for (std::uint32_t row = rows; row-- > 0;) {
    text += fmt::format("{:>{}} ", row + 1, rows < 10 ? 1 : max_rank_width);
    for (std::uint32_t col = 0; col < cols; ++col) {
      const std::size_t at = piece_on(set, s, static_cast<square_number>(row * cols + col));
      text += at == no_piece ? '.' : drawn_letter(set.material_of(s).pieces[at]);
    }
    text += '\n';
  }
  text.append(rows < 10 ? 2 : max_rank_width + 1, ' ');
  for (std::uint32_t col = 0; col < cols; ++col) text += static_cast<char>('a' + col);
  return text;
}

}  // namespace zermelo::games::chess
