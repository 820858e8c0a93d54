// SPDX-License-Identifier: MIT
// The fields that the positions of many games have: a board, and whose turn it is.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Parses the field `board`: a grid of `rows` x `columns` characters out of `letters`.
/// @throws input_error as `parse_grid`, and for a grid of another size.
[[nodiscard]] character_grid parse_board(std::string_view text, std::uint32_t rows, std::uint32_t columns,
                                         std::string_view letters);

/// The field `turn`: the player who has that one of two names. @throws input_error if it is neither's.
[[nodiscard]] player parse_turn(std::string_view text, std::string_view first, std::string_view second);

/// The same with the names that the game calls them by.
template <class G>
[[nodiscard]] player parse_turn(std::string_view text, const G& game) {
  return parse_turn(text, game.player_name(player::first), game.player_name(player::second));
}

}  // namespace zermelo
