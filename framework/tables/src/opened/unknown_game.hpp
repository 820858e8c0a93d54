// SPDX-License-Identifier: MIT
// A game that no catalog has, as its table tells it: positions, axes, players and values, and no rules.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

/// "NAME is not a game that is known here".
[[nodiscard]] std::string unknown_game_text(std::string_view name);

/// The game of a table that has all positions of it. Its strings are places on axes, `turn=cat cat=1,3 mouse=2,1`; what
/// asks for moves throws input_error. The table must outlive the game. Phase "read". Memory: a bit for each position of
/// a table whose axes do not tell the player to move.
/// @throws input_error if the table does not say who is to move, is damaged, or has names that are no plain text;
///   interrupted.
[[nodiscard]] std::unique_ptr<any_game> unknown_game_of(const storage::stored_table& table, work_monitor& monitor);

}  // namespace zermelo
