// SPDX-License-Identifier: MIT
// Provides the data that export formats need from a table and its game: entries, reachable positions, and players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "../opened_table.hpp"
#include "export_formats.hpp"

namespace zermelo::cli {

/// Returns the entries of the positions in `block`. @throws input_error if the table is damaged.
[[nodiscard]] std::vector<position_value> entries_of_block(const storage::stored_table& table,
                                                           const index_range& block);

/// The moves of a position.
struct expanded_moves {
  std::span<position> targets;          ///< may be reordered if there are no gains
  std::span<const std::int16_t> gains;  ///< gains of the moves, in points; empty in games without gains
};

/// Calls f(position, word, moves) for the positions in `block`, in order. Calls the rules for a few hundred positions
/// at a time.
void for_each_expanded(const any_game& game, const index_range& block,
                       const std::function<void(position, position_word, const expanded_moves&)>& f);

/// Appends the decimal digits of a number.
void append_number(std::uint64_t number, text_buffer& out);

/// @throws input_error if the entry of p and the rules disagree on whether p is legal.
void expect_same_legality(const opened_table& opened, position p, bool is_legal, position_value value);

/// The description of a reachable position in export formats.
struct described_position {
  const play_position& found;
  std::string state;
  std::string to_move;        ///< a player's name; with relative positions, the first player moves first
  std::string winner;         ///< a player's name, by the rules of infinite play and move limit; empty: nobody
  std::string infinite_play;  ///< the name of the player who wins infinite play; empty: nobody
  bool is_cut = false;        ///< its moves are not followed, since the requested depth is reached
};

[[nodiscard]] described_position describe(const exported_play& exported, std::size_t location);

/// @param format_name  the format's name in the message, such as "a parity game"
/// @throws input_error if moves gain points.
void expect_no_gains(const opened_table& opened, std::string_view format_name);
/// @param format_name  the format's name in the message, such as "a parity game"
/// @throws input_error unless the players are fixed, see viewpoint.
void expect_fixed_players(const opened_table& opened, std::string_view format_name);

}  // namespace zermelo::cli
