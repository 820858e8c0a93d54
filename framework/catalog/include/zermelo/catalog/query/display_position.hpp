// SPDX-License-Identifier: MIT
// Positions as people see them. The table of a folded game (hook `canonical`) holds representatives; but a person who
// asks about a board, and moves on from it, wants to see this board and not its mirror image. So a state goes with the
// number of its representative. In all other games it is the state of that number.
//
// A game without a notation of its own is shown by representatives, since the table's numbers are all that names its
// positions.
//
// Preconditions of all functions as in one_position.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

struct display_position {
  position at = 0;   ///< the number in the table
  state_copy state;  ///< a state with this representative
};

/// A move, as people see it.
struct display_move {
  display_position to;
  int gain = 0;  ///< the points that it gains for the player who makes it; 0 in games without gains
};

/// The position of a number with the state that the table holds.
[[nodiscard]] display_position as_stored(const any_game& game, position p);
/// The position with this number in the whole game: the state, or what the table has if people see only that. Nothing
/// outside this group of slices.
[[nodiscard]] std::optional<display_position> display_in(const any_game& game, position of_game, state_copy state);
/// Whether the states are the same.
[[nodiscard]] bool are_equal(const any_game& game, const display_position& a, const display_position& b);
/// The moves from the state, in the game's order; none where play has ended. In a folded game one to each state, that
/// which gains most, but several states may have one representative; in other games all moves, as `moves_of`. A group
/// of slices has those inside it alone.
[[nodiscard]] std::vector<display_move> moves_from(const any_game& game, const display_position& from);
/// The state as the game's `field=value` words.
[[nodiscard]] std::string format(const any_game& game, const display_position& display);
/// The state in the standard notation of the field, such as FEN; empty if the game has none.
[[nodiscard]] std::string notation(const any_game& game, const display_position& display);
/// The state as the game draws it, in one or several lines.
[[nodiscard]] std::string drawing(const any_game& game, const display_position& display);

}  // namespace zermelo
