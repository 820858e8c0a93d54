// SPDX-License-Identifier: MIT
// Provides the players to move that a table stores for readers without rules, and checks them against the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/to_move_run.hpp>

namespace zermelo {
class block_exchange;
class any_game;

/// Returns the players to move for the table of a game, by the rules; empty if an axis names them, or positions are
/// relative to the player to move. The game must outlive the lookup.
[[nodiscard]] to_move_lookup to_move_for_table(const any_game& game);
/// Returns the players to move for the table of a slice, which has none of the game's axes. @param first  the slice's
/// first position
[[nodiscard]] to_move_lookup to_move_for_slice(const any_game& game, position first);

/// Legal positions whose stored player to move contradicts the rules.
struct false_players_to_move {
  std::uint64_t count = 0;
  std::optional<position> first;  ///< the game's number; nothing if all are correct
};

/// Compares the stored players to move with the rules. Phase "compare", one unit of work for each position.
/// @param range  the game's positions in the table; position 0 of the table is `range.begin`
/// @param blocks  the processes, each of which compares a part and returns the total; null: this process compares all
/// @throws interrupted; input_error if the table is damaged.
[[nodiscard]] false_players_to_move find_false_players_to_move(const any_game& game, const to_move_lookup& stored,
                                                               index_range range, unsigned threads,
                                                               block_exchange* blocks, work_monitor& monitor);

/// Returns the statement "to_move: ..." about wrong players to move. Precondition: there is at least one.
[[nodiscard]] std::string false_players_to_move_text(const any_game& game, const false_players_to_move& found);

}  // namespace zermelo
