// SPDX-License-Identifier: MIT
// Queries for one position, in the form of `probe` and other front ends: arguments, plies_played=N and to_move=NAME.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/display_position.hpp>

namespace zermelo {

class any_game;

/// A position that a user named.
struct query_position {
  display_position display;
  std::uint64_t plies_played = 0;   ///< as named; by default the number of moves in `moves=`, else 0
  std::optional<player> to_move{};  ///< nothing: not named
};

/// The position that a text names. An empty text or `start` is the start. `moves=N,N,...` is the position after these
/// moves from the start; each N is the index, from 1, of a move in the `moves_from` of the position before it. Any
/// other text is in the game's notation, or `position=N` if the game has no notation. If a game's notation has a field
/// `moves`, `moves=` is this field.
/// @throws input_error if the text is malformed, needs a start although the game has none, or names an illegal position
/// or a position outside this group of slices.
[[nodiscard]] query_position read_position(const any_game& game, std::string_view text);
/// The player to move, as named. If not named: the first player in a game whose positions are relative to the player to
/// move; after `moves=`, the first player is the one who made the first move.
[[nodiscard]] player player_to_move(const any_game& game, const query_position& requested);

/// The player with a name. @throws input_error for an unknown name.
[[nodiscard]] player player_of_name(const any_game& game, const std::string& name);

/// The position that arguments name, see read_position, with the plies played and the player to move. Other arguments
/// are `plies_played=N` and, if positions are relative to the player to move, `to_move=NAME`.
/// @param plies    replaces `plies_played`; nothing: as in the arguments
/// @param to_move  replaces `to_move`, for any game; nothing: as in the arguments
/// @throws what read_position throws; input_error for an invalid or duplicate number or name, or if the other player is
/// to move
[[nodiscard]] query_position read_query(const any_game& game, const std::vector<std::string>& arguments,
                                        const std::optional<std::string>& plies = {},
                                        std::optional<std::string> to_move = {});

}  // namespace zermelo
