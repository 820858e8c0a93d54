// SPDX-License-Identifier: MIT
// Points: what a move that gains points is worth to the player who makes it, and points in texts.
#pragma once

#include <string>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

/// Why a game has no margins, for messages. Precondition: it has none.
[[nodiscard]] std::string why_no_margins(const any_game& game);

/// The end to which play leads by a move of `mover` that gains points, see result_of_move.
/// @param to_move  the player to move after it, as the position before it calls this player
/// @throws input_error for more points than there can be, as of false tables.
[[nodiscard]] result end_of_move(position_value value, player to_move, int gain, player mover);

/// The points of an end for a player: positive where the player wins, negative where the opponent does, else 0.
[[nodiscard]] int margin_for(const result& end, player whom);

/// Points with their sign, such as "+3", "-2" or "0".
[[nodiscard]] std::string signed_points(int points);

}  // namespace zermelo
