// SPDX-License-Identifier: MIT
// Options of retrograde analysis.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>

namespace zermelo {

struct retrograde_options {
  unsigned threads = 0;                                ///< 0: all that the machine has
  index_width indices = index_width::narrow;           ///< where predecessors are stored first
  edge_source edges_from = edge_source::predecessors;  ///< where predecessors are stored first
  /// Waves of fewer vertices are spread by one thread: waking the other threads, and waiting for one that the system
  /// has suspended, would cost more than half of the time of so small a wave.
  std::uint64_t serial_below = 16384;
  /// How the explicit engine stores predecessors; nothing: chosen by a sample.
  std::optional<row_encoding> rows{};
  std::uint64_t max_pattern_bytes = rows_to_store::unlimited;  ///< see rows_to_store
};

}  // namespace zermelo
