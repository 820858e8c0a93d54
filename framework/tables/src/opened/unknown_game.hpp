// SPDX-License-Identifier: MIT
// Reconstructs a game that is not in the catalog from its table: positions, axes, players and values, but no rules.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

/// Returns the message "unknown game 'NAME'".
[[nodiscard]] std::string unknown_game_text(std::string_view name);

/// Returns the game of a table with all positions of the game. Its notation is indices on axes, such as
/// `turn=cat cat=1,3 mouse=2,1`; functions that need moves throw input_error. The table must outlive the game. Phase
/// "read". Memory: 1 bit per position for a table whose axes do not define the player to move.
/// @throws input_error if the table does not store the players to move, is damaged, or has names that are not plain
/// text; interrupted
[[nodiscard]] std::unique_ptr<any_game> unknown_game_of(const storage::stored_table& table, work_monitor& monitor);

}  // namespace zermelo
