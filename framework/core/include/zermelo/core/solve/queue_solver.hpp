// SPDX-License-Identifier: MIT
// A baseline and an oracle: the plain one-thread solver that a good engineer writes in an afternoon. It asks the rules
// for moves by state only, keeps one byte or one number per position and fact, and takes positions from a first-in
// first-out queue. It is neither slowed nor tuned, and shares nothing with retrograde_analysis but the rules.
//
//   time    O(V + E), one thread
//   memory  for each position outcome 1, owner 1, points 2, distance 4, counter 4 bytes, and 8 while the position waits
//           in the queue; for a game without predecessors 24 bytes a position and up to 16 a move for the reversed
//           moves; the result
//   throws  interrupted; contract_error if a distance exceeds 2^29 - 1 (less beside margins), a margin its bound, or a
//           move leads to no position; what the rules throw
#pragma once

#include <zermelo/core/game/game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// Solves rules with one queue for the wins and losses of each margin, and one for ties. Phases "seed" and "propagate".
[[nodiscard]] value_table solve_by_queue(const rules& game, solve_visitor& visitor);
template <RankedGame G>
[[nodiscard]] value_table solve_by_queue(const G& game, solve_visitor& visitor) {
  return solve_by_queue(rules_of_game<G>(game), visitor);
}

}  // namespace zermelo
