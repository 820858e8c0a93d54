// SPDX-License-Identifier: MIT
// Tests Boost.Graph graphs without a game module: graphs of every class, with players and terminals in property maps,
// have the solution of the same graph as a game.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "rules/expected_answers.hpp"
#include "table_game.hpp"

namespace zermelo::test::any_graph_test {
namespace {

using bidirectional_list = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using directed_list = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using undirected_list = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using directed_rows = boost::compressed_sparse_row_graph<>;

static_assert(PredecessorGraph<bidirectional_list> && SuccessorGraph<bidirectional_list>);
static_assert(!PredecessorGraph<directed_list> && SuccessorGraph<directed_list>);
static_assert(!PredecessorGraph<directed_rows> && SuccessorGraph<directed_rows>);
static_assert(PredecessorGraph<undirected_list> && SuccessorGraph<undirected_list>);
using stored_narrow = transposed_graph<std::uint32_t, std::uint32_t>;
static_assert(PredecessorGraph<stored_narrow> && !SuccessorGraph<stored_narrow>);

using edge_list = std::vector<std::pair<std::size_t, std::size_t>>;

/// The data of a table without unused indices that a user of Boost.Graph has. Terminals keep their moves.
struct graph_parts {
  graph_parts() = default;
  explicit graph_parts(const game_table& table) {
    for (std::size_t v = 0; v < table.rows.size(); ++v) {
      players_to_move.push_back(table.rows[v].to_move);
      ends.push_back(table.rows[v].terminal);
      for (const std::uint32_t to : table.rows[v].successors) edges.emplace_back(v, to);
    }
  }
  [[nodiscard]] auto to_move_map() const {
    return boost::make_iterator_property_map(players_to_move.begin(),
                                             boost::typed_identity_property_map<std::size_t>{});
  }
  [[nodiscard]] auto end_map() const {
    return boost::make_iterator_property_map(ends.begin(), boost::typed_identity_property_map<std::size_t>{});
  }

