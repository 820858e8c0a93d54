// SPDX-License-Identifier: MIT
// Undirected graphs of up to 64 nodes as rows of bits, and the test whether one cop wins.
//
// One cop wins if and only if the graph is dismantlable: if all nodes but one can be removed one by one, where each
// node and its remaining neighbours are neighbours of another remaining node, or that node (Nowakowski and Winkler
// 1983).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zermelo::games {

struct small_graph {
  static constexpr unsigned max_nodes = 64;

  unsigned nodes = 0;
  unsigned edges = 0;
  std::array<std::uint64_t, max_nodes> closed{};  ///< for each node, the bits of the node and its neighbours

  explicit small_graph(unsigned num_nodes) : nodes(num_nodes) {
    for (unsigned v = 0; v < nodes; ++v) closed[v] = std::uint64_t{1} << v;
  }
  void add_edge(unsigned a, unsigned b) {
    closed[a] |= std::uint64_t{1} << b;
    closed[b] |= std::uint64_t{1} << a;
    ++edges;
  }
  [[nodiscard]] std::uint64_t all() const { return ~std::uint64_t{0} >> (max_nodes - nodes); }
};

/// Whether a graph is dismantlable, that is, whether one cop wins.
[[nodiscard]] inline bool is_dismantlable(const small_graph& graph) {
  std::uint64_t left = graph.all();
  for (bool has_changed = true; has_changed && (left & (left - 1)) != 0;) {
    has_changed = false;
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t around = graph.closed[v] & left;
      // A node whose closed neighbourhood contains that of v is a neighbour of v.
      for (std::uint64_t others = around & ~(std::uint64_t{1} << v); others != 0; others &= others - 1) {
        if ((around & ~graph.closed[static_cast<unsigned>(std::countr_zero(others))]) != 0) continue;
        left &= ~(std::uint64_t{1} << v);
        has_changed = true;
        break;
      }
    }
  }
  return (left & (left - 1)) == 0;
}

}  // namespace zermelo::games
