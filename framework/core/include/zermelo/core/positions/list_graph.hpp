// SPDX-License-Identifier: MIT
// The moves of a game as a graph in arrays, for programs without the rules.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Lists all positions and moves, each position under its number. Positions without moves are terminals, so that the
/// convention for no moves is not needed. `distance` is empty unless some result is known in advance. Phases "count"
/// and "list", one unit of work per position.
///
///   time    two calls of the rules per position, in parallel
///   memory  the arrays: 10 bytes per position, 14 with distances, and 4 per move; before that 4 more bytes per
///           position
///
/// @param threads  0: all of the machine
/// @throws input_error for more positions than a csr_graph has; contract_error for rules that lead outside;
///   interrupted; std::bad_alloc; what the rules throw.
[[nodiscard]] graph_arrays list_graph(const rules& game, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
