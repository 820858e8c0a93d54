// SPDX-License-Identifier: MIT
// Represents positions as users see them. The table of a game reduced by symmetry (hook `canonical`) stores canonical
// positions, but a user who requests a board and continues from it expects this board, not its mirror image. So a
// display_position has a state and the number of its canonical position. In all other games, the number determines the
// state.
//
// In a game without a notation, canonical positions are displayed, since positions are named only by their numbers in
// the table.
//
// All functions have the preconditions of one_position.hpp.
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

/// A move from a display_position.
struct display_move {
  display_position to;
  int gain = 0;  ///< the points that it gains for the player who moves; 0 in games without gains
};

/// Returns the position with this number, with the state that the table stores.
[[nodiscard]] display_position as_stored(const any_game& game, position p);
/// Returns the position with this number in the whole game: with the state `state`, or with the stored state if users
/// see only that. Returns nothing if the position is outside this group of slices.
[[nodiscard]] std::optional<display_position> display_in(const any_game& game, position of_game, state_copy state);
/// Whether two states are equal.
[[nodiscard]] bool are_equal(const any_game& game, const display_position& a, const display_position& b);
/// Returns the moves from the state in the game's order, or an empty list for a terminal position. In a game reduced by
/// symmetry, there is one move to each state, the one with the largest gain, and several states may have the same
/// canonical position. In other games, these are all moves, as in `moves_of`. For a group of slices, only moves inside
/// the group are returned.
[[nodiscard]] std::vector<display_move> moves_from(const any_game& game, const display_position& from);
/// Returns the state as the game's `field=value` arguments.
[[nodiscard]] std::string format(const any_game& game, const display_position& display);
/// Returns the state in a standard notation such as FEN, or an empty string if the game has none.
[[nodiscard]] std::string notation(const any_game& game, const display_position& display);
/// Returns a drawing of the state in one or more lines of text.
[[nodiscard]] std::string drawing(const any_game& game, const display_position& display);

}  // namespace zermelo
