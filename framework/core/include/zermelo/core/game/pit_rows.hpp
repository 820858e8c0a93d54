// SPDX-License-Identifier: MIT
// Texts, drawings and boards of games of sowing, in which each of two players has a row of pits with seeds. A row is in
// the order of sowing: one lies in the lower line from left to right, the other in the upper line from right to left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <zermelo/core/game/game_board.hpp>

namespace zermelo {

/// The seeds in each pit.
using pit_row = std::span<const std::uint8_t>;

/// The numbers of seeds with commas between, such as "4,0,2".
[[nodiscard]] std::string pit_row_text(pit_row row);
/// Reads such a text. @param name  of its field in a position's text @param max_seeds  in a pit
/// @throws input_error naming the field, its text, the number of pits and the range
void read_pit_row(std::string_view name, std::string_view text, unsigned max_seeds, std::span<std::uint8_t> row);

/// Two lines of numbers. Precondition: both rows have as many pits.
[[nodiscard]] std::string pit_rows_drawing(pit_row lower, pit_row upper);

/// The board: every pit is a place, and the seeds in it are one piece with their number on it.
/// @param pits  of each row
[[nodiscard]] game_board pit_rows_board(std::size_t pits, unsigned max_seeds);
/// The pieces on this board. Precondition: both rows have as many pits.
[[nodiscard]] placed_pieces seeds_in_pits(pit_row lower, pit_row upper);

}  // namespace zermelo
