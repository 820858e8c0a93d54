// SPDX-License-Identifier: MIT
// The player to move, by runs of positions; the entries of a solution do not contain it.
#pragma once

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A run of positions with one player to move.
struct owned_run {
  player to_move = player::first;
  position end = 0;  ///< behind its last position
};

}  // namespace zermelo
