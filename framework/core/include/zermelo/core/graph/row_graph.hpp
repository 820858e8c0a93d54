// SPDX-License-Identifier: MIT
// Makes rows that are decoded while they are walked models of Boost.Graph's VertexListGraph, EdgeListGraph,
// IncidenceGraph and AdjacencyGraph, so that Boost's algorithms run on them. `out_edges` decodes a row into a buffer
// that its iterators share, which costs an allocation a call. The framework's own algorithms call `for_each_target`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

namespace zermelo {

/// @tparam Rows  derives from row_graph<Rows>, and has num_rows(), num_targets() and for_each_target(row, f)
template <class Rows>
class row_graph {
 public:
  using vertex_descriptor = std::uint64_t;
  struct edge_descriptor {
    vertex_descriptor from = 0;
    vertex_descriptor to = 0;
    std::uint64_t number = 0;  ///< in its row
    friend bool operator==(const edge_descriptor&, const edge_descriptor&) = default;
  };
  struct traversal_category : boost::vertex_list_graph_tag,
                              boost::edge_list_graph_tag,
                              boost::incidence_graph_tag,
                              boost::adjacency_graph_tag {};
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using vertices_size_type = std::uint64_t;
  using edges_size_type = std::uint64_t;
  using degree_size_type = std::uint64_t;
  using vertex_iterator = boost::counting_iterator<vertex_descriptor>;
  static vertex_descriptor null_vertex() { return static_cast<vertex_descriptor>(-1); }

 private:
  /// A row in plain numbers.
  struct decoded_row {
    vertex_descriptor from;
    std::vector<vertex_descriptor> targets;
  };
  using shared_row = std::shared_ptr<const decoded_row>;

  [[nodiscard]] static shared_row decoded(vertex_descriptor v, const Rows& g) {
    auto row = std::make_shared<decoded_row>(decoded_row{v, {}});
    g.for_each_target(v, [&row](vertex_descriptor to) { row->targets.push_back(to); });
    return row;
  }

 public:
  class out_edge_iterator : public boost::iterator_facade<out_edge_iterator, edge_descriptor,
                                                          boost::random_access_traversal_tag, edge_descriptor> {
   public:
    out_edge_iterator() = default;
    out_edge_iterator(shared_row row, std::uint64_t at) : m_row(std::move(row)), m_at(at) {}

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] edge_descriptor dereference() const { return {m_row->from, m_row->targets[m_at], m_at}; }
    [[nodiscard]] bool equal(const out_edge_iterator& other) const { return m_at == other.m_at; }
    void increment() { ++m_at; }
    void decrement() { --m_at; }
    void advance(std::ptrdiff_t steps) { m_at += static_cast<std::uint64_t>(steps); }
    [[nodiscard]] std::ptrdiff_t distance_to(const out_edge_iterator& other) const {
      return static_cast<std::ptrdiff_t>(other.m_at - m_at);
    }
    shared_row m_row;
    std::uint64_t m_at = 0;
  };

  class adjacency_iterator : public boost::iterator_facade<adjacency_iterator, vertex_descriptor,
                                                           boost::random_access_traversal_tag, vertex_descriptor> {
   public:
    adjacency_iterator() = default;
    explicit adjacency_iterator(out_edge_iterator edge) : m_edge(std::move(edge)) {}

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] vertex_descriptor dereference() const { return (*m_edge).to; }
    [[nodiscard]] bool equal(const adjacency_iterator& other) const { return m_edge == other.m_edge; }
    void increment() { ++m_edge; }
    void decrement() { --m_edge; }
    void advance(std::ptrdiff_t steps) { m_edge += steps; }
    [[nodiscard]] std::ptrdiff_t distance_to(const adjacency_iterator& other) const { return other.m_edge - m_edge; }
    out_edge_iterator m_edge;
  };

  /// Goes over all edges, row by row.
  class edge_iterator
      : public boost::iterator_facade<edge_iterator, edge_descriptor, boost::forward_traversal_tag, edge_descriptor> {
   public:
    edge_iterator() = default;
    /// At the first edge of a row that is not empty, from `row` on.
    edge_iterator(const Rows& graph, vertex_descriptor row) : m_graph(&graph), m_from(row) { find_row(); }

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] edge_descriptor dereference() const { return {m_from, m_row->targets[m_at], m_at}; }
    [[nodiscard]] bool equal(const edge_iterator& other) const { return m_from == other.m_from && m_at == other.m_at; }
    void increment() {
      if (++m_at < m_row->targets.size()) return;
      m_at = 0;
      ++m_from;
      find_row();
    }
    void find_row() {
      for (; m_from != m_graph->num_rows(); ++m_from) {
        m_row = decoded(m_from, *m_graph);
        if (!m_row->targets.empty()) return;
      }
    }

    const Rows* m_graph = nullptr;
    vertex_descriptor m_from = 0;
    shared_row m_row;
    std::uint64_t m_at = 0;
  };

  friend std::uint64_t num_vertices(const Rows& g) { return g.num_rows(); }
  friend std::uint64_t num_edges(const Rows& g) { return g.num_targets(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const Rows& g) {
    return {vertex_iterator(0), vertex_iterator(g.num_rows())};
  }
  friend std::pair<edge_iterator, edge_iterator> edges(const Rows& g) {
    return {edge_iterator(g, 0), edge_iterator(g, g.num_rows())};
  }
  friend vertex_descriptor source(const edge_descriptor& e, const Rows&) { return e.from; }
  friend vertex_descriptor target(const edge_descriptor& e, const Rows&) { return e.to; }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(vertex_descriptor v, const Rows& g) {
    const shared_row row = decoded(v, g);
    return {out_edge_iterator(row, 0), out_edge_iterator(row, row->targets.size())};
  }
  friend std::pair<adjacency_iterator, adjacency_iterator> adjacent_vertices(vertex_descriptor v, const Rows& g) {
    const auto [begin, end] = out_edges(v, g);
    return {adjacency_iterator(begin), adjacency_iterator(end)};
  }
  friend degree_size_type out_degree(vertex_descriptor v, const Rows& g) {
    degree_size_type degree = 0;
    g.for_each_target(v, [&degree](vertex_descriptor) { ++degree; });
    return degree;
  }
  friend boost::typed_identity_property_map<vertex_descriptor> get(boost::vertex_index_t, const Rows&) { return {}; }
  friend vertex_descriptor get(boost::vertex_index_t, const Rows&, vertex_descriptor v) { return v; }
};

}  // namespace zermelo

namespace boost {
template <class Rows>
  requires std::derived_from<Rows, zermelo::row_graph<Rows>>
struct property_map<Rows, vertex_index_t, void> {
  using type = typed_identity_property_map<std::uint64_t>;
  using const_type = type;
};
}  // namespace boost
