// SPDX-License-Identifier: MIT
// The stored graph of the engine `explicit`: the transpose in compressed sparse rows, and the out-degree of each
// vertex, which is all that retrograde analysis needs.
//
// `materialize(graph)` builds it in parallel. If the graph lists predecessors, each row is listed twice, to count and
// to fill; else the graph is walked forwards twice: count in-degrees, scan, fill.
//
//   time    two walks over all edges; from successors also two scattered memory operations an edge
//   memory  E vertices + V row starts (4 bytes each, 8 where their number demands it) + 2 V bytes of out-degrees
//
// The order of the edges within a row is not specified, and may depend on the threads; results must not depend on it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_scan.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/thread_order.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/build_rows.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>
#include <zermelo/core/graph/degree_array.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/stored_graph_fwd.hpp>

namespace zermelo {

/// The transpose of a graph: rows of predecessors. The class has no out_edges, so that it cannot be walked the wrong
/// way by mistake. Immutable and thread-safe once built.
template <class Vertex, class EdgeIndex>
class transposed_graph {
 public:
  /// Row v has the vertices u with an edge u -> v in the game.
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

  friend std::uint64_t num_vertices(const transposed_graph& g) { return g.m_rows.num_rows(); }

 private:
  rows_type m_rows;
  degree_array m_out_degrees;
};

[[nodiscard]] inline std::uint64_t num_vertices(const stored_graph& stored) {
  return std::visit([](const auto& graph) -> std::uint64_t { return num_vertices(graph); }, stored);
}

/// Whether vertices take 4 bytes where their number allows it, or always 8, as in large graphs, for tests.
enum class index_width : std::uint8_t { narrow, wide };

/// The direction in which a graph is walked to be stored.
enum class edge_source : std::uint8_t {
  predecessors,  ///< backwards, without scattered writes, if the graph lists predecessors; else forwards
  successors,    ///< forwards
};

struct materialize_options {
  unsigned threads = 0;  ///< 0: all of the machine
  index_width width = index_width::narrow;
  edge_source edges_from = edge_source::predecessors;
};

namespace detail {

/// Whether 32 bits can number the edges.
[[nodiscard]] constexpr bool fits_narrow_edges(std::uint64_t num_edges) {
  return num_edges <= std::numeric_limits<std::uint32_t>::max();
}

/// Whether v may have predecessors: graphs do not list the predecessors of a hole.
template <class Graph>
[[nodiscard]] bool may_have_predecessors(const Graph& graph, vertex_of<Graph> v) {
  if constexpr (requires { graph.is_legal(v); }) return graph.is_legal(v);
  return true;
}

/// The out-degree of a vertex, which may be a terminal or a hole.
template <class Graph>
[[nodiscard]] std::uint64_t degree_of_any(const Graph& graph, vertex_of<Graph> v) {
  if constexpr (requires { out_degree(v, graph); })
    return out_degree(v, graph);
  else
    return num_successors(v, graph);
}

/// @param first_edges  the result of count_predecessors
template <class Vertex, class EdgeIndex, class Graph>
[[nodiscard]] stored_graph fill_from_predecessors(const Graph& graph, const std::vector<std::uint64_t>& first_edges,
                                                  degree_array out_degrees, unsigned threads, work_monitor& monitor) {
  auto rows = fill_rows<Vertex, EdgeIndex>(num_vertices(graph), first_edges, threads, monitor,
                                           [&graph](std::uint64_t i, const auto& add) {
                                             const auto v = static_cast<vertex_of<Graph>>(i);
                                             if (may_have_predecessors(graph, v)) for_each_predecessor(v, graph, add);
                                           });
  return transposed_graph<Vertex, EdgeIndex>(std::move(rows), std::move(out_degrees));
}

/// Sets the out-degrees, and returns the number of the first edge of each block of vertices, then of all edges.
template <class Graph>
[[nodiscard]] std::vector<std::uint64_t> count_predecessors(const Graph& graph, degree_array& out_degrees,
                                                            unsigned threads, work_monitor& monitor) {
  const std::uint64_t n = num_vertices(graph);
  std::mutex large_degrees;
  return count_rows(n, threads, monitor, [&](std::uint64_t i) {
    const auto v = static_cast<vertex_of<Graph>>(i);
    out_degrees.set(i, degree_of_any(graph, v), large_degrees);
    std::uint64_t edges = 0;
    if (may_have_predecessors(graph, v)) for_each_predecessor(v, graph, [&edges](auto) { ++edges; });
    return edges;
  });
}

template <class Vertex, class Graph>
[[nodiscard]] stored_graph materialize_from_predecessors(const Graph& graph, unsigned threads, work_monitor& monitor) {
  degree_array out_degrees(num_vertices(graph));
  const std::vector<std::uint64_t> first_edges = count_predecessors(graph, out_degrees, threads, monitor);
  if constexpr (sizeof(Vertex) == sizeof(std::uint32_t)) {
    if (fits_narrow_edges(first_edges.back())) {
      return fill_from_predecessors<Vertex, std::uint32_t>(graph, first_edges, std::move(out_degrees), threads,
                                                           monitor);
    }
  }
  return fill_from_predecessors<Vertex, std::uint64_t>(graph, first_edges, std::move(out_degrees), threads, monitor);
}

/// Calls edge(v, successor) for every edge and row(v, out-degree) for every vertex, in blocks on `threads`
/// threads. Returns the number of edges.
template <SuccessorGraph Graph, class Edge, class Row>
std::uint64_t sweep_edges(const Graph& graph, unsigned threads, work_monitor& monitor, const Edge& edge,
                          const Row& row) {
  std::atomic<std::uint64_t> num_edges{0};
  for_each_block(num_vertices(graph), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t edges_of_block = 0;
    for (std::uint64_t v = begin; v != end; ++v) {
      std::uint64_t degree = 0;
      for_each_successor(static_cast<vertex_of<Graph>>(v), graph, [&](auto to) {
        edge(v, static_cast<std::uint64_t>(to));
        ++degree;
      });
      row(v, degree);
      edges_of_block += degree;
    }
    num_edges.fetch_add(edges_of_block, std::memory_order_relaxed);  // read after the loop's join
  });
  return num_edges.load();
}

/// Replaces every number by the sum of the numbers up to and including it.
template <class Number>
void inclusive_scan_in_place(std::span<Number> numbers, unsigned threads) {
  using range = tbb::blocked_range<std::size_t>;
  worker_arena arena(threads);
  arena.execute([&] {
    thread_order::fork_join loop;
    tbb::parallel_scan(
        range(0, numbers.size()), Number{0},
        [&](const range& block, Number sum, bool is_final) {
          thread_order::fork_join::enter();
          const thread_order::fork_join::step here(loop);
          for (std::size_t i = block.begin(); i != block.end(); ++i) {
            sum = static_cast<Number>(sum + numbers[i]);
            if (is_final) numbers[i] = sum;
          }
          return sum;
        },
        [](Number a, Number b) { return static_cast<Number>(a + b); });
  });
}

/// Fills the rows. @param row_starts  the in-degrees of the vertices, then a zero. A scan makes each in-degree the end
///   of its row; rows are filled from the end, which turns each end into the start of the row
template <class Access, class Vertex, class EdgeIndex, SuccessorGraph Graph>
[[nodiscard]] stored_graph fill_from_successors(const Graph& graph, uninitialized_array<EdgeIndex> row_starts,
                                                std::uint64_t num_edges, degree_array out_degrees, unsigned threads,
                                                work_monitor& monitor) {
  inclusive_scan_in_place(row_starts.span(), threads);
  uninitialized_array<Vertex> targets(num_edges);
  sweep_edges(
      graph, threads, monitor,
      [&](std::uint64_t from, std::uint64_t to) {
        const EdgeIndex end = Access::fetch_sub(row_starts[to], EdgeIndex{1});
        assert(end > 0);
        targets[static_cast<std::size_t>(end) - 1] = static_cast<Vertex>(from);
      },
      [](std::uint64_t, std::uint64_t) {});
  return transposed_graph<Vertex, EdgeIndex>({std::move(row_starts), std::move(targets)}, std::move(out_degrees));
}

template <class Access, class Vertex, SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize_from_successors(const Graph& graph, unsigned threads, work_monitor& monitor) {
  const std::uint64_t n = num_vertices(graph);
  degree_array out_degrees(n);
  std::mutex large_degrees;
  std::atomic<bool> has_overflown{false};
  uninitialized_array<Vertex> in_degrees(n + 1);
  monitor.phase("count", n);
  std::fill(in_degrees.data(), in_degrees.data() + in_degrees.size(), Vertex{0});
  const std::uint64_t num_edges = sweep_edges(
      graph, threads, monitor,
      [&](std::uint64_t, std::uint64_t to) {
        assert(to < n);
        const Vertex in_degree = Access::fetch_add(in_degrees[to], Vertex{1});
        if (in_degree == std::numeric_limits<Vertex>::max()) has_overflown.store(true, std::memory_order_relaxed);
      },
      [&](std::uint64_t v, std::uint64_t degree) { out_degrees.set(v, degree, large_degrees); });
  if (has_overflown.load()) throw contract_error("a position has more than 2^32 - 1 predecessors");
  monitor.phase("build", n);
  if constexpr (sizeof(Vertex) == sizeof(std::uint32_t)) {
    if (!fits_narrow_edges(num_edges)) {
      uninitialized_array<std::uint64_t> wide(n + 1);
      std::copy(in_degrees.data(), in_degrees.data() + in_degrees.size(), wide.data());
      in_degrees = {};
      return fill_from_successors<Access, Vertex>(graph, std::move(wide), num_edges, std::move(out_degrees), threads,
                                                  monitor);
    }
  }
  return fill_from_successors<Access, Vertex>(graph, std::move(in_degrees), num_edges, std::move(out_degrees), threads,
                                              monitor);
}

template <edge_source Source, class Vertex, SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize_as(const Graph& graph, unsigned threads, work_monitor& monitor) {
  if constexpr (Source == edge_source::predecessors && PredecessorGraph<Graph>) {
    return materialize_from_predecessors<Vertex>(graph, threads, monitor);
  } else {
    return threads == 1 ? materialize_from_successors<plain_access, Vertex>(graph, threads, monitor)
                        : materialize_from_successors<shared_access, Vertex>(graph, threads, monitor);
  }
}

}  // namespace detail

