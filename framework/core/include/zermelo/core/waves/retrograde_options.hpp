// SPDX-License-Identifier: MIT
// What retrograde analysis is asked for beside the graph.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>

namespace zermelo {

struct retrograde_options {
  unsigned threads = 0;                                ///< 0: all that the machine has
  index_width indices = index_width::narrow;           ///< of a graph that is stored first
  edge_source edges_from = edge_source::predecessors;  ///< of a graph that is stored first
  /// Waves of fewer vertices are spread by one thread: waking the others, and waiting for one that the system has put
  /// aside, costs more than half of so small a wave.
  std::uint64_t serial_below = 16384;
  /// Of a game's predecessors, where they are stored; nothing: what a sample of them says.
  std::optional<row_encoding> rows{};
  std::uint64_t most_pattern_bytes = rows_to_store::unlimited;  ///< see there
};

}  // namespace zermelo
