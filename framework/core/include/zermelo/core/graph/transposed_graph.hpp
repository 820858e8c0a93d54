// SPDX-License-Identifier: MIT
// The stored graph of the engine `explicit`: the transpose in compressed sparse rows, and the out-degree of each
// vertex. Retrograde analysis needs nothing else.
//
// `materialize(graph)` builds it in parallel: the graph is walked forwards once, into buckets of edges
// (edge_buckets.hpp), which then become rows.
//
//   time    one walk over all edges; each edge is written to and read from its bucket
//   memory  E vertices + V row starts (4 bytes each, or 8 if 4 cannot number them) + 2 V bytes of out-degrees; and
//           buckets of 3 to 4 bytes per edge, which are freed as the rows are filled
//
// The order of edges within a row is unspecified, and may depend on the threads; results must not depend on it.
#pragma once

#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/build_rows.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>
#include <zermelo/core/graph/degree_array.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/stored_graph_fwd.hpp>

namespace zermelo {

/// The transpose of a graph: rows of predecessors. The class has no out_edges, so that it cannot be walked in the wrong
/// direction by mistake. Immutable and thread-safe once built.
template <class Vertex, class EdgeIndex>
class transposed_graph {
 public:
  /// Row v contains the vertices u with an edge u -> v in the game.
  using rows_type = compressed_rows<Vertex, EdgeIndex>;
  using vertex_descriptor = Vertex;

  transposed_graph(rows_type rows, degree_array out_degrees)
      : m_rows(std::move(rows)), m_out_degrees(std::move(out_degrees)) {}

  [[nodiscard]] const rows_type& rows() const { return m_rows; }
  [[nodiscard]] std::uint64_t num_successors(Vertex v) const { return m_out_degrees[v]; }
  [[nodiscard]] std::uint64_t num_edges() const { return m_rows.num_targets(); }

  template <class Callback>
  void for_each_predecessor(Vertex v, Callback&& f) const {
    for (const Vertex u : m_rows.row(v)) f(u);
  }
  /// Like the members of compressed_rows with these names.
  void prefetch_start(std::uint64_t v) const noexcept { m_rows.prefetch_start(v); }
  void prefetch_targets(std::uint64_t v) const noexcept { m_rows.prefetch_targets(v); }

  friend std::uint64_t num_vertices(const transposed_graph& g) { return g.m_rows.num_rows(); }

 private:
  rows_type m_rows;
  degree_array m_out_degrees;
};

[[nodiscard]] inline std::uint64_t num_vertices(const stored_graph& stored) {
  return std::visit([](const auto& graph) -> std::uint64_t { return num_vertices(graph); }, stored);
}

/// Whether vertices are stored in 4 bytes if their number allows it, or always in 8, as in large graphs (for tests).
enum class index_width : std::uint8_t { narrow, wide };

struct materialize_options {
  unsigned threads = 0;  ///< 0 uses all processors
  index_width width = index_width::narrow;
};

namespace detail {

/// Whether 32 bits can number the edges.
[[nodiscard]] constexpr bool fits_narrow_edges(std::uint64_t num_edges) {
  return num_edges <= std::numeric_limits<std::uint32_t>::max();
}

/// Stores the transpose of the edges that `list` lists.
/// @param list  list(begin, end, edges, set_degree) adds the edges out of the vertices begin .. end - 1 to
///   edge_buckets, and calls set_degree(v, out-degree) for each vertex; called by several threads at once
template <class Vertex, class List>
[[nodiscard]] stored_graph transpose(std::uint64_t num_vertices, const List& list, unsigned threads,
                                     work_monitor& monitor) {
  degree_array out_degrees(num_vertices);
  std::mutex large_degrees;
  per_thread<edge_buckets> buckets([num_vertices] { return edge_buckets(num_vertices); });
  monitor.phase("count", num_vertices);
  for_each_block(num_vertices, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    list(begin, end, buckets.local(),
         [&](std::uint64_t v, std::uint64_t degree) { out_degrees.set(v, degree, large_degrees); });
  });
  edges_of_threads edges;
  for (edge_buckets& of_thread : buckets) edges.push_back(std::move(of_thread));
  monitor.phase("build", num_vertices);
  const auto store = [&]<class EdgeIndex>(EdgeIndex) -> stored_graph {
    return transposed_graph<Vertex, EdgeIndex>(
        rows_of_edges<Vertex, EdgeIndex>(num_vertices, std::move(edges), threads, monitor), std::move(out_degrees));
  };
  if constexpr (sizeof(Vertex) == sizeof(std::uint32_t)) {
    if (fits_narrow_edges(count_edges(edges, num_vertices))) return store(std::uint32_t{});
  }
  return store(std::uint64_t{});
}

}  // namespace detail

/// Builds the transpose of a graph. Phases "count" and "build".
/// @throws interrupted, std::bad_alloc, and what the graph throws.
template <SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize(const Graph& graph, const materialize_options& options, work_monitor& monitor) {
  const auto list = [&graph](std::uint64_t begin, std::uint64_t end, edge_buckets& edges, const auto& set_degree) {
    for (std::uint64_t v = begin; v != end; ++v) {
      std::uint64_t degree = 0;
      for_each_successor(static_cast<vertex_of<Graph>>(v), graph, [&](auto to) {
        edges.add(v, static_cast<std::uint64_t>(to));
        ++degree;
      });
      set_degree(v, degree);
    }
  };
  const unsigned threads = resolve_threads(options.threads);
  const std::uint64_t size = num_vertices(graph);
  const bool is_narrow = options.width == index_width::narrow && has_narrow_vertices(size);
  return is_narrow ? detail::transpose<std::uint32_t>(size, list, threads, monitor)
                   : detail::transpose<std::uint64_t>(size, list, threads, monitor);
}

template <SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize(const Graph& graph, const materialize_options& options = {}) {
  work_monitor silent;
  return materialize(graph, options, silent);
}

}  // namespace zermelo
