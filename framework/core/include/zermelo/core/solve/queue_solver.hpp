// SPDX-License-Identifier: MIT
// A baseline and an oracle: the plain one-thread solver that a good engineer writes in an afternoon. It asks rules by
// state only, keeps one byte or one number per position and fact, and takes positions from a first-in first-out queue.
// Neither slowed nor tuned; it shares nothing with retrograde_analysis but the rules.
//
//   time    O(V + E), one thread
//   memory  outcome 1, owner 1, distance 4, counter 4 bytes a position, the queue at most 8, and for a game
//           without predecessors 8 (V + E) of reversed edges
//   throws  interrupted, contract_error if a distance exceeds 2^29 - 1
#pragma once

#include <zermelo/core/game/game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// Solves rules with one queue per kind of end. Phases "seed" and "propagate".
[[nodiscard]] value_table solve_by_queue(const rules& game, solve_visitor& visitor);
template <RankedGame G>
[[nodiscard]] value_table solve_by_queue(const G& game, solve_visitor& visitor) {
  return solve_by_queue(rules_of_game<G>(game), visitor);
}

}  // namespace zermelo
