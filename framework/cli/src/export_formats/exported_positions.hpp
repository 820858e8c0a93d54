// SPDX-License-Identifier: MIT
// What export formats ask of a table and its game: entries, what play reaches, and players.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "../opened_table.hpp"
#include "export_formats.hpp"

namespace zermelo::cli {

/// The entries of the positions in `block`. @throws input_error if the table is damaged.
[[nodiscard]] std::vector<position_value> read_block(const storage::stored_table& table, const index_range& block);

/// What formats say of a position that play reaches.
struct described_position {
  const experiment::play_position& found;
  std::string state;
  std::string to_move;  ///< a player's name; where positions are seen by the mover, the first moves where play begins
  std::string winner;   ///< a player's name, by the rules of infinite play and move limit; empty: nobody
  bool is_cut = false;  ///< its moves are not followed, since the depth asked for is reached
};

[[nodiscard]] described_position describe(const exported_play& exported, std::size_t place);

/// @param format_name  for the message, such as "a parity game"
/// @throws input_error unless the players are the same two in every position, see viewpoint.
void expect_fixed_players(const opened_table& opened, std::string_view format_name);

}  // namespace zermelo::cli
