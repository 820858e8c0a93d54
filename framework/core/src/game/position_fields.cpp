// SPDX-License-Identifier: MIT
#include <zermelo/core/game/position_fields.hpp>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

character_grid parse_board(std::string_view text, std::uint32_t rows, std::uint32_t columns, std::string_view letters) {
  character_grid board = parse_grid(text, letters, "position: board");
  if (board.rows() == rows && board.columns() == columns) return board;
  throw input_error(fmt::format("position: board: expected {2} rows and {3} columns, got {0} and {1}", board.rows(),
                                board.columns(), rows, columns));
}

player parse_turn(std::string_view text, std::string_view first, std::string_view second) {
  if (text == first) return player::first;
  if (text == second) return player::second;
  throw input_error(fmt::format("position: turn: expected {1} or {2}, got '{0}'", excerpt(text), first, second));
}

}  // namespace zermelo
