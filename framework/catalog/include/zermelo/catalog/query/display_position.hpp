// SPDX-License-Identifier: MIT
// Positions as users see them. The table of a game reduced by symmetry (hook `canonical`) stores canonical positions;
// but a user who requests a board, and plays on from it, expects this board and not its mirror image. So a
// display_position has a state and the number of its canonical position. In all other games the state is the state of
// that number.
//
// A game without its own notation is displayed by canonical positions, since only the table's numbers name its
// positions.
//
// Preconditions of all functions: as in one_position.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

struct display_position {
  position at = 0;   ///< number in the table
  state_copy state;  ///< a state with this canonical position
};

/// A move of a display_position.
struct display_move {
  display_position to;
  int gain = 0;  ///< the points that it gains for the player who moves; 0 in games without gains
};

/// The position with a number, and the state that the table stores.
[[nodiscard]] display_position as_stored(const any_game& game, position p);
/// The position with this number in the whole game: with the state `state`, or with the stored state if users see only
/// that. Nothing if the position is outside this group of slices.
[[nodiscard]] std::optional<display_position> display_in(const any_game& game, position of_game, state_copy state);
/// Whether two states are equal.
[[nodiscard]] bool are_equal(const any_game& game, const display_position& a, const display_position& b);
/// The moves from the state, in the game's order; none from a terminal position. In a game reduced by symmetry, one
/// move to each state, the one with the largest gain, but several states may have the same canonical position; in other
/// games all moves, like `moves_of`. For a group of slices, only the moves inside the group.
[[nodiscard]] std::vector<display_move> moves_from(const any_game& game, const display_position& from);
/// The state as the game's `field=value` arguments.
[[nodiscard]] std::string format(const any_game& game, const display_position& display);
/// The state in the standard notation of the field, such as FEN; empty without such a notation.
[[nodiscard]] std::string notation(const any_game& game, const display_position& display);
/// The state as a drawing of the game, in one or more lines.
[[nodiscard]] std::string drawing(const any_game& game, const display_position& display);

}  // namespace zermelo
