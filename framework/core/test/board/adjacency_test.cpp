// SPDX-License-Identifier: MIT
// Tests reversing and sorting adjacency lists.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/testkit/graph_of.hpp>

namespace zermelo::adjacency_test {
namespace {

using lists = std::vector<std::vector<std::uint32_t>>;

lists lists_of(const adjacency_lists& graph) {
  lists found;
  for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
    found.emplace_back(graph.neighbours(v).begin(), graph.neighbours(v).end());
    EXPECT_EQ(graph.degree(v), found.back().size());
  }
  return found;
}

TEST(adjacency, transpose_reverses_every_edge) {
  EXPECT_EQ(lists_of(testkit::graph_of("2 1//1 0").reversed()), (lists{{2}, {0, 2}, {0}}));
  EXPECT_EQ(lists_of(adjacency_lists().reversed()), lists{});
  adjacency_lists doubled;
  doubled.add_node();
  doubled.add_neighbour(0);
  doubled.add_neighbour(1);
  doubled.add_neighbour(1);
  doubled.add_node();
  EXPECT_EQ(lists_of(doubled.reversed()), (lists{{0}, {0, 0}}));
}

TEST(adjacency, undirected_graph_requires_every_reverse_edge) {
  EXPECT_TRUE(is_undirected(testkit::graph_of("2 1/0/0")));
  EXPECT_FALSE(is_undirected(testkit::graph_of("2 1/0/")));
  EXPECT_FALSE(is_undirected(testkit::graph_of("1/2/0")));
  EXPECT_TRUE(is_undirected(adjacency_lists()));
}

TEST(adjacency, sorts_neighbours_of_each_node) {
  EXPECT_EQ(lists_of(ascending(testkit::graph_of("2 1//1 0"))), (lists{{1, 2}, {}, {0, 1}}));
}

}  // namespace
}  // namespace zermelo::adjacency_test
