// SPDX-License-Identifier: MIT
// Stores the moves of rules as bits, one for each of a few differences target - source, see difference_graph.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/packed_labels.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// The result of one walk over all moves.
struct stored_differences {
  difference_graph graph;
  packed_labels labels;  ///< positions without moves are terminals
};

/// Stores the moves and the labels of rules in one walk over all positions, as bits at the positions where moves begin;
/// then gathers the bits of each difference at the positions where moves end. Uses no atomic operations. Returns
/// nothing if more than `max_listed` moves have other differences or repeat a move. Phase "build". Precondition: no
/// move leads outside.
/// @param threads  at least 1
/// @throws interrupted, what the rules throw, std::bad_alloc.
[[nodiscard]] std::optional<stored_differences> store_differences(const rules& game, move_differences differences,
                                                                  std::uint64_t max_listed, unsigned threads,
                                                                  work_monitor& monitor);

}  // namespace zermelo
