// SPDX-License-Identifier: MIT
// The positions that can be reached from a game's start, terminals not expanded.
//
// Boost's breadth_first_visit on game_graph takes three times as long (3.2 times on 5.3 M positions): its out_edges
// gather the edges of every position in memory of their own. On a stored graph it would need that graph.
//
//   time  V' + E' for the part reached, one thread    memory  3 V bits, and a list of up to V / 64 positions, twice
#pragma once

#include <functional>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Calls f(position) once for every position that can be reached from `start`, in breadth-first order.
/// @param start the number of a representative. @throws interrupted.
void for_each_reachable_from(const rules& game, position start, work_monitor& monitor,
                             const std::function<void(position)>& f);

/// The positions that can be reached in a ranked game.
template <RankedGame G, class Callback>
void for_each_reachable_from(const G& game, position start, work_monitor& monitor, Callback&& f) {
  for_each_reachable_from(rules_of_game<G>(game), start, monitor, std::ref(f));
}

/// The positions that can be reached from the game's start.
template <RankedGame G, class Callback>
  requires HasStart<G>
void for_each_reachable(const G& game, work_monitor& monitor, Callback&& f) {
  for_each_reachable_from(game, game.rank(representative_of(game, game.start())), monitor, f);
}

}  // namespace zermelo
