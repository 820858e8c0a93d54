// SPDX-License-Identifier: MIT
// Access to graphs for algorithms: three customization points and the concepts built on them.
//
//   for_each_successor(v, g, f)    calls f(u) once per edge v -> u
//   for_each_predecessor(v, g, f)  calls f(u) once per edge u -> v, so several times for parallel edges
//   num_successors(v, g)           the number of edges out of v
//
// Each uses the graph's member function of the same name if it exists, otherwise a free function found by
// argument-dependent lookup, otherwise out_edges, in_edges or out_degree of Boost.Graph. A Boost.Graph graph needs only
// integral vertex descriptors 0 .. num_vertices(g) - 1.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

#include <zermelo/core/base/any_callback.hpp>

namespace zermelo {
namespace detail::access {

// These declarations make unqualified calls below look up functions, not the objects of the same names.
void for_each_successor() = delete;
void for_each_predecessor() = delete;
void num_successors() = delete;

template <class Graph, class Vertex, class Callback>
concept MemberSuccessors = requires(const Graph& g, Vertex v, Callback& f) { g.for_each_successor(v, f); };
template <class Graph, class Vertex, class Callback>
concept FreeSuccessors = requires(const Graph& g, Vertex v, Callback& f) { for_each_successor(v, g, f); };
template <class Graph, class Vertex>
concept BoostSuccessors = requires(const Graph& g, Vertex v) { out_edges(v, g); };

struct for_each_successor_fn {
  template <class Vertex, class Graph, class Callback>
    requires(MemberSuccessors<Graph, Vertex, Callback> || FreeSuccessors<Graph, Vertex, Callback> ||
             BoostSuccessors<Graph, Vertex>)
  constexpr void operator()(Vertex v, const Graph& g, Callback&& f) const {
    if constexpr (MemberSuccessors<Graph, Vertex, Callback>) {
      g.for_each_successor(v, f);
    } else if constexpr (FreeSuccessors<Graph, Vertex, Callback>) {
      for_each_successor(v, g, f);
    } else {
      for (auto [edge, end] = out_edges(v, g); edge != end; ++edge) f(target(*edge, g));
    }
  }
};

template <class Graph, class Vertex, class Callback>
concept MemberPredecessors = requires(const Graph& g, Vertex v, Callback& f) { g.for_each_predecessor(v, f); };
template <class Graph, class Vertex, class Callback>
concept FreePredecessors = requires(const Graph& g, Vertex v, Callback& f) { for_each_predecessor(v, g, f); };
template <class Graph, class Vertex>
concept BoostPredecessors = requires(const Graph& g, Vertex v) { in_edges(v, g); };

struct for_each_predecessor_fn {
  template <class Vertex, class Graph, class Callback>
    requires(MemberPredecessors<Graph, Vertex, Callback> || FreePredecessors<Graph, Vertex, Callback> ||
             BoostPredecessors<Graph, Vertex>)
  constexpr void operator()(Vertex v, const Graph& g, Callback&& f) const {
    if constexpr (MemberPredecessors<Graph, Vertex, Callback>) {
      g.for_each_predecessor(v, f);
    } else if constexpr (FreePredecessors<Graph, Vertex, Callback>) {
      for_each_predecessor(v, g, f);
    } else {
      for (auto [edge, end] = in_edges(v, g); edge != end; ++edge) f(source(*edge, g));
    }
  }
};

template <class Graph, class Vertex>
concept MemberDegree = requires(const Graph& g, Vertex v) { g.num_successors(v); };
template <class Graph, class Vertex>
concept FreeDegree = requires(const Graph& g, Vertex v) { num_successors(v, g); };
template <class Graph, class Vertex>
concept BoostDegree = requires(const Graph& g, Vertex v) { out_degree(v, g); };

struct num_successors_fn {
  template <class Vertex, class Graph>
    requires(MemberDegree<Graph, Vertex> || FreeDegree<Graph, Vertex> || BoostDegree<Graph, Vertex>)
  constexpr std::uint64_t operator()(Vertex v, const Graph& g) const {
    if constexpr (MemberDegree<Graph, Vertex>) {
      return g.num_successors(v);
    } else if constexpr (FreeDegree<Graph, Vertex>) {
      return num_successors(v, g);
    } else {
      return static_cast<std::uint64_t>(out_degree(v, g));
    }
  }
};

}  // namespace detail::access

inline namespace customization {
inline constexpr detail::access::for_each_successor_fn for_each_successor{};
inline constexpr detail::access::for_each_predecessor_fn for_each_predecessor{};
inline constexpr detail::access::num_successors_fn num_successors{};
}  // namespace customization

template <class Graph>
using vertex_of = typename Graph::vertex_descriptor;

/// A graph whose vertices are the integers 0 .. num_vertices(g) - 1.
template <class Graph>
concept IndexedGraph = std::unsigned_integral<vertex_of<Graph>> && requires(const Graph& g) {
  { num_vertices(g) } -> std::convertible_to<std::uint64_t>;
};

/// Whether 32-bit integers can number `num_vertices` vertices.
[[nodiscard]] constexpr bool has_narrow_vertices(std::uint64_t num_vertices) noexcept {
  return num_vertices <= std::numeric_limits<std::uint32_t>::max();
}

/// A graph that can be walked forwards.
template <class Graph>
concept SuccessorGraph = IndexedGraph<Graph> && requires(const Graph& g, vertex_of<Graph> v) {
  for_each_successor(v, g, detail::any_callback{});
};

/// A graph that can be walked backwards and has out-degrees, which is all that retrograde analysis needs.
template <class Graph>
concept PredecessorGraph = IndexedGraph<Graph> && requires(const Graph& g, vertex_of<Graph> v) {
  for_each_predecessor(v, g, detail::any_callback{});
  { num_successors(v, g) } -> std::same_as<std::uint64_t>;
};

}  // namespace zermelo
