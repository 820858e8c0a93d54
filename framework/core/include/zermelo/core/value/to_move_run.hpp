// SPDX-License-Identifier: MIT
// The player to move, by runs of positions or position by position; the entries of a solution do not contain it.
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

/// Gives the run that contains a position. Called by several threads at once.
using run_lookup = std::function<to_move_run(position p)>;

/// Sets `players` to the players to move in the positions from `first`; for unused indices to any player, but always
/// the same. Called by several threads at once.
using to_move_lookup = std::function<void(position first, std::span<player> players)>;

}  // namespace zermelo