/// Builds the transpose of a graph, walked in the direction `Source` whatever `options.edges_from` says: with a fixed
/// direction only half of the code is compiled. Phases "count" and "build".
/// @throws interrupted, std::bad_alloc, contract_error for more than 2^32 - 1 edges to one vertex where vertices take 4
///   bytes, and what the graph throws.
template <edge_source Source, SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize_from(const Graph& graph, const materialize_options& options,
                                            work_monitor& monitor) {
  const unsigned threads = resolve_threads(options.threads);
  const bool narrow = options.width == index_width::narrow && has_narrow_vertices(num_vertices(graph));
  return narrow ? detail::materialize_as<Source, std::uint32_t>(graph, threads, monitor)
                : detail::materialize_as<Source, std::uint64_t>(graph, threads, monitor);
}

/// Builds the transpose of a graph, walked in the direction `options.edges_from`. Phases and errors as above.
template <SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize(const Graph& graph, const materialize_options& options, work_monitor& monitor) {
  if (options.edges_from == edge_source::successors) {
    return materialize_from<edge_source::successors>(graph, options, monitor);
  }
  return materialize_from<edge_source::predecessors>(graph, options, monitor);
}

template <SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize(const Graph& graph, const materialize_options& options = {}) {
  work_monitor silent;
  return materialize(graph, options, silent);
}

}  // namespace zermelo
