// SPDX-License-Identifier: MIT
// The fields that the positions of many games have: a board, and whose turn it is.
#pragma once

#include <cstdint>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The field `board`: a grid of so many rows and columns, of these letters.
/// @throws input_error as `parse_grid`, and for a grid of another size.
[[nodiscard]] inline character_grid parse_board(std::string_view text, std::uint32_t rows, std::uint32_t columns,
                                                std::string_view letters) {
  character_grid board = parse_grid(text, letters, "position: board");
  if (board.rows() == rows && board.columns() == columns) return board;
  throw input_error(fmt::format("position: the board has {} rows and {} columns, not {} and {}", board.rows(),
                                board.columns(), rows, columns));
}

/// The field `turn`: the player that the game calls by that name. @throws input_error if it is neither's.
template <class G>
[[nodiscard]] player parse_turn(std::string_view text, const G& game) {
  const auto first = game.player_name(player::first);
  const auto second = game.player_name(player::second);
  if (text == first) return player::first;
  if (text == second) return player::second;
  throw input_error(fmt::format("position: turn={} is not {} or {}", excerpt(text), first, second));
}

}  // namespace zermelo
