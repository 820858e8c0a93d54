// SPDX-License-Identifier: MIT
// How the algorithms walk a graph: three customization points and the concepts built on them.
//
//   for_each_successor(v, g, f)    calls f(u) once per edge v -> u
//   for_each_predecessor(v, g, f)  calls f(u) once per edge u -> v (parallel edges: several times)
//   num_successors(v, g)           the number of edges out of v
//
// Each uses the graph's member function of that name where there is one, then a free function found by
// argument-dependent lookup, then Boost.Graph's out_edges, in_edges and out_degree. A Boost.Graph graph needs
// nothing more than integral vertex descriptors 0 .. num_vertices(g) - 1.
#pragma once

#include <concepts>
#include <cstdint>

#include <zermelo/core/game.hpp>

namespace zermelo {
namespace detail::access {

// Makes the unqualified calls below look up functions, not the objects of the same names.
void for_each_successor() = delete;
void for_each_predecessor() = delete;
void num_successors() = delete;

struct for_each_successor_fn {
  template <class Vertex, class Graph, class Callback>
  constexpr void operator()(Vertex v, const Graph& g, Callback&& f) const
    requires requires { g.for_each_successor(v, f); } || requires { for_each_successor(v, g, f); } ||
             requires { out_edges(v, g); }
  {
    if constexpr (requires { g.for_each_successor(v, f); }) {
      g.for_each_successor(v, f);
    } else if constexpr (requires { for_each_successor(v, g, f); }) {
      for_each_successor(v, g, f);
    } else {
      for (auto [edge, end] = out_edges(v, g); edge != end; ++edge) f(target(*edge, g));
    }
  }
};

struct for_each_predecessor_fn {
  template <class Vertex, class Graph, class Callback>
  constexpr void operator()(Vertex v, const Graph& g, Callback&& f) const
    requires requires { g.for_each_predecessor(v, f); } || requires { for_each_predecessor(v, g, f); } ||
             requires { in_edges(v, g); }
  {
    if constexpr (requires { g.for_each_predecessor(v, f); }) {
      g.for_each_predecessor(v, f);
    } else if constexpr (requires { for_each_predecessor(v, g, f); }) {
      for_each_predecessor(v, g, f);
    } else {
      for (auto [edge, end] = in_edges(v, g); edge != end; ++edge) f(source(*edge, g));
    }
  }
};

struct num_successors_fn {
  template <class Vertex, class Graph>
  constexpr std::uint64_t operator()(Vertex v, const Graph& g) const
    requires requires { g.num_successors(v); } || requires { num_successors(v, g); } ||
             requires { out_degree(v, g); }
  {
    if constexpr (requires { g.num_successors(v); }) {
      return g.num_successors(v);
    } else if constexpr (requires { num_successors(v, g); }) {
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

/// A graph that can be walked forwards.
template <class Graph>
concept SuccessorGraph = IndexedGraph<Graph> && requires(const Graph& g, vertex_of<Graph> v) {
  for_each_successor(v, g, detail::any_callback{});
};

/// A graph that can be walked backwards and knows its out-degrees: all that retrograde analysis needs.
template <class Graph>
concept PredecessorGraph = IndexedGraph<Graph> && requires(const Graph& g, vertex_of<Graph> v) {
  for_each_predecessor(v, g, detail::any_callback{});
  { num_successors(v, g) } -> std::same_as<std::uint64_t>;
};

}  // namespace zermelo