  std::vector<player> players_to_move;
  std::vector<std::optional<result>> ends;
  edge_list edges;
};

template <class Graph, class Labels>
void expect_solved(const Graph& graph, const Labels& labels, const std::vector<position_value>& expected) {
  for (const unsigned threads : {1U, 2U}) {
    ASSERT_EQ(entries_of(retrograde_analysis(graph, labels, {threads}, silent).values), expected);
  }
  EXPECT_TRUE(verify_solution(graph, labels, listed_entries(expected), 1, silent).accepted());
}

/// The `number`th table of a series, without unused indices and with one rule for dead ends.
std::pair<game_table, no_moves_rule> table_with_one_rule(random_generator& random, std::uint64_t number) {
  random_table_shape shape = varied_shape(random, number);
  shape.unused_chance = 0;
  if (number % 3 == 0) shape.drawn_chance = 0.5;
  if (!shape.no_moves) shape.no_moves = no_moves_rule::draws;
  game_table table = random_table(random, shape);
  for (table_row& row : table.rows) row.no_moves = apply(*shape.no_moves, row.to_move);
  return {std::move(table), *shape.no_moves};
}

TEST(any_graph, boost_graphs_of_every_class_match_the_game) {
  constexpr std::uint64_t num_graphs = 500;
  random_generator random(3);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const auto [table, no_moves] = table_with_one_rule(random, number);
    const auto expected = iterate_values(table);

    const graph_parts parts(table);
    const std::size_t n = table.rows.size();
    const auto labels = label_graph(parts.to_move_map(), parts.end_map(), no_moves, table.infinite_play);
    SCOPED_TRACE(number);
    expect_solved(bidirectional_list(parts.edges.begin(), parts.edges.end(), n), labels, expected);
    expect_solved(directed_list(parts.edges.begin(), parts.edges.end(), n), labels, expected);
    expect_solved(directed_rows(boost::edges_are_unsorted_multi_pass, parts.edges.begin(), parts.edges.end(), n),
                  labels, expected);
    if (HasFailure()) return;
  }
}

TEST(rules, match_labels_of_a_boost_graph) {
  random_generator random(41);
  for (std::uint64_t number = 0; number < 200; ++number) {
    auto [table, no_moves] = table_with_one_rule(random, number);
    for (table_row& row : table.rows) {
      if (row.terminal) row.successors.clear();  // a graph also lists terminal predecessors
    }
    const graph_parts parts(table);
    const auto labels = label_graph(parts.to_move_map(), parts.end_map(), no_moves, table.infinite_play);
    const bidirectional_list both_ways(parts.edges.begin(), parts.edges.end(), table.rows.size());
    const directed_list one_way(parts.edges.begin(), parts.edges.end(), table.rows.size());
    const graph_rules of_both_ways(both_ways, labels);
    EXPECT_EQ(of_both_ways.traits().infinite_play, table.infinite_play);
    EXPECT_TRUE(of_both_ways.traits().has_predecessors && !of_both_ways.traits().leads_outside);
    const auto expected = answers_by_hooks(table_game(table));
    expect_answers(of_both_ways, expected, random);
    expect_answers(graph_rules(one_way, labels), expected, random);
    if (HasFailure()) FAIL() << "graph " << number;
  }
}

// A token is moved along the edges of the path 0 - 1 - 2 - 3 by the player that owns its vertex; the second player
// wants it at 3.
TEST(any_graph, follows_undirected_edges_both_ways) {
  undirected_list path(4);
  add_edge(0, 1, path);
  add_edge(1, 2, path);
  add_edge(2, 3, path);
  graph_parts parts;
  parts.players_to_move = {player::second, player::first, player::second, player::first};
  parts.ends.resize(4);
  parts.ends[3] = result::won_by(player::second);
  const std::vector<position_value> expected{
      {outcome::draw, no_distance}, {outcome::draw, no_distance}, {outcome::win, 1}, {outcome::loss, 0}};
  EXPECT_EQ(entries_of(retrograde_analysis(path, label_graph(parts.to_move_map(), parts.end_map())).values), expected);
}

TEST(any_graph, dead_end_gets_value_of_no_moves_rule) {
  const directed_list lonely(1);
  graph_parts parts;
  parts.players_to_move = {player::second};
  parts.ends.resize(1);
  const auto value_under = [&](no_moves_rule rule) {
    return retrograde_analysis(lonely, label_graph(parts.to_move_map(), parts.end_map(), rule)).values[0];
  };
  EXPECT_EQ(value_under(no_moves_rule::loses), (position_value{outcome::loss, 0}));
  EXPECT_EQ(value_under(no_moves_rule::wins), (position_value{outcome::win, 0}));
  EXPECT_EQ(value_under(no_moves_rule::ties), (position_value{outcome::tie, 0}));
  EXPECT_EQ(value_under(no_moves_rule::draws), (position_value{outcome::draw, no_distance}));
}

/// Two vertices: an unused index with an edge to a terminal.
struct unused_before_end {
  player winner;
  [[nodiscard]] position_label label(std::size_t v) const {
    if (v == 0) return {false, player::first, std::nullopt};
    return {true, player::first, result::won_by(winner)};
  }
  [[nodiscard]] result no_moves(std::size_t) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return std::nullopt; }
};

TEST(any_graph, ignores_edges_from_unused_indices) {
  directed_list graph(2);
  add_edge(0, 1, graph);
  for (const player winner : {player::first, player::second}) {
    const solution solved = retrograde_analysis(graph, unused_before_end{winner});
    EXPECT_EQ(solved.values[0], position_value{});
    EXPECT_EQ(solved.values[1].distance_plies, 0U);
  }
}

TEST(any_graph, solves_graph_without_vertices) {
  const directed_list empty;
  const graph_parts nothing;
  const solution solved = retrograde_analysis(empty, label_graph(nothing.to_move_map(), nothing.end_map()));
  EXPECT_EQ(solved.values.size(), 0U);
  EXPECT_EQ(solved.edges, 0U);
}

}  // namespace
}  // namespace zermelo::test::any_graph_test
