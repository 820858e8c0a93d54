// SPDX-License-Identifier: MIT
// Directed graphs as adjacency lists in compressed sparse rows: the boards of games on graphs, and the move tables of
// walkers on any board. Nodes are numbered from 0. A graph uses 4 bytes per node and 4 bytes per edge.
// compressed_rows_graph.hpp makes these graphs models of Boost.Graph's concepts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/shared_vector.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>

namespace zermelo {

/// A list of neighbours for each node, in the order in which they were added: compressed rows that can grow. A regular
/// value; copies share memory until one of them is changed. Lists that were moved from can only be assigned to and
/// destroyed.
class adjacency_lists : public compressed_rows<std::uint32_t, std::uint32_t, shared_vector> {
 public:
  using node = std::uint32_t;
  /// The maximum number of edges, which limits the memory of neighbours to 256 MiB.
  static constexpr std::uint64_t max_edges = std::uint64_t{1} << 26;

  adjacency_lists();
  /// @param starts  [node]: where its list starts in `neighbours`; followed by `neighbours.size()`
  adjacency_lists(std::vector<std::uint32_t> starts, std::vector<node> neighbours);

  /// The memory of lists with `nodes` nodes and `edges` edges, in bytes.
  [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t nodes, std::uint64_t edges) noexcept {
    return saturating_sum(saturating_product(nodes + 1, sizeof(std::uint32_t)),
                          saturating_product(edges, sizeof(node)));
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_for(num_nodes(), num_edges()); }

  /// Reserves memory, so that appending does not copy. Precondition: edges <= max_edges.
  void reserve(std::size_t nodes, std::size_t edges);
  /// Appends a node without neighbours.
  void add_node();
  /// Appends a neighbour to the list of the last node. Precondition: num_nodes() > 0.
  /// @throws resource_error if there are already `max_edges` edges.
  void add_neighbour(node to);

  [[nodiscard]] std::size_t num_nodes() const noexcept { return num_rows(); }
  [[nodiscard]] std::size_t num_edges() const noexcept { return num_targets(); }
  // Precondition of the following two members: v < num_nodes().
  [[nodiscard]] std::uint32_t degree(node v) const noexcept { return m_starts[v + std::size_t{1}] - m_starts[v]; }
  [[nodiscard]] std::span<const node> neighbours(node v) const noexcept { return row(v); }

  /// The transpose: lists for each node v the nodes that have v as a neighbour, ascending, including parallel edges.
  /// Precondition: every neighbour is a node.
  [[nodiscard]] adjacency_lists reversed() const;

  friend bool operator==(const adjacency_lists& a, const adjacency_lists& b) noexcept {
    return a.m_starts == b.m_starts && a.m_targets == b.m_targets;
  }
};

/// Whether every edge has a reverse edge, and parallel edges have equally many reverse edges.
[[nodiscard]] bool is_undirected(const adjacency_lists& graph);

/// A copy of the graph with every list sorted in ascending order.
[[nodiscard]] adjacency_lists ascending(const adjacency_lists& graph);

}  // namespace zermelo
