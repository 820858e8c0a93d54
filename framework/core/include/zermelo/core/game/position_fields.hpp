// SPDX-License-Identifier: MIT
// Parsers for fields that positions of many games have: a board, and the player to move. position_text.hpp splits a
// text into fields.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Parses the field `board`: a grid of `rows` x `columns` characters, each one of `letters`.
/// @throws input_error as `parse_grid` does, and if the grid has another size.
[[nodiscard]] character_grid parse_board(std::string_view text, std::uint32_t rows, std::uint32_t columns,
                                         std::string_view letters);

/// Parses the field `turn`, one of the names of the two players. @throws input_error if the text is neither name.
[[nodiscard]] player parse_turn(std::string_view text, std::string_view first, std::string_view second);

/// Parses the field `turn`, the name of the player to move in a game. @throws input_error if the text is neither name.
template <HasPlayerName G>
[[nodiscard]] player parse_turn(std::string_view text, const G& game) {
  return parse_turn(text, game.player_name(player::first), game.player_name(player::second));
}

}  // namespace zermelo
