// SPDX-License-Identifier: MIT
// Somebody's strategy for a graph, checked: where each position's move leads, or that none is named.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo::python {

/// Checks that every named move is one of the graph's and keeps the outcome, that every position where play continues
/// and that its owner has won, or tied though endless play is the other's, has a move, and that play by these moves
/// comes to its end, whatever the other player does. Phases "strategy", and those of verify_regions.
/// @param outcomes  the codes of a table, which are right
/// @param strategy  -1: none is named; else below the number of positions
/// @param threads   0: all of the machine
/// @throws input_error if positions are seen by the player to move; interrupted; std::bad_alloc.
[[nodiscard]] verify_report verify_strategy(const csr_graph& graph, std::span<const std::uint8_t> outcomes,
                                            std::span<const std::int64_t> strategy, unsigned threads,
                                            work_monitor& monitor);

}  // namespace zermelo::python
