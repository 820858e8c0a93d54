// SPDX-License-Identifier: MIT
#include <zermelo/core/board/adjacency.hpp>

#include <numeric>
#include <utility>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

adjacency_lists::adjacency_lists() : adjacency_lists({0}, {}) {}

adjacency_lists::adjacency_lists(std::vector<std::uint32_t> starts, std::vector<node> neighbours)
    : compressed_rows(std::move(starts), std::move(neighbours)) {}

void adjacency_lists::reserve(std::size_t nodes, std::size_t edges) {
  m_starts.reserve(nodes + 1);
  m_targets.reserve(edges);
}

void adjacency_lists::add_node() { m_starts.push_back(m_starts.back()); }

void adjacency_lists::add_neighbour(node to) {
  if (m_targets.size() == max_edges) throw resource_error("graph or move table: at most 2^26 edges are supported");
  m_targets.push_back(to);
  ++m_starts.mutable_elements().back();
}

adjacency_lists adjacency_lists::reversed() const {
  std::vector<std::uint32_t> starts(m_starts.size(), 0);
  for (const node to : m_targets) ++starts[to + std::size_t{1}];
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  std::vector<node> sources(m_targets.size());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t v = 0; v < num_nodes(); ++v) {
    for (const node to : neighbours(static_cast<node>(v))) sources[next[to]++] = static_cast<node>(v);
  }
  return {std::move(starts), std::move(sources)};
}

bool is_undirected(const adjacency_lists& graph) { return graph.reversed() == ascending(graph); }

adjacency_lists ascending(const adjacency_lists& graph) { return graph.reversed().reversed(); }

}  // namespace zermelo
