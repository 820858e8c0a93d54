// SPDX-License-Identifier: MIT
// Texts, drawings and boards of sowing games in which each player has a row of pits with seeds. Pits are numbered in
// the order of sowing: from left to right in the lower row, and from right to left in the upper row.
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

/// The numbers of seeds, separated by commas, such as "4,0,2".
[[nodiscard]] std::string pit_row_text(pit_row row);
/// Parses a text of `pit_row_text`. @param name  the row's field in position texts @param max_seeds  per pit
/// @throws input_error naming the field, its text, the number of pits and the range
void read_pit_row(std::string_view name, std::string_view text, unsigned max_seeds, std::span<std::uint8_t> row);

/// Draws the rows as two lines of numbers. Precondition: the rows have equally many pits.
[[nodiscard]] std::string pit_rows_drawing(pit_row lower, pit_row upper);

/// The board of two rows: every pit is a cell, and the seeds in a pit are one piece that shows their number.
/// @param pits  per row
[[nodiscard]] game_board pit_rows_board(std::size_t pits, unsigned max_seeds);
/// The pieces on the board of two rows. Precondition: the rows have equally many pits.
[[nodiscard]] placed_pieces seeds_in_pits(pit_row lower, pit_row upper);

}  // namespace zermelo
