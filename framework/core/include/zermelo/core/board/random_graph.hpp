// SPDX-License-Identifier: MIT
// Random connected graphs, as instances of games. Equal arguments give equal graphs on every platform.
//
// Algorithm: one xoshiro256** generator seeded by splitmix64 (random.hpp) makes
//   1. an order of the nodes by a Fisher-Yates shuffle: for i = n - 1 .. 1, swap the nodes at i and below(i + 1);
//   2. a random recursive tree: for i = 1 .. n - 1, an edge between the nodes at i and below(i) of that order;
//   3. further edges {below(n), below(n)} until there are round(n * mean_degree / 2) edges; loops and duplicate edges
//      are drawn again.
// A complete graph is made without drawing. Every list of neighbours is ascending.
//
//   memory  the graph; 12 bytes per edge, or a bit for every pair of nodes if that is less; 4 bytes per node
#pragma once

#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// The size of a random graph.
struct random_graph_size {
  std::uint64_t edges = 0;          ///< undirected edges
  std::uint64_t bytes_to_make = 0;  ///< peak memory while the graph is made
};

/// The size of the graph that random_graph makes. Preconditions and errors are those of random_graph.
[[nodiscard]] random_graph_size size_of_random_graph(std::uint32_t nodes, double mean_degree);

/// A connected undirected graph without loops or double edges, with round(nodes * mean_degree / 2) edges.
/// Precondition: nodes > 0.
/// @throws input_error if no such graph exists; resource_error if it has more edges than adjacency_lists can store;
///   interrupted.
[[nodiscard]] adjacency_lists random_graph(std::uint32_t nodes, double mean_degree, std::uint64_t seed,
                                           const work_monitor& monitor = work_monitor());

}  // namespace zermelo
