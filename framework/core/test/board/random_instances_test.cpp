// SPDX-License-Identifier: MIT
// Tests that generated instances are equal on every platform and connected, and that impossible parameters are
// rejected. The expected texts come from a program in another language, written from the descriptions in the headers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/board/edge_set.hpp>
#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/board/random_graph.hpp>
#include <zermelo/core/board/random_grid.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/graph_of.hpp>
#include <zermelo/testkit/stop_after.hpp>

namespace zermelo::random_instances_test {
namespace {

using testkit::matches_pattern;

/// The FNV-1a hash, to compare long texts.
std::uint64_t digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string text_of(const adjacency_lists& graph) {
  std::string text;
  for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
    if (v > 0) text += '/';
    bool first = true;
    for (const auto to : graph.neighbours(v)) {
      if (!first) text += ' ';
      text += std::to_string(to);
      first = false;
    }
  }
  return text;
}

TEST(random_grid, returns_same_grid_for_same_seed) {
  EXPECT_EQ(random_grid(4, 7, 0.3, "CMF", 1).text('/'), "..M..##/....F../..#.##./...C#..");
  EXPECT_EQ(random_grid(1, 5, 0, "CMF", 0).text('/'), "MF.C.");
  EXPECT_EQ(random_grid(3, 3, 0.5, "CMF", 2).text('/'), "#F#/MC#/.#.");
  EXPECT_EQ(digest(random_grid(64, 64, 0.1, "CMF", 7).text('/')), 0x327ce0dab4dc5237U);
}

TEST(random_grid, puts_pieces_in_the_largest_region) {
  const character_grid grid = parse_grid("..#./##../...#", ".#");
  EXPECT_EQ(largest_region(grid, '.'), (std::vector<grid_cell>{{0, 3}, {1, 2}, {1, 3}, {2, 0}, {2, 1}, {2, 2}}));
  EXPECT_EQ(largest_region(parse_grid(".#./#.#", ".#"), '.'), (std::vector<grid_cell>{{0, 0}}))
      << "the first of equally large regions";
  EXPECT_TRUE(largest_region(parse_grid("##", ".#"), '.').empty());
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    character_grid made = random_grid(6, 9, 0.45, "CMF", seed);
    std::vector<grid_cell> pieces;
    for (const char piece : {'C', 'M', 'F'}) {
      ASSERT_EQ(made.find(piece).size(), 1U) << seed;
      pieces.push_back(made.find(piece).front());
    }
    for (const grid_cell at : pieces) made[at] = '.';
    std::vector<grid_cell> in_region = largest_region(made, '.');
    for (const grid_cell at : pieces) EXPECT_EQ(std::count(in_region.begin(), in_region.end(), at), 1) << seed;
  }
}

