// SPDX-License-Identifier: MIT
// Stores the moves of rules as bits for a few differences, see difference_graph.hpp.
#pragma once

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
  packed_labels labels;  ///< positions without moves are ends
};

/// Stores the moves of rules, and their labels: the rules are asked about every position and every move once. Returns
/// nothing if more than `max_beside` moves make other differences. Phase "build". Precondition: no move leads outside.
/// @throws interrupted, std::bad_alloc.
[[nodiscard]] std::optional<stored_differences> store_differences(const rules& game, move_differences differences,
                                                                  std::uint64_t max_beside, unsigned threads,
                                                                  work_monitor& monitor);

}  // namespace zermelo
