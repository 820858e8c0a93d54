// SPDX-License-Identifier: MIT
// A game as an implicit Boost.Graph graph. Vertices are all positions of the index range, including unused indices;
// edges are the moves, which the game generates on demand.
//
// Models VertexListGraph and IncidenceGraph, and BidirectionalGraph if the game has predecessors, so that any
// Boost.Graph algorithm runs on a game. Unused indices and terminals have no edges out, and unused indices have no
// edges in. In a game reduced by symmetry (hook `canonical`), only canonical positions are legal. An edge a -> b stands
// for all moves from a to the orbit of b; with the hook `num_symmetries`, each of them is an edge.
//
// `out_edges` and `in_edges` gather edges in a buffer that their iterators share; this costs one allocation per call.
// Zermelo's own algorithms use rules.hpp instead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The game must outlive the graph. As thread-safe as the game's const members.
template <RankedGameOrWrong G>
class game_graph : public game_moves<G> {
 public:
  using game_moves<G>::has_predecessors;

  explicit game_graph(const G& game) : game_moves<G>(game) {}

  // Boost.Graph's associated types.
  struct edge_descriptor {
    position from = 0;
    position to = 0;
    std::uint32_t number = 0;  ///< distinguishes parallel edges
    friend bool operator==(const edge_descriptor&, const edge_descriptor&) = default;
  };
  struct traversal_category : boost::vertex_list_graph_tag,
                              std::conditional_t<game_moves<G>::has_predecessors, boost::bidirectional_graph_tag,
                                                 boost::incidence_graph_tag> {};
  using vertex_descriptor = position;
  using directed_category = std::conditional_t<has_predecessors, boost::bidirectional_tag, boost::directed_tag>;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using vertices_size_type = position;
  using edges_size_type = std::uint64_t;
  using degree_size_type = std::uint64_t;
  using vertex_iterator = boost::counting_iterator<position>;
  static vertex_descriptor null_vertex() { return static_cast<position>(-1); }

  /// Iterates over edges, which it owns jointly with the other iterators of its range.
  class edge_iterator : public boost::iterator_facade<edge_iterator, edge_descriptor,
                                                      boost::random_access_traversal_tag, edge_descriptor> {
   public:
    edge_iterator() = default;
    edge_iterator(std::shared_ptr<const std::vector<edge_descriptor>> edges, std::ptrdiff_t at)
        : m_edges(std::move(edges)), m_at(at) {}

   private:
    friend class boost::iterator_core_access;
    [[nodiscard]] edge_descriptor dereference() const { return (*m_edges)[static_cast<std::size_t>(m_at)]; }
    [[nodiscard]] bool equal(const edge_iterator& other) const { return m_at == other.m_at; }
    void increment() { ++m_at; }
    void decrement() { --m_at; }
    void advance(std::ptrdiff_t steps) { m_at += steps; }
    [[nodiscard]] std::ptrdiff_t distance_to(const edge_iterator& other) const { return other.m_at - m_at; }
    std::shared_ptr<const std::vector<edge_descriptor>> m_edges;
    std::ptrdiff_t m_at = 0;
  };
  using out_edge_iterator = edge_iterator;
  using in_edge_iterator = edge_iterator;

  // Boost.Graph's functions, found by argument-dependent lookup.

  friend position num_vertices(const game_graph& g) { return g.num_positions(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const game_graph& g) {
    return {vertex_iterator(0), vertex_iterator(g.num_positions())};
  }
  friend position source(const edge_descriptor& e, const game_graph&) { return e.from; }
  friend position target(const edge_descriptor& e, const game_graph&) { return e.to; }
  friend std::pair<edge_iterator, edge_iterator> out_edges(position p, const game_graph& g) {
    auto edges = std::make_shared<std::vector<edge_descriptor>>();
    g.for_each_successor(p, [&](position to) { edges->push_back({p, to, static_cast<std::uint32_t>(edges->size())}); });
    return range_of(std::move(edges));
  }
  friend degree_size_type out_degree(position p, const game_graph& g) {
    degree_size_type degree = 0;
    g.inspect(p, [&](player, const std::optional<result>& terminal) {
      if (!terminal) degree = g.num_successors(p);
    });
    return degree;
  }
  /// @throws contract_error if a predecessor of p does not list p equally often as a successor.
  friend std::pair<edge_iterator, edge_iterator> in_edges(position p, const game_graph& g)
    requires has_predecessors
  {
    auto edges = std::make_shared<std::vector<edge_descriptor>>();
    if (g.label(p).is_legal) {
      g.for_each_predecessor(p, [&](position from) { edges->push_back({from, p, 0}); });
    }
    // An edge has the same descriptor here and in `out_edges` of its source: its number is its index in the latter.
    std::sort(edges->begin(), edges->end(), [](const auto& a, const auto& b) { return a.from < b.from; });
    for (std::size_t i = 0; i < edges->size();) {
      const position from = (*edges)[i].from;
      std::uint32_t number = 0;
      g.for_each_successor(from, [&](position to) {
        if (to == p && i < edges->size() && (*edges)[i].from == from) (*edges)[i++].number = number;
        ++number;
      });
      // A predecessor that does not list p as a successor would make this loop endless.
      if (i < edges->size() && (*edges)[i].from == from) {
        throw contract_error("for_each_predecessor lists a move that for_each_successor does not list");
      }
    }
    return range_of(std::move(edges));
  }
  friend degree_size_type in_degree(position p, const game_graph& g)
    requires has_predecessors
  {
    degree_size_type count = 0;
    if (g.label(p).is_legal) g.for_each_predecessor(p, [&count](position) { ++count; });
    return count;
  }
  friend degree_size_type degree(position p, const game_graph& g)
    requires has_predecessors
  {
    return in_degree(p, g) + out_degree(p, g);
  }
  friend boost::typed_identity_property_map<position> get(boost::vertex_index_t, const game_graph&) { return {}; }
  friend position get(boost::vertex_index_t, const game_graph&, position p) { return p; }

 private:
  [[nodiscard]] static std::pair<edge_iterator, edge_iterator> range_of(
      std::shared_ptr<const std::vector<edge_descriptor>> edges) {
    const auto size = static_cast<std::ptrdiff_t>(edges->size());
    return {edge_iterator(edges, 0), edge_iterator(edges, size)};
  }
};

}  // namespace zermelo

namespace boost {
template <class G>
struct property_map<zermelo::game_graph<G>, vertex_index_t> {
  using type = typed_identity_property_map<zermelo::position>;
  using const_type = type;
};
}  // namespace boost
