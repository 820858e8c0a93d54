// SPDX-License-Identifier: MIT
// Verifies a given strategy for a graph: for each position the target of the chosen move, or -1.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo::python {

/// Checks that every chosen move belongs to the graph and keeps the outcome; that a move is chosen in every position
/// with moves whose player to move has won, or has tied although the opponent wins infinite play; and that play by
/// these moves ends, whatever the opponent does. Phases "strategy", and those of verify_regions.
/// @param outcomes  the codes of a table, which must be correct
/// @param strategy  the target of the chosen move, less than the number of positions; -1 if no move is chosen
/// @param threads   0 for all threads of the machine
/// @throws input_error if positions are relative to the player to move; interrupted; std::bad_alloc
[[nodiscard]] verify_report verify_strategy(const csr_graph& graph, std::span<const std::uint8_t> outcomes,
                                            std::span<const std::int64_t> strategy, unsigned threads,
                                            work_monitor& monitor);

}  // namespace zermelo::python
