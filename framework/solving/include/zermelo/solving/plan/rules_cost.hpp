// SPDX-License-Identifier: MIT
// Estimates the time of a game's rules in a solve. Measures the calls of engines on samples of consecutive positions.
#pragma once

#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// The time of the rules per position, and the moves that they generate in this time.
struct rules_cost {
  double seconds_per_position = 0;  ///< processor time of one thread
  double moves_per_position = 0;    ///< moves, plus predecessors (or moves again if the rules do not list predecessors)
};

/// Returns the cost of a game's rules; zero for a game without positions. Takes some milliseconds. Predecessors are not
/// timed for a part of a game without inner moves.
[[nodiscard]] rules_cost sample_rules_cost(const zermelo::rules& rules);

}  // namespace zermelo
