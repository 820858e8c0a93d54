// SPDX-License-Identifier: MIT
// Parses queries for one position, as used by `probe` and other front ends: the position, plies_played=N and
// to_move=NAME.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/display_position.hpp>

namespace zermelo {

class any_game;

/// A position that a user has named.
struct query_position {
  display_position display;
  std::uint64_t plies_played = 0;   ///< by default the number of moves in `moves=`, or 0
  std::optional<player> to_move{};  ///< nothing if not named
};

/// Returns the position that a text names. An empty text or `start` means the start. `moves=N,N,...` means the position
/// after these moves from the start, where each N is the index, from 1, of a move in `moves_from`. Any other text must
/// be in the game's notation, or `position=N` if the game has no notation. If the notation has a field `moves`,
/// `moves=` means this field.
/// @throws input_error if the text is malformed, needs a start that the game lacks, or names an illegal position or a
/// position outside this group of slices.
[[nodiscard]] query_position read_position(const any_game& game, std::string_view text);
/// Returns the player to move, as named. If the player is not named, it is the first player in a game with relative
/// positions; after `moves=`, the first player is the one who made the first move.
[[nodiscard]] player player_to_move(const any_game& game, const query_position& requested);

/// Finds a player by name. @throws input_error for an unknown name.
[[nodiscard]] player player_of_name(const any_game& game, const std::string& name);

/// Returns the position that arguments name, see read_position, with the plies played and the player to move. Other
/// arguments are `plies_played=N` and, if positions are relative to the player to move, `to_move=NAME`.
/// @param plies    replaces `plies_played`; nothing: use the arguments
/// @param to_move  replaces `to_move`, in any game; nothing: use the arguments
/// @throws what read_position throws; input_error for an invalid or duplicate number or name, or if the named player is
/// not to move
[[nodiscard]] query_position read_query(const any_game& game, const std::vector<std::string>& arguments,
                                        const std::optional<std::string>& plies = {},
                                        std::optional<std::string> to_move = {});

}  // namespace zermelo
