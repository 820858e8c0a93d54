// SPDX-License-Identifier: MIT
// What several export formats need: entries read in blocks, distinct moves, text in a buffer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

#include "../opened_table.hpp"
#include "export_formats.hpp"

namespace zermelo::cli {

using text_buffer = fmt::memory_buffer;

inline void append_text(text_buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

/// The end of the block of entries that begins at `begin`: whole chunks of the table unless they are too large, since
/// reading part of a chunk costs as much as reading all of it. At most 65,536 entries.
[[nodiscard]] position end_of_entries(const storage::stored_table& table, position begin);

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

/// The successors of p, ascending, each once.
[[nodiscard]] std::vector<position> distinct_successors(const experiment::any_game& game, position p);

/// @param format_name  for the message, such as "a parity game"
/// @throws input_error if the table's positions are seen by the player to move.
void expect_fixed_players(const opened_table& opened, std::string_view format_name);

}  // namespace zermelo::cli
