// SPDX-License-Identifier: MIT
// Makes compressed rows, and classes derived from them, models of Boost.Graph's VertexListGraph, EdgeListGraph,
// IncidenceGraph and AdjacencyGraph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/graph/compressed_rows.hpp>

namespace zermelo {
namespace detail {

template <class Vertex, class EdgeIndex, template <class...> class Array>
compressed_rows<Vertex, EdgeIndex, Array> as_compressed_rows(const compressed_rows<Vertex, EdgeIndex, Array>&);

}  // namespace detail

/// Whether a graph is compressed rows, or derives from them.
template <class Graph>
concept CompressedRows = requires(const Graph& g) { detail::as_compressed_rows(g); };

/// An edge of compressed rows.
template <class Vertex, class EdgeIndex>
struct row_edge {
  Vertex from = 0;
  EdgeIndex number = 0;  ///< the edges are numbered in the order of the rows
  friend bool operator==(const row_edge&, const row_edge&) = default;
};

/// Iterates over the edges of a row.
template <class Vertex, class EdgeIndex>
class row_edge_iterator
    : public boost::iterator_facade<row_edge_iterator<Vertex, EdgeIndex>, row_edge<Vertex, EdgeIndex>,
                                    boost::random_access_traversal_tag, row_edge<Vertex, EdgeIndex>> {
 public:
  row_edge_iterator() = default;
  explicit row_edge_iterator(row_edge<Vertex, EdgeIndex> at) : m_at(at) {}

 private:
  friend class boost::iterator_core_access;
  [[nodiscard]] row_edge<Vertex, EdgeIndex> dereference() const { return m_at; }
  [[nodiscard]] bool equal(const row_edge_iterator& other) const { return m_at.number == other.m_at.number; }
  void increment() { ++m_at.number; }
  void decrement() { --m_at.number; }
  void advance(std::ptrdiff_t steps) { m_at.number = static_cast<EdgeIndex>(m_at.number + steps); }
  [[nodiscard]] std::ptrdiff_t distance_to(const row_edge_iterator& other) const {
    return static_cast<std::ptrdiff_t>(other.m_at.number) - static_cast<std::ptrdiff_t>(m_at.number);
  }

  row_edge<Vertex, EdgeIndex> m_at;
};

/// Iterates over all edges, row by row.
template <class Vertex, class EdgeIndex>
class all_edges_iterator
    : public boost::iterator_facade<all_edges_iterator<Vertex, EdgeIndex>, row_edge<Vertex, EdgeIndex>,
                                    boost::forward_traversal_tag, row_edge<Vertex, EdgeIndex>> {
 public:
  all_edges_iterator() = default;
  all_edges_iterator(std::span<const EdgeIndex> starts, row_edge<Vertex, EdgeIndex> at)
      : m_starts(starts.data()), m_at(at) {}

 private:
  friend class boost::iterator_core_access;
  [[nodiscard]] row_edge<Vertex, EdgeIndex> dereference() const {
    // The edge belongs to the first row that ends after the edge; rows may be empty.
    while (m_starts[m_at.from + std::size_t{1}] <= m_at.number) ++m_at.from;
    return m_at;
  }
  [[nodiscard]] bool equal(const all_edges_iterator& other) const { return m_at.number == other.m_at.number; }
  void increment() { ++m_at.number; }

  const EdgeIndex* m_starts = nullptr;
  mutable row_edge<Vertex, EdgeIndex> m_at;  ///< `from` may precede the edge's row until `dereference`
};

template <class Vertex, class EdgeIndex, template <class...> class Array>
std::uint64_t num_vertices(const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  return g.num_rows();
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
std::uint64_t num_edges(const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  return g.num_targets();
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
auto vertices(const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  using iterator = boost::counting_iterator<Vertex>;
  return std::pair(iterator(0), iterator(static_cast<Vertex>(g.num_rows())));
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
auto edges(const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  using iterator = all_edges_iterator<Vertex, EdgeIndex>;
  return std::pair(iterator(g.starts(), {}), iterator(g.starts(), {0, static_cast<EdgeIndex>(g.num_targets())}));
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
Vertex source(const row_edge<Vertex, EdgeIndex>& e, const compressed_rows<Vertex, EdgeIndex, Array>&) {
  return e.from;
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
Vertex target(const row_edge<Vertex, EdgeIndex>& e, const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  return g.targets()[e.number];
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
auto out_edges(std::type_identity_t<Vertex> v, const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  using iterator = row_edge_iterator<Vertex, EdgeIndex>;
  return std::pair(iterator({v, g.starts()[v]}), iterator({v, g.starts()[v + std::size_t{1}]}));
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
std::uint64_t out_degree(std::type_identity_t<Vertex> v, const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  return g.row(v).size();
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
std::pair<const Vertex*, const Vertex*> adjacent_vertices(std::type_identity_t<Vertex> v,
                                                          const compressed_rows<Vertex, EdgeIndex, Array>& g) {
  const std::span<const Vertex> targets = g.row(v);
  return {targets.data(), targets.data() + targets.size()};
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
boost::typed_identity_property_map<Vertex> get(boost::vertex_index_t,
                                               const compressed_rows<Vertex, EdgeIndex, Array>&) {
  return {};
}
template <class Vertex, class EdgeIndex, template <class...> class Array>
Vertex get(boost::vertex_index_t, const compressed_rows<Vertex, EdgeIndex, Array>&, std::type_identity_t<Vertex> v) {
  return v;
}

}  // namespace zermelo

namespace boost {
template <zermelo::CompressedRows Graph>
struct graph_traits<Graph> {
  struct traversal_category : vertex_list_graph_tag, edge_list_graph_tag, incidence_graph_tag, adjacency_graph_tag {};
  using vertex_descriptor = typename Graph::vertex_descriptor;
  using edge_descriptor = zermelo::row_edge<vertex_descriptor, typename Graph::edge_index>;
  using directed_category = directed_tag;
  using edge_parallel_category = allow_parallel_edge_tag;
  using vertices_size_type = std::uint64_t;
  using edges_size_type = std::uint64_t;
  using degree_size_type = std::uint64_t;
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using edge_iterator = zermelo::all_edges_iterator<vertex_descriptor, typename Graph::edge_index>;
  using out_edge_iterator = zermelo::row_edge_iterator<vertex_descriptor, typename Graph::edge_index>;
  using adjacency_iterator = const vertex_descriptor*;
  using in_edge_iterator = void;
  static vertex_descriptor null_vertex() { return static_cast<vertex_descriptor>(-1); }
};

template <zermelo::CompressedRows Graph>
struct property_map<Graph, vertex_index_t> {
  using type = typed_identity_property_map<typename Graph::vertex_descriptor>;
  using const_type = type;
};
}  // namespace boost
