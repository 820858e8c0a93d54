// SPDX-License-Identifier: MIT
// The stored graph of the engine `explicit`: the transpose, as Boost's compressed sparse rows, and an
// out-degree per vertex. Retrograde analysis needs no more.
//
// `materialize(graph)` builds it in parallel from successors alone: count in-degrees, scan, fill.
//
//   time    two walks over the successors, V + E memory operations
//   memory  E vertices + V row starts (4 bytes each, 8 where the count demands it) + 2 V bytes of out-degrees
//
// The order of the edges within a row depends on the threads; nothing that is computed from it may.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <oneapi/tbb/parallel_scan.h>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <zermelo/core/error.hpp>
#include <zermelo/core/graph_access.hpp>
#include <zermelo/core/parallel.hpp>
#include <zermelo/core/value_table.hpp>
#include <zermelo/core/visitor.hpp>

namespace zermelo {

/// One small number per vertex in 2 bytes; the rare large ones stand in a map beside.
class degree_array {
 public:
  degree_array() = default;
  explicit degree_array(std::uint64_t size) : m_small(size) {}

  [[nodiscard]] std::uint64_t operator[](std::uint64_t v) const {
    return m_small[v] != large ? m_small[v] : m_large.at(v);
  }
  /// Thread-safe for different vertices.
  void set(std::uint64_t v, std::uint64_t degree, std::mutex& guard) {
    m_small[v] = static_cast<std::uint16_t>(degree < large ? degree : large);
    if (degree >= large) {
      const std::lock_guard lock(guard);
      m_large[v] = degree;
    }
  }

 private:
  static constexpr std::uint16_t large = std::numeric_limits<std::uint16_t>::max();
  uninitialized_array<std::uint16_t> m_small;
  std::unordered_map<std::uint64_t, std::uint64_t> m_large;
};

/// The transpose of a graph. Its rows hold *predecessors*: it is a type of its own, and offers no out_edges, so
/// that nobody walks it the wrong way. Immutable and thread-safe once built.
template <class Vertex, class EdgeIndex>
class transposed_graph {
 public:
  /// The rows. An edge v -> u of this graph is an edge u -> v of the game.
  using csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, Vertex, EdgeIndex>;
  using vertex_descriptor = Vertex;

  transposed_graph(csr rows, degree_array out_degrees)
      : m_rows(std::move(rows)), m_out_degrees(std::move(out_degrees)) {}

  [[nodiscard]] const csr& rows() const { return m_rows; }
  [[nodiscard]] std::uint64_t num_successors(Vertex v) const { return m_out_degrees[v]; }
  [[nodiscard]] std::uint64_t num_edges() const { return m_rows.m_forward.m_column.size(); }

  template <class Callback>
  void for_each_predecessor(Vertex v, Callback&& f) const {
    const auto& rows = m_rows.m_forward;
    const Vertex* const columns = rows.m_column.data();
    const EdgeIndex end = rows.m_rowstart[static_cast<std::size_t>(v) + 1];
    for (EdgeIndex e = rows.m_rowstart[v]; e != end; ++e) f(columns[e]);
  }

  friend std::uint64_t num_vertices(const transposed_graph& g) { return boost::num_vertices(g.m_rows); }

 private:
  csr m_rows;
  degree_array m_out_degrees;
};

/// The transpose with indices as narrow as the counts allow.
using stored_graph =
    std::variant<transposed_graph<std::uint32_t, std::uint32_t>, transposed_graph<std::uint32_t, std::uint64_t>,
                 transposed_graph<std::uint64_t, std::uint64_t>>;

[[nodiscard]] inline std::uint64_t num_vertices(const stored_graph& stored) {
  return std::visit([](const auto& graph) -> std::uint64_t { return num_vertices(graph); }, stored);
}

/// Whether vertices take as few bytes as their number allows, or always eight (to test what large graphs use).
enum class index_width : std::uint8_t { narrow, wide };

namespace detail {

/// Whether 32 bits can number the vertices.
template <class Graph>
[[nodiscard]] bool fits_narrow(const Graph& graph) {
  return num_vertices(graph) <= std::numeric_limits<std::uint32_t>::max();
}

/// Calls edge(v, successor) for every edge and row(v, out-degree) for every vertex, in blocks on `threads`
/// threads. Returns the number of edges.
template <SuccessorGraph Graph, class Edge, class Row>
std::uint64_t sweep_edges(const Graph& graph, unsigned threads, solve_visitor& visitor, const Edge& edge,
                          const Row& row) {
  std::atomic<std::uint64_t> num_edges{0};
  for_each_block(num_vertices(graph), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
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
    num_edges.fetch_add(edges_of_block, std::memory_order_relaxed);
  });
  return num_edges.load();
}

/// Replaces every number by the sum of the numbers up to and including it.
template <class Number>
void inclusive_scan_in_place(std::vector<Number>& numbers, unsigned threads) {
  using range = tbb::blocked_range<std::size_t>;
  worker_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_scan(
        range(0, numbers.size()), Number{0},
        [&](const range& block, Number sum, bool is_final) {
          for (std::size_t i = block.begin(); i != block.end(); ++i) {
            sum = static_cast<Number>(sum + numbers[i]);
            if (is_final) numbers[i] = sum;
          }
          return sum;
        },
        [](Number a, Number b) { return static_cast<Number>(a + b); });
  });
}

