// SPDX-License-Identifier: MIT
// Questions about one position, as `probe` and other front ends take them: its words, plies_played=N and to_move=NAME.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/question/shown_position.hpp>

namespace zermelo {

class any_game;

/// The player of a name. @throws input_error
[[nodiscard]] player player_of_name(const any_game& game, const std::string& name);

/// The position that words name, see read_position, with the plies that have been played and the player to move. Words
/// may also be `plies_played=N` and, of a game that is seen by the player to move, `to_move=NAME`.
/// @param plies    in place of `plies_played`; nothing: as the words say
/// @param to_move  in place of `to_move`, of any game; nothing: as the words say
/// @throws input_error as read_position; for an invalid number or name, or one that is given twice; if the other player
///   is to move.
[[nodiscard]] asked_position read_question(const any_game& game, const std::vector<std::string>& words,
                                           const std::optional<std::string>& plies = {},
                                           std::optional<std::string> to_move = {});

}  // namespace zermelo
