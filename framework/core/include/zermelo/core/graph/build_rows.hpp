// SPDX-License-Identifier: MIT
// Builds compressed rows in parallel, of a graph that can list any row. Every row is listed twice, to count its targets
// and to write them. So only the rows take memory, and they do not depend on the number of threads.
#pragma once

#include <cassert>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>

namespace zermelo::detail {

/// The number of the first edge of each block of vertices (see `for_each_block`), then the number of all edges. Phase
/// "count".
/// @param count  count(v) returns the number of targets in the row of v; called once for every vertex, from several
///   threads
/// @throws interrupted, and what `count` throws.
template <class Count>
[[nodiscard]] std::vector<std::uint64_t> count_rows(std::uint64_t num_rows, unsigned threads, work_monitor& monitor,
                                                    const Count& count) {
  std::vector<std::uint64_t> first_edges(1 + (num_rows + sweep_block_size - 1) / sweep_block_size, 0);
  monitor.phase("count", num_rows);
  for_each_block(num_rows, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t edges = 0;
    for (std::uint64_t v = begin; v != end; ++v) edges += count(v);
    first_edges[begin / sweep_block_size + 1] = edges;
  });
  std::inclusive_scan(first_edges.begin(), first_edges.end(), first_edges.begin());
  return first_edges;
}

/// Builds the rows. Phase "build".
/// @param first_edges  the result of count_rows
/// @param walk  walk(v, f) calls f(target) for every target of v's row, as many as were counted
/// @throws interrupted, std::bad_alloc, and what `walk` throws.
template <class Vertex, class EdgeIndex, class Walk>
[[nodiscard]] compressed_rows<Vertex, EdgeIndex> fill_rows(std::uint64_t num_rows,
                                                           const std::vector<std::uint64_t>& first_edges,
                                                           unsigned threads, work_monitor& monitor, const Walk& walk) {
  uninitialized_array<EdgeIndex> starts(num_rows + 1);
  uninitialized_array<Vertex> targets(first_edges.back());
  starts[num_rows] = static_cast<EdgeIndex>(first_edges.back());
  monitor.phase("build", num_rows);
  for_each_block(num_rows, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t edge = first_edges[begin / sweep_block_size];
    for (std::uint64_t v = begin; v != end; ++v) {
      starts[v] = static_cast<EdgeIndex>(edge);
      walk(v, [&](auto target) { targets[edge++] = static_cast<Vertex>(target); });
    }
    assert(edge == first_edges[begin / sweep_block_size + 1]);
  });
  return {std::move(starts), std::move(targets)};
}

}  // namespace zermelo::detail
