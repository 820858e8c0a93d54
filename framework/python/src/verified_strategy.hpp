// SPDX-License-Identifier: MIT
// Verifies a given strategy for a graph: the target of each position's move, or that no move is named.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo::python {

/// Checks that every named move belongs to the graph and keeps the outcome; that a move is named in every position
/// where play continues and whose player to move has won, or has tied although infinite play is a win of the opponent;
/// and that play by these moves comes to an end, whatever the opponent does. Phases "strategy", and those of
/// verify_regions.
/// @param outcomes  the codes of a table, which must be right
/// @param strategy  -1: no move is named; else less than the number of positions
/// @param threads   0: all threads of the machine
/// @throws input_error if positions are relative to the player to move; interrupted; std::bad_alloc
[[nodiscard]] verify_report verify_strategy(const csr_graph& graph, std::span<const std::uint8_t> outcomes,
                                            std::span<const std::int64_t> strategy, unsigned threads,
                                            work_monitor& monitor);

}  // namespace zermelo::python
