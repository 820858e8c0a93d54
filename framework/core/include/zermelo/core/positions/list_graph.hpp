// SPDX-License-Identifier: MIT
// Lists the moves of a game as a graph in arrays, for programs that do not have the rules.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Lists all positions by their numbers, and all moves. Positions without moves become terminals, so that the graph
/// needs no convention for them. `distance` is empty unless some terminal has a distance above 0. Phases "count" and
/// "list", one unit of work per position.
///
///   time    two calls of the rules per position, in parallel
///   memory  10 bytes per position (14 with distances) and 4 bytes per move for the arrays; 4 more bytes per position
///           until moves are listed
///
/// @param threads  0 uses all processors
/// @throws input_error for more positions than a csr_graph can have; contract_error for rules that lead outside;
///   interrupted; std::bad_alloc; what the rules throw.
[[nodiscard]] graph_arrays list_graph(const rules& game, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
