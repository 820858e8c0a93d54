// SPDX-License-Identifier: MIT
// Stores the rows of a graph that can list any of them, in one pass: each row is asked for once, or again where a
// dictionary turns out to be full. Threads take blocks of
// rows, encode them in memory that stays in their caches, and copy the result behind what they have stored before. So
// nothing is counted in advance, no page is touched twice, and there is never a second copy of the graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {

/// @tparam Builder  repeated_rows_builder or gap_rows_builder, which says how rows are stored
/// @param is_narrow  all vertices are below 2^32
/// Phase "build". @throws interrupted, std::bad_alloc, and what `list` throws.
template <class Builder>
[[nodiscard]] typename Builder::rows encode_rows(std::uint64_t num_rows, bool is_narrow, const row_lister& list,
                                                 unsigned threads, work_monitor& monitor) {
  struct worker {
    explicit worker(Builder& all) : part(all) {}

    /// Encodes a block of rows, unless there is no room for it where it was begun.
    [[nodiscard]] bool encode(std::uint64_t begin, std::uint64_t end, const row_lister& list) {
      part.begin_block();
      for (std::uint64_t first = begin; first != end; first = std::min(end, first + listed_rows::most)) {
        listed.clear();
        list(first, std::min(end, first + listed_rows::most), listed);
        for (std::size_t i = 0; i != listed.size(); ++i) {
          if (!part.add(first + i, listed.row(i))) return false;
        }
      }
      part.end_block(begin / row_references::rows_per_block);
      return true;
    }

    typename Builder::part part;
    listed_rows listed;
  };
  Builder all(num_rows, is_narrow);
  tbb::enumerable_thread_specific<worker> workers([&all] { return worker(all); });
  monitor.phase("build", num_rows);
  for_each_block(
      num_rows, threads, monitor,
      [&](std::uint64_t begin, std::uint64_t end) {
        worker& here = workers.local();
        while (!here.encode(begin, end, list)) {}
      },
      row_references::rows_per_block);
  for (worker& each : workers) each.part.finish();
  return std::move(all).finish();
}

}  // namespace zermelo
