// SPDX-License-Identifier: MIT
// Builds compressed rows in parallel: from a graph that can list any row, or from edges in buckets.
//
// `count_rows` and `fill_rows` list every row twice, first to count its targets and then to write them, so that only
// the rows use memory, and the rows do not depend on the number of threads. `rows_of_edges` empties each bucket of
// edges into the rows of its targets. No two threads write to the same location, and no atomic operations are needed.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>

namespace zermelo::detail {

/// Returns the number of the first edge of each block of vertices (see `for_each_block`), followed by the number of all
/// edges. Phase "count".
/// @param count  count(v) returns the number of targets in the row of v; called once for every vertex, by several
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
/// @param walk  walk(v, f) calls f(target) for every target of v's row, as often as counted
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

/// The number of all edges.
[[nodiscard]] inline std::uint64_t count_edges(const edges_of_threads& edges, std::uint64_t num_rows) {
  std::uint64_t sum = 0;
  for (const edge_buckets& of_thread : edges) {
    for (std::uint64_t b = 0; b < edge_buckets::num_buckets(num_rows); ++b) sum += of_thread.num_edges(b);
  }
  return sum;
}

/// Returns the rows of the transpose: for each vertex, the sources of the edges to it, in an order that depends on the
/// threads. Consumes the edges. The caller has begun a phase of `num_rows` units of work.
/// Precondition: EdgeIndex can number the edges.
/// @throws interrupted, std::bad_alloc.
template <class Vertex, class EdgeIndex>
[[nodiscard]] compressed_rows<Vertex, EdgeIndex> rows_of_edges(std::uint64_t num_rows, edges_of_threads edges,
                                                               unsigned threads, work_monitor& monitor) {
  const std::uint64_t num_buckets = edge_buckets::num_buckets(num_rows);
  std::vector<std::uint64_t> first_edges(num_buckets + 1, 0);
  for (const edge_buckets& of_thread : edges) {
    for (std::uint64_t b = 0; b < num_buckets; ++b) first_edges[b + 1] += of_thread.num_edges(b);
  }
  std::inclusive_scan(first_edges.begin(), first_edges.end(), first_edges.begin());
  uninitialized_array<EdgeIndex> starts(num_rows + 1);
  uninitialized_array<Vertex> targets(first_edges.back());
  starts[num_rows] = static_cast<EdgeIndex>(first_edges.back());
  for_each_block(
      num_rows, threads, monitor,
      [&](std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t bucket = begin / edge_buckets::targets_per_bucket;
        const auto pause = [&monitor] { monitor.check_stop(); };
        // Counts become the ends of rows; rows are filled from the end, which turns each end into the row's start.
        EdgeIndex* const ends = starts.data() + begin;
        std::fill(ends, starts.data() + end, EdgeIndex{0});
        for (const edge_buckets& of_thread : edges) {
          of_thread.for_each_edge(bucket, [ends](std::uint64_t, std::uint16_t to) { ++ends[to]; }, pause);
        }
        std::uint64_t sum = first_edges[bucket];
        for (std::size_t i = 0; i != end - begin; ++i) {
          sum += ends[i];
          ends[i] = static_cast<EdgeIndex>(sum);
        }
        Vertex* const sources = targets.data();
        for (edge_buckets& of_thread : edges) {
          of_thread.take_edges(
              bucket,
              [ends, sources](std::uint64_t from, std::uint16_t to) {
                sources[--ends[to]] = static_cast<Vertex>(from);
              },
              pause);
        }
      },
      edge_buckets::targets_per_bucket);
  return {std::move(starts), std::move(targets)};
}

}  // namespace zermelo::detail
