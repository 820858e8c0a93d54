// SPDX-License-Identifier: MIT
#include <zermelo/core/board/edge_set.hpp>

#include <numeric>

namespace zermelo::detail {

adjacency_lists adjacency_lists_of(const edge_set& edges, std::uint32_t nodes, const work_monitor& monitor) {
  using node = adjacency_lists::node;
  std::vector<std::uint32_t> starts(nodes + std::size_t{1}, 0);
  edges.for_each(monitor, [&](node a, node b) {
    ++starts[a];
    ++starts[b];
  });
  // After the scan, starts[v] is the end of row v. Filling rows backwards decrements it to the start of the row.
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  std::vector<node> neighbours(2 * edges.size());
  edges.for_each(monitor, [&](node a, node b) {
    neighbours[--starts[a]] = b;
    neighbours[--starts[b]] = a;
  });
  for (std::size_t v = 0; v < nodes; ++v) {
    monitor.check_stop();
    std::sort(neighbours.begin() + starts[v], neighbours.begin() + starts[v + 1]);
  }
  return {std::move(starts), std::move(neighbours)};
}

}  // namespace zermelo::detail
