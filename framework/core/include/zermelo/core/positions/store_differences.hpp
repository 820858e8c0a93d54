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

/// What one walk over all moves has found.
struct stored_differences {
  difference_graph graph;
  packed_labels labels;  ///< it is an end, too, where nobody can move
};

/// Stores rules, and takes the labels down on the way: the rules are asked about every position and every move once.
/// Nothing if more than `most_beside` moves make other differences. Phase "build". Precondition: no move leads outside.
/// @throws interrupted, std::bad_alloc.
[[nodiscard]] std::optional<stored_differences> store_differences(const rules& game, move_differences differences,
                                                                  std::uint64_t most_beside, unsigned threads,
                                                                  work_monitor& monitor);

}  // namespace zermelo
