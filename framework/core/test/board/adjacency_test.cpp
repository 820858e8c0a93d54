// SPDX-License-Identifier: MIT
// Adjacency lists from text: what is accepted, and what a refusal says.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/adjacency.hpp>

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

std::string refusal(std::string_view text, std::string_view place = "graph") {
  try {
    (void)parse_adjacency(text, place);
  } catch (const input_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(adjacency, neighbours_keep_their_order) {
  const lists expected{{2, 1}, {0}, {1, 0}};
  EXPECT_EQ(lists_of(parse_adjacency("2 1\n0\n1 0")), expected);
  EXPECT_EQ(lists_of(parse_adjacency("2,1/0/1,0")), expected);
  EXPECT_EQ(lists_of(parse_adjacency(" 2,  1\r\n0 \r\n1\t0\r")), expected);
}

TEST(adjacency, an_empty_line_is_a_node_without_neighbours) {
  EXPECT_EQ(lists_of(parse_adjacency("/0/")), (lists{{}, {0}, {}}));
  EXPECT_EQ(lists_of(parse_adjacency("\n0\n")), (lists{{}, {0}, {}}));
  EXPECT_EQ(lists_of(parse_adjacency("1//0")), (lists{{1}, {}, {0}}));
  EXPECT_EQ(lists_of(parse_adjacency("\n\n")), (lists{{}, {}, {}}));
}

TEST(adjacency, the_transpose_has_every_edge_turned_round) {
  EXPECT_EQ(lists_of(parse_adjacency("2 1//1 0").reversed()), (lists{{2}, {0, 2}, {0}}));
  EXPECT_EQ(lists_of(adjacency_lists().reversed()), lists{});
  adjacency_lists doubled;
  doubled.add_node();
  doubled.add_neighbour(0);
  doubled.add_neighbour(1);
  doubled.add_neighbour(1);
  doubled.add_node();
  EXPECT_EQ(lists_of(doubled.reversed()), (lists{{0}, {0, 0}}));
}

TEST(adjacency, undirected_means_that_every_edge_leads_back) {
  EXPECT_TRUE(is_undirected(parse_adjacency("2 1/0/0")));
  EXPECT_FALSE(is_undirected(parse_adjacency("2 1/0/")));
  EXPECT_FALSE(is_undirected(parse_adjacency("1/2/0")));
  EXPECT_TRUE(is_undirected(adjacency_lists()));
}

TEST(adjacency, a_refusal_names_place_line_node_value_and_range) {
  EXPECT_EQ(refusal("1/0 3/1", "g.json"), "g.json: line 2 (node 1): neighbour 3 is out of range; nodes are 0 to 2");
  EXPECT_EQ(refusal("1/0 99999999999999999999"),
            "graph: line 2 (node 1): neighbour 99999999999999999999 is out of range; nodes are 0 to 1");
  EXPECT_EQ(refusal("1/-1"), "graph: line 2 (node 1): '-1' is not a node number");
  EXPECT_EQ(refusal("1/0x"), "graph: line 2 (node 1): '0x' is not a node number");
  EXPECT_EQ(refusal("1/0 1"), "graph: line 2 (node 1): neighbour 1 is the node itself; loops are not allowed");
  EXPECT_EQ(refusal("1/0/1 0 1"), "graph: line 3 (node 2): neighbour 1 is given twice");
  EXPECT_EQ(parse_adjacency("adjacency:").num_nodes(), 1U) << "one node that is meant";
  EXPECT_EQ(refusal(""), "graph: the graph is empty");
  EXPECT_EQ(refusal(" \r"), "graph: the graph is empty");
}

TEST(adjacency, the_size_of_a_text_is_that_of_its_graph) {
  for (const char* const text : {"2 1\n0\n1 0", "2,1/0/1,0", " 2,  1\r\n0 \r\n1\t0\r", "/0/", "1//0", "\n\n", "1/0/"}) {
    const adjacency_lists graph = parse_adjacency(text);
    EXPECT_EQ(size_of_adjacency(text).nodes, graph.num_nodes()) << text;
    EXPECT_EQ(size_of_adjacency(text).edges, graph.num_edges()) << text;
    EXPECT_EQ(graph.bytes(), 4 * (graph.num_nodes() + 1 + graph.num_edges())) << text;
  }
}

}  // namespace
}  // namespace zermelo::adjacency_test
