// SPDX-License-Identifier: MIT
// A directed graph in compressed sparse rows: one array with the targets of all edges, row by row, and one with
// where each row starts. It is the one graph in memory: the stored graphs of games and their transposes, whose arrays
// are not touched before they are filled, so that threads can fill them in parallel (what Boost's own
// compressed_sparse_row_graph does not offer); and, in vectors, boards (adjacency.hpp).
//
// Models Boost.Graph's VertexListGraph, EdgeListGraph, IncidenceGraph and AdjacencyGraph, so that Boost's algorithms
// run on it. Immutable and thread-safe once built. One that was moved from can be assigned to and destroyed, and
// nothing else.
//
//   memory  E vertices and V + 1 edge numbers
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo {

/// `Array` holds both arrays: as it is, the rows are movable and not copyable; with vectors they are a regular value.
template <std::unsigned_integral Vertex, std::unsigned_integral EdgeIndex,
          template <class...> class Array = uninitialized_array>
class compressed_rows {
 public:
  // Boost.Graph's associated types.
  struct edge_descriptor {
    Vertex from = 0;
    EdgeIndex number = 0;  ///< in the order of the rows
    friend bool operator==(const edge_descriptor&, const edge_descriptor&) = default;
  };
  struct traversal_category : boost::vertex_list_graph_tag,
                              boost::edge_list_graph_tag,
                              boost::incidence_graph_tag,
                              boost::adjacency_graph_tag {};
  using vertex_descriptor = Vertex;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using vertices_size_type = std::uint64_t;
  using edges_size_type = std::uint64_t;
  using degree_size_type = std::uint64_t;
  using vertex_iterator = boost::counting_iterator<Vertex>;
  using adjacency_iterator = const Vertex*;
  static vertex_descriptor null_vertex() { return static_cast<Vertex>(-1); }

  class out_edge_iterator : public boost::iterator_facade<out_edge_iterator, edge_descriptor,
                                                          boost::random_access_traversal_tag, edge_descriptor> {
   public:
    out_edge_iterator() = default;
    explicit out_edge_iterator(edge_descriptor at) : m_at(at) {}

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] edge_descriptor dereference() const { return m_at; }
    [[nodiscard]] bool equal(const out_edge_iterator& other) const { return m_at.number == other.m_at.number; }
    void increment() { ++m_at.number; }
    void decrement() { --m_at.number; }
    void advance(std::ptrdiff_t steps) { m_at.number = static_cast<EdgeIndex>(m_at.number + steps); }
    [[nodiscard]] std::ptrdiff_t distance_to(const out_edge_iterator& other) const {
      return static_cast<std::ptrdiff_t>(other.m_at.number) - static_cast<std::ptrdiff_t>(m_at.number);
    }
    edge_descriptor m_at;
  };

  /// Goes over all edges, row by row.
  class edge_iterator
      : public boost::iterator_facade<edge_iterator, edge_descriptor, boost::forward_traversal_tag, edge_descriptor> {
   public:
    edge_iterator() = default;
    edge_iterator(const compressed_rows& graph, edge_descriptor at) : m_starts(graph.m_starts.data()), m_at(at) {}

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] edge_descriptor dereference() const {
      // Rows may be empty: the edge belongs to the first that ends behind it.
      while (m_starts[m_at.from + std::size_t{1}] <= m_at.number) ++m_at.from;
      return m_at;
    }
    [[nodiscard]] bool equal(const edge_iterator& other) const { return m_at.number == other.m_at.number; }
    void increment() { ++m_at.number; }

    const EdgeIndex* m_starts = nullptr;
    mutable edge_descriptor m_at;  ///< its row may be one in front of the edge's until it is asked for
  };

  compressed_rows() : m_starts(1) { m_starts[0] = 0; }
  /// @param starts where the row of each vertex starts in `targets`, and `targets.size()` behind them
  compressed_rows(Array<EdgeIndex> starts, Array<Vertex> targets)
      : m_starts(std::move(starts)), m_targets(std::move(targets)) {
    assert(m_starts.size() > 0 && m_starts[m_starts.size() - 1] == m_targets.size());
  }

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_starts.size() - 1; }
  [[nodiscard]] std::uint64_t num_targets() const noexcept { return m_targets.size(); }
  /// The targets of the edges out of v.
  [[nodiscard]] std::span<const Vertex> row(Vertex v) const noexcept {
    const EdgeIndex start = m_starts[v];
    return {m_targets.data() + start, static_cast<std::size_t>(m_starts[v + std::size_t{1}] - start)};
  }

  friend std::uint64_t num_vertices(const compressed_rows& g) { return g.num_rows(); }
  friend std::uint64_t num_edges(const compressed_rows& g) { return g.num_targets(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const compressed_rows& g) {
    return {vertex_iterator(0), vertex_iterator(static_cast<Vertex>(g.num_rows()))};
  }
  friend std::pair<edge_iterator, edge_iterator> edges(const compressed_rows& g) {
    return {edge_iterator(g, {}), edge_iterator(g, {0, static_cast<EdgeIndex>(g.num_targets())})};
  }
  friend Vertex source(const edge_descriptor& e, const compressed_rows&) { return e.from; }
  friend Vertex target(const edge_descriptor& e, const compressed_rows& g) { return g.m_targets[e.number]; }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(Vertex v, const compressed_rows& g) {
    return {out_edge_iterator({v, g.m_starts[v]}), out_edge_iterator({v, g.m_starts[v + std::size_t{1}]})};
  }
  friend degree_size_type out_degree(Vertex v, const compressed_rows& g) { return g.row(v).size(); }
  friend std::pair<adjacency_iterator, adjacency_iterator> adjacent_vertices(Vertex v, const compressed_rows& g) {
    const std::span<const Vertex> targets = g.row(v);
    return {targets.data(), targets.data() + targets.size()};
  }
  friend boost::typed_identity_property_map<Vertex> get(boost::vertex_index_t, const compressed_rows&) { return {}; }
  friend Vertex get(boost::vertex_index_t, const compressed_rows&, Vertex v) { return v; }

 protected:
  Array<EdgeIndex> m_starts;
  Array<Vertex> m_targets;
};

}  // namespace zermelo

namespace boost {
template <class Vertex, class EdgeIndex, template <class...> class Array>
struct property_map<zermelo::compressed_rows<Vertex, EdgeIndex, Array>, vertex_index_t> {
  using type = typed_identity_property_map<Vertex>;
  using const_type = type;
};
}  // namespace boost
