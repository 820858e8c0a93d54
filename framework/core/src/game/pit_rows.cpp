// SPDX-License-Identifier: MIT
#include <zermelo/core/game/pit_rows.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/board_shapes.hpp>

namespace zermelo {

std::string pit_row_text(pit_row row) {
  std::string text;
  for (std::size_t pit = 0; pit < row.size(); ++pit) text += fmt::format("{}{}", pit > 0 ? "," : "", row[pit]);
  return text;
}

void read_pit_row(std::string_view name, std::string_view text, unsigned max_seeds, std::span<std::uint8_t> row) {
  std::string_view rest = text;
  for (std::size_t pit = 0; pit < row.size(); ++pit) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto seeds = parse_number<unsigned>(rest.substr(0, comma));
    const bool is_last = pit + 1 == row.size();
    if (!seeds || *seeds > max_seeds || is_last != (comma == rest.size())) {
      throw input_error(fmt::format("position: {0}: expected {2} integers from 0 to {3} separated by commas, got '{1}'",
                                    name, excerpt(text), row.size(), max_seeds));
    }
    row[pit] = static_cast<std::uint8_t>(*seeds);
    if (!is_last) rest.remove_prefix(comma + 1);
  }
}

std::string pit_rows_drawing(pit_row lower, pit_row upper) {
  std::string upper_line;
  std::string lower_line;
  for (std::size_t column = 0; column < lower.size(); ++column) {
    upper_line += fmt::format("{:>3}", upper[upper.size() - 1 - column]);
    lower_line += fmt::format("{:>3}", lower[column]);
  }
  return upper_line + "\n" + lower_line;
}

game_board pit_rows_board(std::size_t pits, unsigned max_seeds) {
  constexpr std::uint32_t num_rows = 2;
  std::vector<board_piece> pieces;
  for (unsigned seeds = 1; seeds <= max_seeds; ++seeds) {
    pieces.push_back({seeds == 1 ? "1 seed" : fmt::format("{} seeds", seeds), std::to_string(seeds)});
  }
  return rectangular_board(num_rows, static_cast<std::uint32_t>(pits), std::move(pieces));
}

placed_pieces seeds_in_pits(pit_row lower, pit_row upper) {
  placed_pieces placed(upper.size() + lower.size());
  for (std::size_t column = 0; column < lower.size(); ++column) {
    const unsigned above = upper[upper.size() - 1 - column];
    const unsigned below = lower[column];
    if (above > 0) placed.at[column] = static_cast<std::int16_t>(above - 1);
    if (below > 0) placed.at[upper.size() + column] = static_cast<std::int16_t>(below - 1);
  }
  return placed;
}

}  // namespace zermelo
