// SPDX-License-Identifier: MIT
#include <zermelo/core/board/random_graph.hpp>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/board/edge_set.hpp>

namespace zermelo {

random_graph_size size_of_random_graph(std::uint32_t nodes, double mean_degree) {
  const double wanted = std::round(nodes * mean_degree / 2);
  const std::uint64_t min_edges = nodes - std::uint64_t{1};
  const std::uint64_t max_edges = min_edges * nodes / 2;
  if (!(wanted >= static_cast<double>(min_edges) && wanted <= static_cast<double>(max_edges))) {
    throw input_error(fmt::format(
        "degree={} gives {:.0f} edges; a connected graph of {} nodes has {} to {}; choose a degree from {:.4g} to {}",
        mean_degree, wanted, nodes, min_edges, max_edges, 2.0 * static_cast<double>(min_edges) / nodes, min_edges));
  }
  if (wanted > static_cast<double>(adjacency_lists::max_edges) / 2) {
    throw resource_error(fmt::format("a graph of {:.0f} edges is too large; at most 2^25 edges are supported", wanted));
  }
  const auto edges = static_cast<std::uint64_t>(wanted);
  return {edges, detail::edge_set::bytes_for(nodes, edges) + adjacency_lists::bytes_for(nodes, 2 * edges)};
}

adjacency_lists random_graph(std::uint32_t nodes, double mean_degree, std::uint64_t seed, const work_monitor& monitor) {
  using node = adjacency_lists::node;
  const std::uint64_t num_edges = size_of_random_graph(nodes, mean_degree).edges;
  detail::edge_set edges(nodes, num_edges);
  if (num_edges == (nodes - std::uint64_t{1}) * nodes / 2) {  // all draws lead to the complete graph
    for (node b = 1; b < nodes; ++b) {
      monitor.check_stop();
      for (node a = 0; a < b; ++a) edges.insert(a, b);
    }
    return detail::adjacency_lists_of(edges, nodes, monitor);
  }

  random_generator random(seed);
  std::vector<node> order(nodes);
  std::iota(order.begin(), order.end(), node{0});
  for (std::size_t i = nodes; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
  for (std::size_t i = 1; i < nodes; ++i) edges.insert(order[i], order[random.below(i)]);
  constexpr std::uint64_t draws_per_check = 1 << 16;
  for (std::uint64_t drawn = 0; edges.size() < num_edges; ++drawn) {
    if (drawn % draws_per_check == 0) monitor.check_stop();
    const auto a = static_cast<node>(random.below(nodes));
    const auto b = static_cast<node>(random.below(nodes));
    if (a != b) edges.insert(a, b);
  }
  return detail::adjacency_lists_of(edges, nodes, monitor);
}

}  // namespace zermelo
