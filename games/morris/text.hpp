// SPDX-License-Identifier: MIT
// Text of the men on a board: X is a man of the player to move, O a man of the opponent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games::men_morris {

/// The sets of men of the player to move and of the opponent.
using men_of_both = std::array<point_set, 2>;

/// The letters of a vacant point, of the men of the player to move and of the opponent's men.
inline constexpr std::string_view letters = ".XO";

[[nodiscard]] inline char letter_at(const men_of_both& men, unsigned point) {
  for (std::size_t side = 0; side < men.size(); ++side) {
    if ((men[side] & one_point(point)) != 0) return letters[side + 1];
  }
  return letters[0];
}
/// Returns the letters of the points in their order, with a slash between rows.
[[nodiscard]] inline std::string format_men(const men_of_both& men, unsigned rows, unsigned cols) {
  character_grid board(rows, cols, letters[0]);
  for (unsigned point = 0; point < rows * cols; ++point) board[board.cell(point)] = letter_at(men, point);
  return board.text('/');
}
/// Parses the men on a board. @throws the exceptions of parse_board
[[nodiscard]] inline men_of_both parse_men(std::string_view text, unsigned rows, unsigned cols) {
  const character_grid board = parse_board(text, rows, cols, letters);
  men_of_both men{};
  for (unsigned point = 0; point < rows * cols; ++point) {
    const std::size_t letter = letters.find(board[board.cell(point)]);
    if (letter > 0) men[letter - 1] |= one_point(point);
  }
  return men;
}
/// Parses the men in hand of the player to move and of the opponent, two numbers such as 2,1. Returns nothing if the
/// text is malformed.
[[nodiscard]] inline std::optional<std::pair<std::uint8_t, std::uint8_t>> parse_hands(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto own = parse_number<std::uint8_t>(text.substr(0, comma));
  const auto others = parse_number<std::uint8_t>(text.substr(comma + 1));
  if (!own || !others) return std::nullopt;
  return std::pair{*own, *others};
}
/// Replaces the letters from a on in a picture, which represent the points in their order, by the letters of men.
[[nodiscard]] inline std::string draw_men(const men_of_both& men, std::string_view picture) {
  std::string lines(picture);
  for (char& letter : lines) {
    if (letter >= 'a' && letter <= 'x') letter = letter_at(men, static_cast<unsigned>(letter - 'a'));
  }
  return lines;
}

inline constexpr std::string_view three_rings_picture =
    "a-----b-----c\n"
    "|     |     |\n"
    "| i---j---k |\n"
    "| |   |   | |\n"
    "| | q-r-s | |\n"
    "| | |   | | |\n"
    "h-p-x   t-l-d\n"
    "| | |   | | |\n"
    "| | w-v-u | |\n"
    "| |   |   | |\n"
    "| o---n---m |\n"
    "|     |     |\n"
    "g-----f-----e";

}  // namespace zermelo::games::men_morris
