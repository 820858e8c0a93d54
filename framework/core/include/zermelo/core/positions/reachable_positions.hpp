// SPDX-License-Identifier: MIT
// The positions that can be reached from a game's start by a breadth-first search, on one thread.
//
// Boost's breadth_first_visit on game_graph takes 3.2 times as long (on 5.3 M positions), since out_edges allocates
// memory for the edges of each position; on a stored graph, it would need that graph.
//
//   time    linear in the reached positions and their moves; V bits more for a level of more than V / 64 positions
//   memory  3 V bits, and two lists of up to V / 64 positions
#pragma once

#include <functional>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Calls f(position) once for every position that can be reached from `start`, level after level; within a level the
/// order is unspecified. Phase "reach".
/// @param start  a legal position
/// @throws interrupted, what the rules throw, std::bad_alloc.
void for_each_reachable_from(const rules& game, position start, work_monitor& monitor,
                             const std::function<void(position)>& f);

}  // namespace zermelo
