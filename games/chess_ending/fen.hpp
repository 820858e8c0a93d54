// SPDX-License-Identifier: MIT
// Positions in the Forsyth-Edwards Notation, FEN, such as 8/8/8/8/8/4k3/4P3/4K3 w - - 0 1: the ranks from the last to
// the first, with numbers of empty squares; the player to move; castling; the square that a pawn has just passed; and
// two counts of moves. On boards of more than nine files a number of empty squares may have two digits.
//
// The parser reads two or more fields, with _ for blanks as in URLs, and EPD: operations such as dm 5; after four or
// six fields, which are skipped. Castling rights are rejected, and the counts are ignored. The passed square counts
// only where a pawn may take there, since FEN names it after every double step. Source: S. J. Edwards, "Portable Game
// Notation Specification and Implementation Guide", 1994, sections 16.1 and 16.2.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "placing.hpp"
#include "text.hpp"

namespace zermelo::games::chess {

[[nodiscard]] inline std::string fen_text(const chess_set& set, const state& s) {
  const std::uint32_t cols = set.board().cols();
  std::string text;
  for (std::uint32_t row = set.board().rows(); row-- > 0;) {
    std::uint32_t empty = 0;
    for (std::uint32_t col = 0; col < cols; ++col) {
      const std::size_t at = piece_on(set, s, static_cast<square_number>(row * cols + col));
      if (at == no_piece) {
        ++empty;
        continue;
      }
      if (empty > 0) text += fmt::format("{}", empty);
      empty = 0;
      text += drawn_letter(set.material_of(s).pieces[at]);
    }
    if (empty > 0) text += fmt::format("{}", empty);
    if (row > 0) text += '/';
  }
  return fmt::format("{} {} - {} 0 1", text, s.to_move == white ? 'w' : 'b',
                     s.passed == no_square ? "-" : square_text(set, s.passed));
}

namespace detail {

/// The fields of a text, which are separated by blanks or `_`.
[[nodiscard]] inline std::vector<std::string> split_fields(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  std::istringstream stream{std::move(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

/// A position as written in FEN, with any pieces.
struct fen_position {
  struct placed_piece {
    piece what;
    square_number square = 0;
  };
  std::vector<placed_piece> pieces;
  player to_move = white;
  square_number passed = no_square;
};

[[noreturn]] inline void reject_fen(const std::string& why) { throw input_error("position: FEN: " + why); }

/// @throws input_error unless the text consists of EPD operations, each of which begins with a letter and ends with a
/// semicolon, or begins with a semicolon, as in tests of move generators.
inline void check_operations(std::string_view text) {
  const bool semicolons_lead = text.starts_with(';');
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of("; "), text.size()));
    if (text.empty()) return;
    if (std::isalpha(static_cast<unsigned char>(text[0])) == 0) {
      reject_fen(fmt::format("expected an operation of EPD, such as dm 5;, got '{}'", excerpt(text)));
    }
    std::size_t end = 0;
    for (bool is_quoted = false; end < text.size() && (is_quoted || text[end] != ';'); ++end) {
      is_quoted = is_quoted != (text[end] == '"');
    }
    if (end == text.size() && !semicolons_lead)
      reject_fen(fmt::format("expected ; at the end of the operation '{}'", excerpt(text)));
    text.remove_prefix(end);
  }
}
/// The fields of FEN, or of EPD without its operations. @throws input_error if the operations are invalid
[[nodiscard]] inline std::vector<std::string> fields_of(std::string_view text) {
  constexpr std::array<std::size_t, 2> fields_before_operations{4, 6};
  std::vector<std::string> fields = split_fields(std::string(text));
  for (const std::size_t end : fields_before_operations) {
    if (fields.size() <= end ||
        !(fields[end][0] == ';' || std::isalpha(static_cast<unsigned char>(fields[end][0])) != 0)) {
      continue;
    }
    const auto first = fields.begin() + static_cast<std::ptrdiff_t>(end);
    check_operations(fmt::format("{}", fmt::join(first, fields.end(), " ")));
    fields.erase(first, fields.end());
  }
  return fields;
}

/// Adds the pieces of a rank, such as 3K4.
inline void read_rank(const chess_set& set, std::uint32_t row, std::string_view rank, fen_position& found) {
  const std::uint32_t cols = set.board().cols();
  const auto reject = [&](const std::string& why) {
    reject_fen(fmt::format("rank {}, '{}', {}", row + 1, excerpt(rank), why));
  };
  const std::uint32_t first_square = row * cols;
  std::uint64_t col = 0;
  for (std::size_t i = 0; i < rank.size();) {
    const std::size_t end = std::min(rank.find_first_not_of("0123456789", i), rank.size());
    if (end == i) {
      const auto what = piece_drawn_as(rank[i]);
      if (!what) reject(fmt::format("has '{}', which is not a piece or a number", excerpt(rank.substr(i, 1))));
      if (col < cols) found.pieces.push_back({*what, static_cast<square_number>(first_square + col)});
      ++col;
      ++i;
    } else {
      const auto empty = parse_number<std::uint32_t>(rank.substr(i, end - i));
      if (!empty || *empty == 0) reject("has a number of empty squares that is out of range");
      col += *empty;
      i = end;
    }
  }
  if (col != cols) reject(fmt::format("has {} squares; expected {}", col, cols));
}
/// Adds the pieces of all ranks, such as 8/8/8/8/8/4k3/4P3/4K3.
inline void read_ranks(const chess_set& set, std::string_view ranks, fen_position& found) {
  const std::uint32_t rows = set.board().rows();
  const auto num_ranks = std::count(ranks.begin(), ranks.end(), '/') + 1;
  if (num_ranks != rows) reject_fen(fmt::format("'{}' has {} ranks; expected {}", excerpt(ranks), num_ranks, rows));
  for (std::uint32_t row = rows; row-- > 0;) {
    const std::size_t end = std::min(ranks.find('/'), ranks.size());
    read_rank(set, row, ranks.substr(0, end), found);
    ranks.remove_prefix(std::min(end + 1, ranks.size()));
  }
}

/// The pieces as in KRvK. @throws input_error unless each side has one king and pawns stand on legal ranks
[[nodiscard]] inline std::string checked_pieces(const chess_set& set, const fen_position& found) {
  std::array<std::string, 2> sides;
  for (const player side : {white, black}) {
    std::string& text = sides[index_of(side)];
    for (const auto& [what, square] : found.pieces) {
      if (what.owner != side) continue;
      text += letter_of(what.kind);
      if (is_pawn(what.kind) && !set.board().is_pawn_square(square)) {
        reject_fen(
            fmt::format("{}'s pawn on {} is on its first or last rank", name_of(side), square_text(set, square)));
      }
    }
    std::sort(text.begin(), text.end(), [](char a, char b) { return letters.find(a) < letters.find(b); });
    const std::size_t kings = text.find_first_not_of(letters[0]);
    if (const auto num_kings = std::min(kings, text.size()); num_kings != 1) {
      reject_fen(fmt::format("{} has {} K; expected 1", name_of(side), num_kings));
    }
  }
  return sides[index_of(white)] + 'v' + sides[index_of(black)];
}

/// Reads 2 to 6 fields of FEN. @throws input_error if they are malformed, or contain a right to castle
[[nodiscard]] inline fen_position read_fen(const chess_set& set, const std::vector<std::string>& fields) {
  constexpr std::size_t max_fields = 6;
  if (fields.size() < 2) reject_fen("the player to move is missing; write w or b after the board");
  if (fields.size() > max_fields) reject_fen(fmt::format("expected 2 to {} fields, got {}", max_fields, fields.size()));
  fen_position found;
  read_ranks(set, fields[0], found);
  if (fields[1] != "w" && fields[1] != "b") {
    reject_fen(fmt::format("player to move: expected w or b, got '{}'", excerpt(fields[1])));
  }
  found.to_move = fields[1] == "w" ? white : black;
  if (fields.size() > 2 && fields[2] != "-") {
    reject_fen(fmt::format("castling: expected -, got '{}'; nobody may castle in an ending", excerpt(fields[2])));
  }
  if (fields.size() > 3 && fields[3] != "-") {
    const auto passed = parse_square(set, fields[3]);
    if (!passed) {
      reject_fen(fmt::format("en passant: expected - or a square from a1 to {}, got '{}'", last_square_text(set),
                             excerpt(fields[3])));
    }
    found.passed = *passed;
  }
  for (std::size_t i = 4; i < fields.size(); ++i) {
    if (!parse_number<std::uint32_t>(fields[i])) {
      reject_fen(fmt::format("expected a number of moves, got '{}'", excerpt(fields[i])));
    }
  }
  return found;
}
/// The state with these pieces and no right to take en passant; nothing if the set has no material with these pieces.
[[nodiscard]] inline std::optional<state> placed(const chess_set& set, const fen_position& found) {
  state s = empty_board();
  s.to_move = found.to_move;
  for (const auto& [what, square] : found.pieces) {
    if (!put_piece(set, s, what, square)) return std::nullopt;
  }
  return s;
}
/// The first four fields, with the colours exchanged and the board turned upside down.
[[nodiscard]] inline std::vector<std::string> exchanged(const chess_set& set, const std::vector<std::string>& fields) {
  std::string board;
  for (std::size_t begin = 0; begin <= fields[0].size();) {
    const std::size_t end = std::min(fields[0].find('/', begin), fields[0].size());
    board.insert(0, fields[0].substr(begin, end - begin) + (board.empty() ? "" : "/"));
    begin = end + 1;
  }
  for (char& c : board) {
    if (const auto what = piece_drawn_as(c)) c = drawn_letter({what->kind, opponent(what->owner)});
  }
  std::vector<std::string> other{board, fields[1] == "w" ? "b" : "w", "-", "-"};
  if (fields.size() > 3 && fields[3] != "-") {
    const auto rank = parse_number<std::uint32_t>(std::string_view(fields[3]).substr(1)).value();
    other[3] = fmt::format("{}{}", fields[3][0], set.board().rows() + 1 - rank);
  }
  return other;
}

}  // namespace detail

/// Whether a text looks like FEN, that is, its first field contains ranks and is not a field=value argument.
[[nodiscard]] inline bool is_fen(std::string_view text) {
  const std::vector<std::string> fields = detail::split_fields(std::string(text));
  return !fields.empty() && fields[0].find('/') != std::string::npos && fields[0].find('=') == std::string::npos;
}
/// The state of a FEN or EPD, which may be illegal.
/// @throws input_error if the text is malformed, contains a right to castle, or has pieces that are not in the set. If
///         the set has them with exchanged colours, the message contains the FEN with exchanged colours.
[[nodiscard]] inline state parse_fen(const chess_set& set, std::string_view text) {
  const std::vector<std::string> fields = detail::fields_of(text);
  const detail::fen_position found = detail::read_fen(set, fields);
  const std::string pieces = detail::checked_pieces(set, found);
  std::optional<state> s = detail::placed(set, found);
  if (!s) {
    const std::vector<std::string> other = detail::exchanged(set, fields);
    const bool fits = detail::placed(set, detail::read_fen(set, other)).has_value();
    detail::reject_fen(fmt::format("the pieces {} are not in pieces={}{}", pieces, set.materials().back().name(),
                                   fits ? fmt::format("; exchange the colours: {}", fmt::join(other, " ")) : ""));
  }
  if (found.passed != no_square) put_passed(set, *s, found.passed);
  if (s->taker == no_square) s->passed = no_square;
  return *s;
}

}  // namespace zermelo::games::chess
