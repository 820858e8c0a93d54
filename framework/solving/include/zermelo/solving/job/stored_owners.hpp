// SPDX-License-Identifier: MIT
// The players to move that a table stores for readers without rules, and their comparison with the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/owned_run.hpp>

namespace zermelo {
class block_exchange;
class any_game;

/// The players to move that the table of a game stores, by the rules; nothing if an axis has their names, or positions
/// are seen by the player to move. The game must outlive the lookup.
[[nodiscard]] owner_lookup owners_to_store(const any_game& game);
/// The same for the table of a slice, which has no axis of the game's. @param first  the slice's first position
[[nodiscard]] owner_lookup owners_to_store_of_slice(const any_game& game, position first);

/// Legal positions whose stored player to move is not that of the rules.
struct false_owners {
  std::uint64_t count = 0;
  std::optional<position> first;  ///< the game's number; nothing if there is none
};

/// Compares the stored players to move with the rules. Phase "compare", one unit of work for each position.
/// @param stretch  the game's positions that the table has, the table's position 0 being `stretch.begin`
/// @param blocks  the processes that compare a part each, and get the whole; null: this one compares all
/// @throws interrupted; input_error if the table is damaged.
[[nodiscard]] false_owners find_false_owners(const any_game& game, const owner_lookup& stored, index_range stretch,
                                             unsigned threads, block_exchange* blocks, work_monitor& monitor);

/// "to_move: ...", a sentence on false owners, of which there is at least one.
[[nodiscard]] std::string false_owners_text(const any_game& game, const false_owners& found);

}  // namespace zermelo
