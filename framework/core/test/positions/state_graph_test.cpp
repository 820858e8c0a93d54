// SPDX-License-Identifier: MIT
// Tests the stored graph of a game: the data of every position, and Boost's algorithms.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/range/iterator_range.hpp>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/positions/state_graph.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/graph_of.hpp>

#include "table_game.hpp"

namespace zermelo::test::state_graph_test {
namespace {

// The requirements of Boost's algorithms on a graph and its property maps.
template <class Graph>
void expect_models_of_boost() {
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<Graph, std::uint32_t, boost::vertex_index_t>));
}
template <class Tag>
void expect_property_of_states() {
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<state_graph, std::uint32_t, Tag>));
}
static_assert(PositionLabels<state_graph, state_graph::vertex> && SuccessorGraph<state_graph>);
static_assert(PositionLabels<state_graph, position>);

TEST(boost_graph, boards_and_stored_games_model_boost_concepts) {
  expect_models_of_boost<adjacency_lists>();
  expect_models_of_boost<compressed_rows<std::uint32_t, std::uint32_t>>();
  expect_models_of_boost<compressed_rows<std::uint64_t, std::uint64_t>>();
  expect_models_of_boost<state_graph>();
  expect_property_of_states<vertex_is_legal_t>();
  expect_property_of_states<vertex_player_t>();
  expect_property_of_states<vertex_end_t>();
}

TEST(boost_graph, lists_edges_row_by_row_and_skips_empty_rows) {
  const auto edges_of = [](const adjacency_lists& board) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto e : boost::make_iterator_range(edges(board)))
      found.emplace_back(source(e, board), target(e, board));
    return found;
  };
  using list = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(edges_of(testkit::graph_of("//1 0//2/")), (list{{2, 1}, {2, 0}, {4, 2}}));
  EXPECT_EQ(edges_of(testkit::graph_of("/")), list{});
  EXPECT_EQ(edges_of(adjacency_lists()), list{});
}

TEST(boost_graph, breadth_first_search_finds_distances_on_a_board) {
  const adjacency_lists board = testkit::graph_of("1 2/0 3/0/1 4/3");
  std::vector<std::uint32_t> plies(board.num_nodes(), 0);
  boost::breadth_first_search(
      board, 0U, boost::visitor(boost::make_bfs_visitor(boost::record_distances(plies.data(), boost::on_tree_edge()))));
  EXPECT_EQ(plies, (std::vector<std::uint32_t>{0, 1, 1, 2, 3}));
}

void expect_graph_of(const state_graph& stored, const table_game& game) {
  ASSERT_EQ(num_vertices(stored), game.num_positions());
  EXPECT_EQ(stored.infinite_play(), game.infinite_play());
  std::uint64_t moves = 0;
  for (std::uint32_t v = 0; v < game.num_positions(); ++v) {
    const table_row& row = game.table().rows[v];
    ASSERT_EQ(get(vertex_is_legal, stored, v), row.is_legal) << v;
    std::vector<std::uint32_t> expected;
    if (row.is_legal) {
      ASSERT_EQ(get(vertex_player, stored, v), row.to_move) << v;
      if (!row.terminal) expected = row.successors;
      const std::optional<result> end = row.terminal || !expected.empty() ? row.terminal : row.no_moves;
      ASSERT_EQ(get(vertex_end, stored, v), end) << v;
      ASSERT_EQ(get(get(vertex_end, stored), v), end) << v;
    }
    const auto targets = stored.row(v);
    ASSERT_TRUE(std::equal(targets.begin(), targets.end(), expected.begin(), expected.end())) << v;
    moves += expected.size();
  }
  EXPECT_EQ(num_edges(stored), moves);
}

TEST(state_graph, stores_moves_players_and_terminals_of_the_rules) {
  random_generator random(21);
  for (std::uint64_t number = 0; number < 60; ++number) {
    const table_game game(random_table(random, scored_shape(random, number)));
    expect_graph_of(state_graph(game, 1), game);
    expect_graph_of(state_graph(game, 3), game);
  }
  random_table_shape large;
  large.num_positions = 50'000;  // several blocks
  large.unused_chance = 0.1;
  large.end_distances = {0, 7, 4000};
  const table_game game(random_table(random, large));
  expect_graph_of(state_graph(game, 3), game);
}

TEST(state_graph, solution_equals_value_iteration) {
  random_generator random(22);
  for (std::uint64_t number = 0; number < 40; ++number) {
    const table_game game(random_table(random, scored_shape(random, number)));
    const state_graph stored(game, 2);
    const value_table values = retrograde_analysis(stored, stored, {2}).values;
    const auto expected = iterate_values(game.table());
    ASSERT_EQ(entries_of(values), expected) << number;
    const solution_entries& entries = values;
    for (position p = 0; p < game.num_positions(); ++p) {
      ASSERT_EQ(get(outcome_map(values), p), expected[p].outcome);
      ASSERT_EQ(get(distance_map(entries), p), expected[p].distance_plies);
    }
  }
}

}  // namespace
}  // namespace zermelo::test::state_graph_test