TEST(random_grid, rejects_region_too_small_for_the_pieces) {
  EXPECT_PRED_FORMAT2(matches_pattern, "...region ... 1 x 2 ... walls=0 and seed=5 has 2 cells; 3 ...",
                      testkit::error_of<input_error>([] { return random_grid(1, 2, 0, "CMF", 5); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "...region ... 9 x 9 ... walls=1 and seed=5 has 0 cells; 3 ...",
                      testkit::error_of<input_error>([] { return random_grid(9, 9, 1, "CMF", 5); }));
}

TEST(random_grid, limits_the_number_of_open_cells) {
  const character_grid maze = random_grid(600, 5000, 0.999, "CM", 3, 4000);
  EXPECT_EQ(maze.size(), 3'000'000U);
  EXPECT_LT(maze.size() - maze.count('#'), 4000U);
  EXPECT_EQ(random_grid(1, 300'000, 1 - 1e-4, "", 1).columns(), 300'000U);
  EXPECT_PRED_FORMAT2(matches_pattern, "... 20 x 10 ... walls=0 and seed=3 has 200 ... at most 199 ...",
                      testkit::error_of<resource_error>([] { return random_grid(20, 10, 0, "C", 3, 199); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "... 2147483648 x 2147483648 ... 67108864 ...",
                      testkit::error_of<resource_error>([] { return random_grid(1U << 31, 1U << 31, 1, "", 3); }));
}

TEST(random_graph, returns_same_graph_for_same_seed) {
  EXPECT_EQ(text_of(random_graph(6, 3, 1)), "1 3 4/0 3 4/3 5/0 1 2 4 5/0 1 3/2 3");
  EXPECT_EQ(text_of(random_graph(5, 1.6, 2)), "1/0 2 3/1/1 4/3");
  EXPECT_EQ(text_of(random_graph(5, 4, 3)), "1 2 3 4/0 2 3 4/0 1 3 4/0 1 2 4/0 1 2 3");
  EXPECT_EQ(digest(text_of(random_graph(1000, 3.5, 7))), 0xeab41fb9ef3862ccU);
  EXPECT_EQ(text_of(random_graph(1, 0, 7)), "");
}

TEST(random_graph, is_simple_connected_undirected_and_has_requested_degree) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    constexpr std::uint32_t nodes = 40;
    const adjacency_lists graph = random_graph(nodes, 2.4, seed);
    EXPECT_TRUE(is_undirected(graph));
    EXPECT_EQ(graph.num_edges(), 96U);
    EXPECT_NO_THROW((void)testkit::graph_of(text_of(graph))) << "graph_of rejects loops and double edges";
    std::vector<bool> seen(nodes);
    std::vector<std::uint32_t> todo{0};
    std::uint32_t reached = 0;
    while (!todo.empty()) {
      const std::uint32_t v = todo.back();
      todo.pop_back();
      if (seen[v]) continue;
      seen[v] = true;
      ++reached;
      for (const auto to : graph.neighbours(v)) todo.push_back(to);
    }
    EXPECT_EQ(reached, nodes);
  }
}

TEST(random_graph, rejects_degree_impossible_for_connected_graph) {
  EXPECT_PRED_FORMAT2(matches_pattern, "degree=1 gives 3 edges; ... 5 nodes ... 4 to 10; ... 1.6 to 4",
                      testkit::error_of<input_error>([] { return random_graph(5, 1, 0); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "degree=4.3 gives 11 edges; ... 5 nodes ... 4 to 10; ... 1.6 to 4",
                      testkit::error_of<input_error>([] { return random_graph(5, 4.3, 0); }));
}

/// Generates a graph step by step as the header describes.
adjacency_lists drawn_by_the_book(std::uint32_t nodes, std::size_t num_edges, std::uint64_t seed) {
  random_generator random(seed);
  std::vector<std::uint32_t> order(nodes);
  for (std::uint32_t v = 0; v < nodes; ++v) order[v] = v;
  for (std::size_t i = nodes; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
  std::vector<std::set<std::uint32_t>> neighbours(nodes);
  std::size_t edges = 0;
  const auto connect = [&](std::uint32_t a, std::uint32_t b) {
    if (a == b || !neighbours[a].insert(b).second) return;
    neighbours[b].insert(a);
    ++edges;
  };
  for (std::size_t i = 1; i < nodes; ++i) connect(order[i], order[random.below(i)]);
  while (edges < num_edges) {
    const std::uint64_t a = random.below(nodes);
    connect(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(random.below(nodes)));
  }
  adjacency_lists graph;
  for (const auto& of_node : neighbours) {
    graph.add_node();
    for (const std::uint32_t to : of_node) graph.add_neighbour(to);
  }
  return graph;
}

TEST(random_graph, equals_reference_implementation_for_any_number_of_edges) {
  struct sample {
    std::uint32_t nodes;
    double degree;
  };
  for (const auto& [nodes, degree] :
       {sample{2, 1}, {3, 2}, {90, 88.9}, {90, 89}, {300, 2}, {300, 150}, {700, 2.5}, {700, 20}}) {
    const std::size_t edges = size_of_random_graph(nodes, degree).edges;
    const adjacency_lists graph = random_graph(nodes, degree, nodes);
    EXPECT_EQ(graph, drawn_by_the_book(nodes, edges, nodes)) << nodes << " " << degree;
    EXPECT_EQ(graph.num_edges(), 2 * edges);
  }
}

TEST(random_graph, returns_number_of_edges_and_memory_before_generation) {
  // 1 bit for each of 8192 x 8191 / 2 pairs, and 4 bytes for every edge and node.
  const random_graph_size dense = size_of_random_graph(8192, 8191);
  EXPECT_EQ(dense.edges, 33'550'336U);
  EXPECT_EQ(dense.bytes_to_make, 8 * (33'550'336 / 64 + 1) + 4 * (2 * 33'550'336 + 8193));
  // 1.5 words per edge.
  const random_graph_size sparse = size_of_random_graph(200'000, 4);
  EXPECT_EQ(sparse.bytes_to_make, 8 * (400'000 + 200'000 + 1) + 4 * (800'000 + 200'001));
}

TEST(random_graph, generation_stops_on_request) {
  // Drawing the last edges of a dense graph takes a hundred times as long as drawing the first.
  for (const double degree : {2.5, 1998.0, 1999.0}) {
    EXPECT_THROW((void)random_graph(2000, degree, 1, testkit::stop_after(0)), interrupted) << degree;
  }
  EXPECT_THROW((void)random_graph(2000, 1998, 1, testkit::stop_after(100)), interrupted);
}

TEST(random_graph, conversion_of_edges_to_lists_checks_for_stop_requests) {
  constexpr std::uint32_t nodes = 200'000;
  detail::edge_set edges(nodes, 400'000);
  for (std::uint32_t b = 1; b < nodes; ++b) edges.insert(b - 1, b);
  constexpr int often = 1'000'000;
  const testkit::stop_after monitor(often);
  EXPECT_EQ(detail::adjacency_lists_of(edges, nodes, monitor).num_edges(), 2 * (nodes - 1));
  const int requested = often - monitor.queries_left;
  EXPECT_GE(requested, static_cast<int>(nodes) + 2 * 600'000 / (1 << 16))
      << "one query per node, and two passes over the set";
}

TEST(random_grid, generation_stops_on_request) {
  EXPECT_THROW((void)random_grid(2, 2, 0, "C", 1, max_random_floor, testkit::stop_after(0)), interrupted);
  EXPECT_THROW((void)random_grid(1, 1 << 20, 1 - 1e-6, "", 1, max_random_floor, testkit::stop_after(200)), interrupted);
}

TEST(random_grid, draw_floor_returns_open_cells_of_the_grid) {
  random_generator random(3);
  const std::vector<grid_cell> floor = draw_floor(random, 20, 30, 0.3, 3, max_random_floor, work_monitor());
  EXPECT_EQ(floor, random_grid(20, 30, 0.3, "", 3).find('.'));
}

}  // namespace
}  // namespace zermelo::random_instances_test
