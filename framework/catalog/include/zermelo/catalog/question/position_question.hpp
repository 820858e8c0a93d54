// SPDX-License-Identifier: MIT
// Questions about one position, as `probe` and other front ends take them: its words, plies_played=N and to_move=NAME.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/question/shown_position.hpp>

namespace zermelo {

class any_game;

/// A position that somebody asks about.
struct position_question {
  std::string position_text{};                  ///< see read_position
  std::optional<std::uint64_t> plies_played{};  ///< nothing: as many as the position's text says
  std::optional<std::string> to_move{};         ///< the name of a player; nothing: as the position's text says
};

/// Parses words: `plies_played=N`, of a game that is seen by the player to move `to_move=NAME`, and the other words,
/// which name the position. @throws input_error for a number or a name that is none, or that is given twice.
[[nodiscard]] position_question parse_question(const any_game& game, const std::vector<std::string>& words);

/// The number of plies of a text. @throws input_error that names the range, unless it is a whole number in it.
[[nodiscard]] std::uint64_t parse_plies_played(std::string_view text);

/// The player of a name. @throws input_error
[[nodiscard]] player player_of_name(const any_game& game, const std::string& name);

/// The position, with the plies that have been played and the player to move.
/// @throws input_error as read_position; if no player has the name, or the other one is to move.
[[nodiscard]] asked_position read_question(const any_game& game, const position_question& question);

}  // namespace zermelo
