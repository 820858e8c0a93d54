// SPDX-License-Identifier: MIT
// The player to move, which the entries of a solution do not contain, by runs of positions or by position.
#pragma once

#include <functional>
#include <span>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A run of positions with one player to move.
struct to_move_run {
  player to_move = player::first;
  position end = 0;  ///< one past the last position
};

/// Returns the run that contains a position. Called by several threads at once.
using run_lookup = std::function<to_move_run(position p)>;

/// Sets `players` to the players to move in the positions from `first`. An unused index has an arbitrary player, but
/// always the same one. Called by several threads at once.
using to_move_lookup = std::function<void(position first, std::span<player> players)>;

}  // namespace zermelo
