// SPDX-License-Identifier: MIT
// What export formats ask of a table and its game: entries, successors, and players.
#pragma once

#include <string_view>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "../opened_table.hpp"

namespace zermelo::cli {

/// The entries of the positions in `block`. @throws input_error if the table is damaged.
[[nodiscard]] std::vector<position_value> read_block(const storage::stored_table& table, const index_range& block);

/// The successors of p, ascending, each once.
[[nodiscard]] std::vector<position> distinct_successors(const experiment::any_game& game, position p);

/// @param format_name  for the message, such as "a parity game"
/// @throws input_error unless the players are the same two in every position, see viewpoint.
void expect_fixed_players(const opened_table& opened, std::string_view format_name);

}  // namespace zermelo::cli
