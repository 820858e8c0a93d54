// SPDX-License-Identifier: MIT
// Undirected graphs of up to 64 nodes as rows of bits, and whether one cop wins on them.
//
// One cop wins exactly if the graph is dismantlable: if nodes can be taken away one by one, each with all its
// neighbours that are left, and itself, among those of another (Nowakowski and Winkler 1983).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zermelo::games {

/// An undirected graph. Row v has the bits of v and its neighbours.
struct small_graph {
  static constexpr unsigned most_nodes = 64;

  unsigned nodes = 0;
  unsigned edges = 0;
  std::array<std::uint64_t, most_nodes> closed{};

  explicit small_graph(unsigned of_nodes) : nodes(of_nodes) {
    for (unsigned v = 0; v < nodes; ++v) closed[v] = std::uint64_t{1} << v;
  }
  void add_edge(unsigned a, unsigned b) {
    closed[a] |= std::uint64_t{1} << b;
    closed[b] |= std::uint64_t{1} << a;
    ++edges;
  }
  [[nodiscard]] std::uint64_t all() const { return ~std::uint64_t{0} >> (most_nodes - nodes); }
};

/// Whether one cop wins.
[[nodiscard]] inline bool is_dismantlable(const small_graph& graph) {
  std::uint64_t left = graph.all();
  for (bool has_changed = true; has_changed && (left & (left - 1)) != 0;) {
    has_changed = false;
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t around = graph.closed[v] & left;
      // Who covers v with all that is around it is around it.
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
