// SPDX-License-Identifier: MIT
// A straightforward single-threaded solver, used as a baseline for speed and as an oracle for results. It calls only
// the hooks by state, stores each property of a position in a separate array, and propagates positions from a first-in
// first-out queue. It is not tuned, and shares only the rules with retrograde_analysis.
//
//   time    O(V + E), one thread
//   memory  per position, 12 bytes (outcome 1, player to move 1, points 2, distance 4, counter 4), and 8 bytes while it
//           is in the queue; for a game without predecessors, 24 bytes per position and up to 16 bytes per move for the
//           reversed moves; for a part of a game, 16 bytes for each move that leaves it, or 32 bytes while a list
//           grows; the result
//   throws  interrupted; contract_error if a distance exceeds 2^29 - 1 (less with margins), if a margin exceeds its
//           bound, or if a move does not lead to a position; what the rules throw
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
