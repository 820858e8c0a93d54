// SPDX-License-Identifier: MIT
// Graphs whose graph6 texts are known, and what is none.
#include <zermelo/experiment/adjacency_of_graph6.hpp>

#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::experiment::adjacency_of_graph6_test {
namespace {

TEST(adjacency_of_graph6, known_graphs_are_read) {
  EXPECT_EQ(adjacency_of_graph6("@"), "adjacency:");                          // one node
  EXPECT_EQ(adjacency_of_graph6("A?"), "/");                                  // two nodes without an edge
  EXPECT_EQ(adjacency_of_graph6("A_"), "1/0");                                // an edge
  EXPECT_EQ(adjacency_of_graph6("Ch"), "1/0,2/1,3/2");                        // the path on four nodes
  EXPECT_EQ(adjacency_of_graph6("Dhc"), "1,4/0,2/1,3/2,4/0,3");               // the cycle on five
  EXPECT_EQ(adjacency_of_graph6(">>graph6<<C~"), "1,2,3/0,2,3/0,1,3/0,1,2");  // the complete graph on four
}

TEST(adjacency_of_graph6, of_more_than_62_nodes_have_a_longer_number) {
  // 63 nodes: ~ and three characters, then 63 x 62 / 2 = 1953 bits in 326 characters; the first bit is the edge 0 - 1.
  const std::string line = "~??~" + std::string("_") + std::string(325, '?');
  EXPECT_EQ(adjacency_of_graph6(line), "1/0" + std::string(61, '/'));
}

TEST(adjacency_of_graph6, that_is_none_is_refused) {
  const auto expect_refused = [](const std::string& line, const std::string& message) {
    try {
      (void)adjacency_of_graph6(line);
      ADD_FAILURE() << line << " was read";
    } catch (const input_error& refused) {
      EXPECT_EQ(std::string(refused.what()), "graph6: " + message);
    }
  };
  expect_refused("", "the line ends too early");
  expect_refused("D", "the line ends too early");
  expect_refused("Dh", "the line ends too early");
  expect_refused("Dhc?", "more characters than 5 nodes have");
  expect_refused("D h", "character 2 has the code 32, not one of 63 to 126");
  expect_refused("?", "0 nodes; a graph has 1 to 100000");
}

}  // namespace
}  // namespace zermelo::experiment::adjacency_of_graph6_test
