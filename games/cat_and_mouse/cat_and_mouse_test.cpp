// SPDX-License-Identifier: MIT
// Tests Cat and Mouse: conformance, published and computed results on every engine, unusual graphs, invalid input.
#include "cat_and_mouse.hpp"

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/graph_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "baseline.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::cat_and_mouse>;

namespace zermelo::games::cat_and_mouse_test {
namespace {

using testkit::answer_of;
using testkit::build;
using testkit::rejection;
using testkit::value_of_start;

void expect_conforms(const cat_and_mouse& game) { testkit::expect_conforms(game, &cat_and_mouse_baseline); }
[[nodiscard]] value_table solve_on_all_engines(const cat_and_mouse& game) {
  return testkit::solve_on_all_engines(game, &cat_and_mouse_baseline);
}

int solved_answer(const cat_and_mouse& game) { return answer_of(game, solve_on_all_engines(game)); }

/// Two published examples, one a draw and one a win for the mouse.
constexpr const char* drawn_graph = "2 5/3/0 4 5/1 4 5/2 3/0 2 3";
constexpr const char* won_graph = "1 3/0/3/0 2";

TEST(cat_and_mouse, conforms_to_contract) {
  expect_conforms(build<cat_and_mouse>({{"graph", drawn_graph}}));
  expect_conforms(build<cat_and_mouse>({{"graph", won_graph}}));
  expect_conforms(build<cat_and_mouse>({{"nodes", "60"}, {"degree", "2.6"}, {"seed", "4"}, {"first", "cat"}}));
}

TEST(cat_and_mouse, conforms_to_contract_on_unusual_graphs) {
  expect_conforms(build<cat_and_mouse>({{"graph", "1/0"}, {"cat", "1"}}));
  expect_conforms(build<cat_and_mouse>(
      {{"graph", "/"}, {"cat", "1"}, {"mouse", "0"}}));  // no edges: every start is terminal or stuck
  expect_conforms(build<cat_and_mouse>({{"graph", "1 2/0 2/0 1 3/2"}, {"hole", "3"}}));
  expect_conforms(build<cat_and_mouse>({{"graph", "3/2 0/1 0/1 4/"}}));  // directed, one way out
  expect_conforms(build<cat_and_mouse>({{"graph", "1 2 3/0/0/0"}, {"mouse", "0"}, {"hole", "1"}}));  // a star
  // If a library builds the game, loops are passes and double edges count twice.
  adjacency_lists with_passes;
  for (adjacency_lists::node v = 0; v < 4; ++v) {
    with_passes.add_node();
    for (const adjacency_lists::node to : {v, (v + 1) % 4, (v + 1) % 4}) with_passes.add_neighbour(to);
  }
  expect_conforms(cat_and_mouse({.graph = with_passes, .hole = 3}));
}

TEST(cat_and_mouse, axes_are_turn_cat_and_mouse) {
  const cat_and_mouse game =
      build<cat_and_mouse>({{"graph", "1 2/0 2/0 1 3/2"}, {"hole", "1"}, {"mouse", "0"}, {"cat", "3"}});
  EXPECT_EQ(game.num_positions(), 24U);
  const auto axes = game.axes();
  ASSERT_EQ(axes.size(), 3U);
  EXPECT_EQ(axes[0].name, "turn");
  EXPECT_EQ(axes[0].labels, (std::vector<std::string>{"mouse", "cat"}));
  EXPECT_EQ(axes[1].name, "cat");
  EXPECT_EQ(axes[1].coordinates[0].name, "node");
  EXPECT_EQ(axes[1].coordinates[0].values, (std::vector<std::int64_t>{0, 2, 3})) << "all nodes except the hole";
  EXPECT_EQ(axes[2].name, "mouse");
  EXPECT_EQ(axes[2].coordinates[0].values, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(game.format(game.start()), "mouse=0 cat=3 turn=mouse");
  EXPECT_EQ(game.rank(game.start()), 8U);
  EXPECT_EQ(game.rank(game.parse("turn=cat cat=2 mouse=3")), 12U + 4U + 3U);
  EXPECT_EQ(game.drawing(game.start()),
            "   0 mouse      - 1 2\n"
            "   1 hole       - 0 2\n"
            "   2            - 0 1 3\n"
            "   3 cat        - 2");
  EXPECT_NE(game.drawing(game.parse("mouse=1 cat=3 turn=cat")).find("hole+mouse"), std::string::npos);
  EXPECT_NE(game.drawing(game.parse("mouse=3 cat=3 turn=cat")).find("cat+mouse"), std::string::npos);
}

TEST(cat_and_mouse, every_engine_matches_published_and_computed_results) {
  const auto groups = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/cat_and_mouse.json"));
  std::size_t cases = 0;
  for (const auto& [group, list] : groups.items()) {
    for (const auto& expected : list) {
      SCOPED_TRACE(group + " " + expected.at("graph").dump());
      ++cases;
      std::string text;
      for (const auto& neighbours : expected.at("graph")) {
        if (!text.empty()) text += '\n';
        for (const auto& to : neighbours) text += to.dump() + " ";
      }
      const cat_and_mouse game({.graph = testkit::graph_of(text)});
      const value_table values = solve_on_all_engines(game);
      EXPECT_EQ(answer_of(game, values), expected.at("value").get<int>());
      const auto plies = expected.at("plies").get<std::int64_t>();
      const position_value start = value_of_start(game, values);
      EXPECT_EQ(start.distance_plies, plies < 0 ? no_distance : static_cast<std::uint32_t>(plies));
      if (expected.contains("expected_in_source") && !expected.at("expected_in_source").is_null()) {
        EXPECT_EQ(answer_of(game, values), expected.at("expected_in_source").get<int>());
      }

      const solution_summary summary = summarize(values, 2);
      const auto count = [&](const char* of) { return expected.at("counts").value(of, std::uint64_t{0}); };
      EXPECT_EQ(summary.winners[index_of(cat_and_mouse::mouse)], count("1"));
      EXPECT_EQ(summary.winners[index_of(cat_and_mouse::cat)], count("2"));
      EXPECT_EQ(summary.counts.tie + summary.counts.draw, count("0"));
      EXPECT_EQ(summary.max_distance_plies(), expected.at("max_plies").get<std::uint32_t>());

      if (!expected.contains("limited") || expected.at("limited").is_null()) continue;
      for (const auto& [limit, answer] : expected.at("limited").items()) {
        const cat_and_mouse limited({.graph = testkit::graph_of(text), .move_limit = std::stoull(limit)});
        EXPECT_EQ(answer_of(limited, values), answer.get<int>()) << "within " << limit << " plies";
      }
    }
  }
  EXPECT_EQ(cases, 98U);
}

TEST(cat_and_mouse, is_independent_of_the_order_of_neighbours) {
  const value_table sorted = solve_on_all_engines(build<cat_and_mouse>({{"graph", drawn_graph}}));
  const value_table shuffled = solve_on_all_engines(build<cat_and_mouse>({{"graph", "5 2/3/5 0 4/4 5 1/3 2/3 0 2"}}));
  EXPECT_EQ(summarize(sorted, 1).signature, summarize(shuffled, 1).signature);
}

TEST(cat_and_mouse, solves_directed_graph_with_its_true_predecessors) {
  // The mouse walks 1 -> 3 -> 0 while the cat circles on 2 and 4, and nobody can walk back.
  const char* one_way = "/3/4/0/2";
  const cat_and_mouse game = build<cat_and_mouse>({{"graph", one_way}});
  const value_table values = solve_on_all_engines(game);
  EXPECT_EQ(value_of_start(game, values), (position_value{outcome::win, 3}));
  EXPECT_EQ(answer_of(game, values), 1);
  // With the edges reversed the mouse cannot move from its start.
  const adjacency_lists graph = testkit::graph_of(one_way);
  EXPECT_FALSE(is_undirected(graph));
  const cat_and_mouse reversed({.graph = graph.reversed()});
  const value_table other_values = solve_on_all_engines(reversed);
  EXPECT_EQ(value_of_start(reversed, other_values), (position_value{outcome::tie, 0}));
  EXPECT_EQ(answer_of(reversed, other_values), 0);
}

TEST(cat_and_mouse, player_without_a_move_ties) {
  // The only neighbour of the cat on 2 is the hole. The mouse goes back and forth between 1 and 3, and cannot be
  // caught.
  const cat_and_mouse stuck_cat = build<cat_and_mouse>({{"graph", "2/3/0/1"}});
  const value_table values = solve_on_all_engines(stuck_cat);
  EXPECT_EQ(value_of_start(stuck_cat, values), (position_value{outcome::tie, 1}));
  EXPECT_EQ(answer_of(stuck_cat, values), 0);

  const cat_and_mouse stuck_mouse = build<cat_and_mouse>({{"graph", "2//0"}});
  const value_table other_values = solve_on_all_engines(stuck_mouse);
  EXPECT_EQ(value_of_start(stuck_mouse, other_values), (position_value{outcome::tie, 0}));
}

TEST(cat_and_mouse, accepts_any_mouse_hole_start_and_first_player) {
  // A path 0 - 1 - 2 - 3: the value depends on the walker next to the hole and the player to move.
  const std::string path = "1/0 2/1 3/2";
  EXPECT_EQ(solved_answer(build<cat_and_mouse>({{"graph", path}})), 1) << "mouse next to hole";
  EXPECT_EQ(solved_answer(build<cat_and_mouse>({{"graph", path}, {"first", "cat"}})), 2) << "cat next to mouse";
  EXPECT_EQ(solved_answer(build<cat_and_mouse>({{"graph", path}, {"hole", "3"}, {"mouse", "0"}, {"cat", "2"}})), 2);
  EXPECT_EQ(solved_answer(build<cat_and_mouse>({{"graph", path}, {"hole", "3"}, {"mouse", "2"}, {"cat", "0"}})), 1);
  EXPECT_EQ(solved_answer(
                build<cat_and_mouse>({{"graph", path}, {"hole", "3"}, {"mouse", "2"}, {"cat", "1"}, {"first", "cat"}})),
            2);
}

TEST(cat_and_mouse, accepts_terminal_start) {
  EXPECT_EQ(solved_answer(build<cat_and_mouse>({{"graph", won_graph}, {"mouse", "0"}})), 1);
  EXPECT_EQ(solved_answer(build<cat_and_mouse>({{"graph", won_graph}, {"mouse", "2"}})), 2);
}

TEST(cat_and_mouse, equal_seed_generates_the_expected_graph) {
  const cat_and_mouse generated = build<cat_and_mouse>({{"nodes", "6"}, {"seed", "1"}});
  const cat_and_mouse written = build<cat_and_mouse>({{"graph", "1 3 4/0 3 4/3 5/0 1 2 4 5/0 1 3/2 3"}});
  EXPECT_EQ(generated.drawing(generated.start()), written.drawing(written.start()));
}

TEST(cat_and_mouse, rejects_invalid_parameters_in_one_line) {
  testkit::expect_values_rejected<cat_and_mouse>({{"nodes", "1", "2 to 262144"}});
  testkit::expect_errors<cat_and_mouse>(
      {{{{"graph", "1\n0 5\n"}}, "graph.txt: ... line 2 (node 1): neighbour 5 ... 0 to 2", "graph.txt"},
       {{{"graph", "1/0 a/"}}, "parameter 'graph': ... line 2 (node 1): ... 'a'"},
       {{{"graph", "1/0 1/"}}, "parameter 'graph': ... line 2 (node 1): node 1 ... itself ..."},
       {{{"graph", "1/0 0/"}}, "parameter 'graph': ... line 2 (node 1): neighbour 0 ... twice"},
       {{{"graph", ""}}, "parameter 'graph': ... empty"},
       {{{"graph", won_graph}, {"cat", "0"}}, "cat=0: ... hole (hole=0)"},
       {{{"graph", won_graph}, {"hole", "2"}}, "cat=2: ... hole (hole=2)"},
       {{{"graph", won_graph}, {"mouse", "4"}}, "mouse: ... 0 to 3, got '4'"},
       {{{"graph", won_graph}, {"hole", "99999999999"}}, "hole: ... 0 to 3, got '99999999999'"},
       {{{"graph", "1/0"}}, "cat: ... 0 to 1, got '2'"},
       {{{"graph", won_graph}, {"first", "dog"}}, "parameter 'first': ... 'dog'"},
       {{{"nodes", "5"}, {"degree", "1"}}, "degree=1 ... 3 edges; ... 5 nodes ... 4 to 10; ... 1.6 to 4"}});
  const std::string either = "... graph=1,3/0/3/0,2, ... nodes=20 degree=3 seed=1";
  testkit::expect_errors<cat_and_mouse>({{{}, either},
                                         {{{"graph", won_graph}, {"nodes", "5"}}, either},
                                         {{{"graph", won_graph}, {"seed", "5"}}, either},
                                         {{{"degree", "2"}}, either}});
  adjacency_lists one_node;
  one_node.add_node();
  EXPECT_THROW((void)cat_and_mouse({.graph = one_node}), input_error);
}

/// Records the notes about a graph.
struct listener : work_monitor {
  void note(std::string_view what) const override { notes.emplace_back(what); }
  mutable std::vector<std::string> notes{};
};

TEST(cat_and_mouse, reports_one_way_edge_of_a_directed_graph) {
  const auto notes_of = [](const char* graph) {
    const listener heard;
    (void)cat_and_mouse(testkit::values_of<cat_and_mouse>({{"graph", graph}}), heard);
    return heard.notes;
  };
  EXPECT_EQ(notes_of(won_graph), std::vector<std::string>{});
  const auto notes = notes_of("1 2/0 2/0");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "parameter 'graph': ... line 2 (node 1): ... directed: ... 1 to 2, ...",
                      notes[0]);
}

TEST(cat_and_mouse, rejects_malformed_positions) {
  const cat_and_mouse game = build<cat_and_mouse>({{"graph", won_graph}});
  testkit::expect_parse_errors(game, {{"mouse=4 cat=2 turn=mouse", "mouse: ... 0 to 3, got '4'"},
                                      {"mouse=x cat=2 turn=mouse", "mouse: ... 0 to 3, got 'x'"},
                                      {"mouse=1 cat=0 turn=mouse", "cat=0: ... hole"},
                                      {"mouse=1 cat=2 turn=2", "turn: expected mouse or cat, got '2'"}});
}

TEST(cat_and_mouse, stated_size_matches_the_built_game) {
  testkit::expect_size_of<cat_and_mouse>({{"graph", won_graph}});
  testkit::expect_size_of<cat_and_mouse>({{"graph", "grid:60x60"}});
  testkit::expect_size_of<cat_and_mouse>({{"graph", "edges:0 1/1 2/2 3"}});
  testkit::expect_size_of<cat_and_mouse>({{"nodes", "20000"}, {"degree", "5"}});
  testkit::expect_size_of<cat_and_mouse>({{"nodes", "700"}, {"degree", "300"}, {"hole", "5"}, {"seed", "2"}});
  testkit::expect_size_of<cat_and_mouse>({{"nodes", "600"}, {"degree", "599"}});
  const game_size bomb =
      cat_and_mouse::size_of(testkit::values_of<cat_and_mouse>({{"nodes", "8192"}, {"degree", "8191"}}));
  EXPECT_EQ(bomb.positions, std::uint64_t{2} * 8192 * 8191);
  EXPECT_GT(bomb.bytes, std::uint64_t{1} << 30);
}

TEST(cat_and_mouse, building_stops_on_request) {
  const parameter_values random = testkit::values_of<cat_and_mouse>({{"nodes", "300"}, {"degree", "100"}});
  const parameter_values given = testkit::values_of<cat_and_mouse>({{"graph", won_graph}});
  for (const int times : {0, 1, 100, 400}) {
    EXPECT_THROW((void)cat_and_mouse(random, testkit::stop_after(times)), interrupted);
  }
  for (const int times : {0, 1, 2}) EXPECT_THROW((void)cat_and_mouse(given, testkit::stop_after(times)), interrupted);
}

TEST(cat_and_mouse, board_has_walkers_on_graph_nodes) {
  const auto game = testkit::build<cat_and_mouse>({{"graph", "2,5/3/0,4,5/1,4,5/2,3/0,2,3"}});
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "1=mouse 2=cat");
  EXPECT_EQ(testkit::text_of_board(game, game.parse("mouse=2 cat=2 turn=cat")), "2=cat on mouse");
  const game_board board = game.board_shape();
  EXPECT_FALSE(board.is_laid_out);
  EXPECT_EQ(board.lines, (std::vector<board_line>{{0, 2}, {0, 5}, {1, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}}));
  ASSERT_EQ(board.marks.size(), 1U);
  EXPECT_EQ(board.marks[0].cell, 0U);
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
  const auto on_grid = testkit::build<cat_and_mouse>({{"graph", "grid:2x3"}});
  EXPECT_TRUE(on_grid.board_shape().is_laid_out);
  EXPECT_EQ(on_grid.board_shape().cells[4].centre, (plane_point{1, 1}));
}

}  // namespace
}  // namespace zermelo::games::cat_and_mouse_test
