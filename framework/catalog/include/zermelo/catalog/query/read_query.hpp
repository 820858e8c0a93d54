// SPDX-License-Identifier: MIT
// Questions about one position, as `probe` and other front ends take them: its words, plies_played=N and to_move=NAME.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/display_position.hpp>

namespace zermelo {

class any_game;

/// A position that somebody has named.
struct query_position {
  display_position display;
  std::uint64_t plies_played = 0;   ///< the number of moves in `moves=`, else 0, unless others are named
  std::optional<player> to_move{};  ///< if it is named
};

/// The position of a text: nothing or `start` for the start; `moves=N,N,...` for what these moves lead to from there,
/// each the place, from 1, in the `moves_from` of the position before it; else the game's notation, or `position=N` if
/// the game has none. A game whose notation has a field `moves` keeps it to itself.
/// @throws input_error if the text is malformed, needs a start that the game lacks, or names an illegal position or one
///   outside this group of slices.
[[nodiscard]] query_position read_position(const any_game& game, std::string_view text);
/// The player to move, as named. Otherwise, a game that is seen by the player to move calls this player the first;
/// after `moves=`, the first player is who made the first move.
[[nodiscard]] player player_to_move(const any_game& game, const query_position& requested);

/// The player of a name. @throws input_error
[[nodiscard]] player player_of_name(const any_game& game, const std::string& name);

/// The position that words name, see read_position, with the plies that have been played and the player to move. Words
/// may also be `plies_played=N` and, of a game that is seen by the player to move, `to_move=NAME`.
/// @param plies    in place of `plies_played`; nothing: as the words say
/// @param to_move  in place of `to_move`, of any game; nothing: as the words say
/// @throws input_error as read_position; for an invalid number or name, or one that is given twice; if the other player
///   is to move.
[[nodiscard]] query_position read_query(const any_game& game, const std::vector<std::string>& arguments,
                                        const std::optional<std::string>& plies = {},
                                        std::optional<std::string> to_move = {});

}  // namespace zermelo
