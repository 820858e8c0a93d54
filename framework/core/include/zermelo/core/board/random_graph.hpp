// SPDX-License-Identifier: MIT
// Random connected graphs, as instances of games. The same arguments give the same graph on every platform.
//
// Algorithm: one xoshiro256** generator seeded by splitmix64 (random.hpp) makes
//   1. an order of the nodes by a Fisher-Yates shuffle: for i = n - 1 .. 1, swap places i and below(i + 1);
//   2. a random recursive tree: for i = 1 .. n - 1, an edge between places i and below(i) of that order;
//   3. further edges {below(n), below(n)}, drawn again where they are loops or there already, until there are
//      round(n * mean_degree / 2).
// Every list of neighbours is ascending.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/board/adjacency.hpp>

namespace zermelo {

/// A connected undirected graph without loops or double edges, with round(nodes * mean_degree / 2) edges.
/// Precondition: nodes > 0.
/// @throws input_error if no such graph exists, resource_error if it has more edges than adjacency_lists can hold.
[[nodiscard]] inline adjacency_lists random_graph(std::uint32_t nodes, double mean_degree, std::uint64_t seed) {
  using node = adjacency_lists::node;
  const double wanted = std::round(nodes * mean_degree / 2);
  const std::uint64_t fewest = nodes - std::uint64_t{1};
  const std::uint64_t most = fewest * nodes / 2;
  if (!(wanted >= static_cast<double>(fewest) && wanted <= static_cast<double>(most))) {
    throw input_error(
        fmt::format("degree={} asks for {:.0f} edges; a connected graph of {} nodes has from {} to {}, so a degree "
                    "from {:.4g} to {}",
                    mean_degree, wanted, nodes, fewest, most, 2.0 * static_cast<double>(fewest) / nodes, fewest));
  }
  if (wanted > static_cast<double>(adjacency_lists::max_edges) / 2) {
    throw resource_error(fmt::format("a graph of {:.0f} edges is larger than 2^25", wanted));
  }
  const auto num_edges = static_cast<std::size_t>(wanted);

  random_generator random(seed);
  std::vector<node> order(nodes);
  std::iota(order.begin(), order.end(), node{0});
  for (std::size_t i = nodes; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);

  std::vector<std::pair<node, node>> edges;  // both directions
  std::unordered_set<std::uint64_t> known;   // only asked for members, so that its order does not matter
  const auto connect = [&](node a, node b) {
    const std::uint64_t key = std::uint64_t{std::min(a, b)} * nodes + std::max(a, b);
    if (a == b || !known.insert(key).second) return;
    edges.emplace_back(a, b);
    edges.emplace_back(b, a);
  };
  for (std::size_t i = 1; i < nodes; ++i) connect(order[i], order[random.below(i)]);
  while (known.size() < num_edges) {
    const auto a = static_cast<node>(random.below(nodes));
    const auto b = static_cast<node>(random.below(nodes));
    connect(a, b);
  }

  std::sort(edges.begin(), edges.end());
  adjacency_lists graph;
  auto edge = edges.begin();
  for (node v = 0; v < nodes; ++v) {
    graph.add_node();
    for (; edge != edges.end() && edge->first == v; ++edge) graph.add_neighbour(edge->second);
  }
  return graph;
}

}  // namespace zermelo
