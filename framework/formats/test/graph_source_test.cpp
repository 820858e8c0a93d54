// SPDX-License-Identifier: MIT
// Tests graphs by name and from text: known sizes and degrees, equivalent forms, and error messages.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/random_graph.hpp>
#include <zermelo/formats/graph_source.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/graph_of.hpp>

namespace zermelo::graph_source_test {
namespace {

constexpr std::uint32_t most_nodes = 1 << 15;

adjacency_lists graph_of(std::string_view text) { return graph_source(text, "graph", most_nodes).build().graph; }

std::string rejection(std::string_view text) {
  return testkit::error_of<error>([&] { (void)graph_of(text); });
}

/// @param strings  texts, each with the pattern of its error after the name of the parameter
void expect_errors(const std::vector<std::pair<std::string, std::string>>& strings) {
  for (const auto& [text, pattern] : strings) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "graph: " + pattern, rejection(text)) << text;
  }
}

struct known_graph {
  std::string_view source;
  std::size_t nodes;
  std::size_t edges;
  std::uint32_t least_degree;
  std::uint32_t greatest_degree;
};

TEST(graph_source, builds_families_with_known_nodes_edges_and_degrees) {
  for (const known_graph& known : {known_graph{"path:1", 1, 0, 0, 0},
                                   {"path:8", 8, 7, 1, 2},
                                   {"cycle:3", 3, 3, 2, 2},
                                   {"cycle:8", 8, 8, 2, 2},
                                   {"complete:6", 6, 15, 5, 5},
                                   {"grid:1x1", 1, 0, 0, 0},
                                   {"grid:4x6", 24, 38, 2, 4},
                                   {"king_grid:4x6", 24, 68, 3, 8},
                                   {"torus:3x4", 12, 24, 4, 4},
                                   {"cylinder:6x4", 24, 42, 3, 4},
                                   {"cylinder:3x1", 3, 3, 2, 2},
                                   {"hypercube:4", 16, 32, 4, 4},
                                   {"kneser:5,2", 10, 15, 3, 3},
                                   {"kneser:6,2", 15, 45, 6, 6},
                                   {"kneser:3,3", 1, 0, 0, 0},
                                   {"generalized_petersen:10,3", 20, 30, 3, 3},
                                   {"petersen", 10, 15, 3, 3}}) {
    SCOPED_TRACE(known.source);
    const graph_source source(known.source, "graph", most_nodes);
    const adjacency_lists graph = source.build().graph;
    EXPECT_EQ(graph.num_nodes(), known.nodes);
    EXPECT_EQ(source.num_nodes(), known.nodes);
    EXPECT_EQ(graph.num_edges(), 2 * known.edges);
    EXPECT_GE(source.max_edges(), known.edges);
    EXPECT_TRUE(is_undirected(graph));
    std::uint32_t least = most_nodes;
    std::uint32_t greatest = 0;
    for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
      least = std::min(least, graph.degree(v));
      greatest = std::max(greatest, graph.degree(v));
    }
    EXPECT_EQ(least, known.least_degree);
    EXPECT_EQ(greatest, known.greatest_degree);
  }
}

TEST(graph_source, numbers_nodes_of_grids_and_cylinders_in_the_documented_order) {
  EXPECT_EQ(graph_of("grid:2x3"), testkit::graph_of("1 3/0 2 4/1 5/0 4/1 3 5/2 4"));
  EXPECT_EQ(graph_of("cylinder:3x2"), testkit::graph_of("1 2 4/0 3 5/0 3 4/1 2 5/0 2 5/1 3 4"));
  EXPECT_EQ(graph_of("petersen"), graph_of("generalized_petersen:5,2"));
  const sourced_graph grid = graph_source("king_grid:3x5", "graph", most_nodes).build();
  EXPECT_EQ(grid.rows, 3U);
  EXPECT_EQ(grid.columns, 5U);
}

TEST(graph_source, reads_text_without_family_name) {
  EXPECT_EQ(graph_of("1/0,2/1,3/2"), graph_of("path:4"));
  EXPECT_EQ(graph_of(" edges:0 1/1 2/2 3 \r"), graph_of("path:4"));
  EXPECT_EQ(graph_of("Ch"), graph_of("path:4"));
  EXPECT_EQ(graph_of("path:3\r"), graph_of("path:3"));
  EXPECT_EQ(graph_of("path:3\n\n"), graph_of("path:3"));
  EXPECT_EQ(graph_of("@"), graph_of("path:1"));
  const graph_source text("0 1/1 2/2 0", "graph", most_nodes);
  EXPECT_EQ(text.num_nodes(), 3U);
  EXPECT_EQ(text.max_edges(), 3U);
  EXPECT_EQ(text.build().rows, 0U);
}

TEST(graph_source, random_graphs_depend_only_on_seed) {
  EXPECT_EQ(graph_of("random:20,4,7"), random_graph(20, 4, 7));
  EXPECT_EQ(graph_of("random:20"), random_graph(20, 3, 0));
  EXPECT_NE(graph_of("random:20,4,7"), graph_of("random:20,4,8"));
}

TEST(graph_source, rejects_invalid_names_numbers_and_lists) {
  expect_errors({
      {"", "... empty"},
      {"peterson", "unknown graph 'peterson'; ... 'petersen'?"},
      {"petersen:3", "'petersen:3': ... numbers"},
      {"grid:4", "'grid:4': expected 2 ... grid:4x6, got 1"},
      {"grid:0x4", "... at least 1, ... grid:4x6, got '0'"},
      {"torus:2x4", "'torus:2x4': a cycle ... 3 nodes"},
      {"cycle:two", "... at least 3, ... cycle:8, got 'two'"},
      {"kneser:80,2", "'kneser:80,2': ... most 63 ..."},
      {"hypercube:40", "'hypercube:40': ... 24 dimensions"},
      {"generalized_petersen:6,3", "'generalized_petersen:6,3': ... least 3 ... n / 2"},
      {"random:x", "...:NODES[,DEGREE[,SEED]], ... 'random:x'"},
      {"random:5,9", "degree=9 gives 23 edges; ... 5 nodes ... 4 to 10; ... 1.6 to 4"},
      {"grid:99999x99999", "... 9999800001 nodes; ... 32768 ..."},
      {"complete:20000", "... 199990000 edges; ... 33554432 ..."},
      {"1/0 x", "adjacency lists, line 2 (node 1): ...'x'..."},
      {"hello",
       "unknown graph 'hello'; known: path, cycle, complete, grid, king_grid, torus, cylinder, hypercube, kneser, "
       "generalized_petersen, petersen, random"}  // a single node is not reported for an invalid graph
  });
}

}  // namespace
}  // namespace zermelo::graph_source_test
