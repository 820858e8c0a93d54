// SPDX-License-Identifier: MIT
// The moves of a game as a graph in arrays, for programs that know no rules.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Lists all positions and moves, each position under its number. Positions without moves are ends, so that the
/// convention for those is never needed. `distance` is empty unless some end is known in advance.
/// Phases "count" and "list", one unit of work for each position.
///
///   time    two calls of the rules for each position, in parallel
///   memory  the arrays: 10 bytes a position, 14 with distances, and 4 a move; before that 4 bytes a position more
///
/// @param threads  0: all threads of the machine
/// @throws input_error for more positions than a csr_graph has; contract_error for rules that lead outside;
///   interrupted; std::bad_alloc; what the rules throw.
[[nodiscard]] graph_arrays list_graph(const rules& game, unsigned threads, work_monitor& monitor);

}  // namespace zermelo