/// Fills the rows. `row_starts` holds in-degrees per vertex, and a zero behind them; each row is filled from
/// its end, so that the scanned ends have become starts when all edges are placed.
template <class Access, class Vertex, class EdgeIndex, SuccessorGraph Graph>
[[nodiscard]] transposed_graph<Vertex, EdgeIndex> fill_rows(const Graph& graph, std::vector<EdgeIndex> row_starts,
                                                            std::uint64_t num_edges, degree_array out_degrees,
                                                            unsigned threads, solve_visitor& visitor) {
  inclusive_scan_in_place(row_starts, threads);
  using graph_type = transposed_graph<Vertex, EdgeIndex>;
  typename graph_type::csr rows;
  rows.m_forward.m_rowstart = std::move(row_starts);
  rows.m_forward.m_column.resize(num_edges);
  auto& starts = rows.m_forward.m_rowstart;
  auto& columns = rows.m_forward.m_column;
  sweep_edges(
      graph, threads, visitor,
      [&](std::uint64_t from, std::uint64_t to) {
        const EdgeIndex end = Access::fetch_sub(starts[to], EdgeIndex{1});
        assert(end > 0);
        columns[static_cast<std::size_t>(end) - 1] = static_cast<Vertex>(from);
      },
      [](std::uint64_t, std::uint64_t) {});
  return graph_type(std::move(rows), std::move(out_degrees));
}

template <class Access, class Vertex, SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize_as(const Graph& graph, unsigned threads, solve_visitor& visitor) {
  const std::uint64_t n = num_vertices(graph);
  degree_array out_degrees(n);
  std::mutex large_degrees;
  std::atomic<bool> overflow{false};
  std::vector<Vertex> in_degrees(n + 1, Vertex{0});
  visitor.phase("count edges", n);
  const std::uint64_t num_edges = sweep_edges(
      graph, threads, visitor,
      [&](std::uint64_t, std::uint64_t to) {
        assert(to < n);
        const Vertex before = Access::fetch_add(in_degrees[to], Vertex{1});
        if (before == std::numeric_limits<Vertex>::max()) overflow.store(true, std::memory_order_relaxed);
      },
      [&](std::uint64_t v, std::uint64_t degree) { out_degrees.set(v, degree, large_degrees); });
  if (overflow.load()) throw contract_error("a position has more than 2^32 - 1 predecessors");
  visitor.phase("build", n);
  if constexpr (sizeof(Vertex) == sizeof(std::uint32_t)) {
    if (num_edges > std::numeric_limits<std::uint32_t>::max()) {
      std::vector<std::uint64_t> wide(in_degrees.begin(), in_degrees.end());
      in_degrees = {};
      return fill_rows<Access, Vertex>(graph, std::move(wide), num_edges, std::move(out_degrees), threads, visitor);
    }
  }
  return fill_rows<Access, Vertex>(graph, std::move(in_degrees), num_edges, std::move(out_degrees), threads, visitor);
}

}  // namespace detail

/// Builds the transpose of a graph on `threads` threads (0: all).
/// @throws interrupted, std::bad_alloc.
template <SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize(const Graph& graph, unsigned threads, solve_visitor& visitor,
                                       index_width width = index_width::narrow) {
  threads = resolve_threads(threads);
  const bool narrow = width == index_width::narrow && detail::fits_narrow(graph);
  const auto build = [&]<class Access>(Access) {
    return narrow ? detail::materialize_as<Access, std::uint32_t>(graph, threads, visitor)
                  : detail::materialize_as<Access, std::uint64_t>(graph, threads, visitor);
  };
  return threads == 1 ? build(plain_access{}) : build(shared_access{});
}

template <SuccessorGraph Graph>
[[nodiscard]] stored_graph materialize(const Graph& graph, unsigned threads = 0) {
  solve_visitor silent;
  return materialize(graph, threads, silent);
}

}  // namespace zermelo
