// SPDX-License-Identifier: MIT
// Tests Cat and Mouse II: conformance, published and computed results on every engine, unusual grids, invalid input.
#include "cat_and_mouse_ii.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "baseline.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::cat_and_mouse_ii>;

namespace zermelo::games::cat_and_mouse_ii_test {
namespace {

using testkit::answer_of;
using testkit::build;
using testkit::rejection;
using testkit::value_of_start;

void expect_conforms(const cat_and_mouse_ii& game) { testkit::expect_conforms(game, &cat_and_mouse_ii_baseline); }
[[nodiscard]] value_table solve_on_all_engines(const cat_and_mouse_ii& game) {
  return testkit::solve_on_all_engines(game, &cat_and_mouse_ii_baseline);
}

/// Solves large instances by both engines, without baselines and verifier.
solution solve_on_both_engines(const cat_and_mouse_ii& game) {
  solve_visitor silent;
  const retrograde_options options{.threads = 2};
  const testkit::erased_rules rules(game);
  solution implicit = retrograde_analysis(rules, options, silent);
  const solution stored = solve_explicit(rules, options, silent);
  EXPECT_EQ(stored.edges, implicit.edges);
  EXPECT_EQ(summarize(stored.values, 2).signature, summarize(implicit.values, 2).signature);
  return implicit;
}

/// An N x N grid without walls; the cat and the mouse start next to each other in a corner.
std::string open_grid(std::uint32_t n) {
  character_grid grid(n, n, '.');
  grid[{0, 0}] = 'C';
  grid[{0, 1}] = 'M';
  grid[grid.cell(std::size_t{n} * n / 2 + n / 2)] = 'F';
  return grid.text('/');
}

/// The cat is walled off; the mouse needs `moves` moves to reach the food.
std::string corridor(std::size_t moves) { return "C#M" + std::string(moves - 1, '.') + "F"; }

TEST(cat_and_mouse_ii, conforms_to_contract) {
  expect_conforms(cat_and_mouse_ii({.grid = "####F/#C.../M....", .cat_jump = 1, .mouse_jump = 2}));
  expect_conforms(cat_and_mouse_ii({.grid = ".M.../..#../#..#./C#.#./...#F", .cat_jump = 3, .mouse_jump = 1}));
  expect_conforms(
      build<cat_and_mouse_ii>({{"rows", "7"}, {"cols", "5"}, {"walls", "0.3"}, {"seed", "3"}, {"cat_jump", "2"}}));
  expect_conforms(build<cat_and_mouse_ii>({{"rows", "6"}, {"cols", "6"}, {"cat_jump", "99"}, {"mouse_jump", "2"}}));
}

TEST(cat_and_mouse_ii, conforms_to_contract_on_unusual_grids) {
  expect_conforms(cat_and_mouse_ii({.grid = "CMF"}));
  expect_conforms(cat_and_mouse_ii({.grid = "C/F/M"}));
  expect_conforms(cat_and_mouse_ii({.grid = "M.C...F", .cat_jump = 1, .mouse_jump = 4}));
  expect_conforms(cat_and_mouse_ii({.grid = "F/./#/./C/./M", .mouse_jump = 3}));
  expect_conforms(cat_and_mouse_ii({.grid = "#C#M#F#"}));
}

TEST(cat_and_mouse_ii, conforms_to_contract_on_a_grid_wider_than_255) {
  const cat_and_mouse_ii game =
      build<cat_and_mouse_ii>({{"rows", "2"}, {"cols", "300"}, {"walls", "0.6"}, {"seed", "1"}});
  EXPECT_GT(game.axes()[1].coordinates[1].values.back(), 255);
  expect_conforms(game);
}

TEST(cat_and_mouse_ii, axes_are_turn_cat_and_mouse) {
  const cat_and_mouse_ii game({.grid = "C.#/MF."});
  EXPECT_EQ(game.num_positions(), 50U);
  const auto axes = game.axes();
  ASSERT_EQ(axes.size(), 3U);
  EXPECT_EQ(axes[0].name, "turn");
  EXPECT_EQ(axes[0].labels, (std::vector<std::string>{"mouse", "cat"}));
  EXPECT_EQ(axes[1].name, "cat");
  EXPECT_EQ(axes[2].name, "mouse");
  for (const std::size_t walker : {1U, 2U}) {
    EXPECT_EQ(axes[walker].coordinates[0].name, "row");
    EXPECT_EQ(axes[walker].coordinates[0].values, (std::vector<std::int64_t>{0, 0, 1, 1, 1}));
    EXPECT_EQ(axes[walker].coordinates[1].name, "column");
    EXPECT_EQ(axes[walker].coordinates[1].values, (std::vector<std::int64_t>{0, 1, 0, 1, 2}));
  }
  EXPECT_EQ(game.format(game.start()), "mouse=1,0 cat=0,0 turn=mouse");
  EXPECT_EQ(game.rank(game.start()), 2U);
  EXPECT_EQ(game.rank(game.parse("turn=cat mouse=1,2 cat=0,1")), 25U + 5U + 4U);
  EXPECT_EQ(game.drawing(game.start()), "C.#\nMF.");
  EXPECT_EQ(game.drawing(game.parse("mouse=1,1 cat=0,1 turn=cat")), ".C#\n.M.");
  EXPECT_EQ(game.drawing(game.parse("mouse=1,1 cat=1,1 turn=cat")), "..#\n.C.");
}

TEST(cat_and_mouse_ii, every_engine_matches_published_and_computed_results) {
  const auto groups = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/cat_and_mouse_ii.json"));
  std::size_t cases = 0;
  for (const auto& [group, list] : groups.items()) {
    for (const auto& expected : list) {
      SCOPED_TRACE(group + " " + expected.at("grid").dump());
      ++cases;
      std::string grid;
      for (const auto& row : expected.at("grid")) grid += (grid.empty() ? "" : "\n") + row.get<std::string>();
      const cat_and_mouse_ii game({.grid = grid,
                                   .cat_jump = expected.at("catJump").get<std::uint64_t>(),
                                   .mouse_jump = expected.at("mouseJump").get<std::uint64_t>()});
      const value_table values = solve_on_all_engines(game);
      const position_value start = value_of_start(game, values);

      const auto winner = raw_winner(start.outcome, game.start().turn);
      const std::string raw = !winner ? "U" : *winner == cat_and_mouse_ii::mouse ? "M" : "C";
      EXPECT_EQ(raw, expected.at("value").get<std::string>());
      const auto plies = expected.at("plies").get<std::int64_t>();
      EXPECT_EQ(start.distance_plies, plies < 0 ? no_distance : static_cast<std::uint32_t>(plies));
      EXPECT_EQ(answer_of(game, values), raw == "M");
      if (expected.contains("expected_in_source") && !expected.at("expected_in_source").is_null()) {
        EXPECT_EQ(answer_of(game, values), expected.at("expected_in_source").get<bool>());
      }

      const solution_summary summary = summarize(values, 2);
      const auto count = [&](const char* of) { return expected.at("counts").value(of, std::uint64_t{0}); };
      EXPECT_EQ(summary.winners[index_of(cat_and_mouse_ii::mouse)], count("M"));
      EXPECT_EQ(summary.winners[index_of(cat_and_mouse_ii::cat)], count("C"));
      EXPECT_EQ(summary.counts.draw, count("U"));
      EXPECT_EQ(summary.counts.tie, 0U);
      EXPECT_EQ(summary.max_distance_plies(), expected.at("max_plies").get<std::uint32_t>());
    }
  }
  EXPECT_EQ(cases, 89U);
}

struct open_grid_case {
  std::uint32_t size;
  std::uint64_t mouse_jump;
  std::uint64_t cat_jump;
  std::uint64_t cat_wins;
  std::uint64_t mouse_wins;
  std::optional<std::uint32_t> longest_plies;  ///< nothing: not published
  std::uint64_t edges;
};

/// Counts from independent programs.
const std::vector<open_grid_case> open_grid_cases{
    {16, 1, 1, 68'284, 62'788, 30, 615'188},
    {32, 2, 2, 1'070'795, 1'026'357, 32, 18'034'212},
    {32, 2, 1, 371'864, 1'725'288, std::nullopt, 14'113'820},
};

TEST(cat_and_mouse_ii, open_grids_match_known_counts_of_wins_and_moves) {
  for (const open_grid_case& known : open_grid_cases) {
    SCOPED_TRACE(known.size);
    const cat_and_mouse_ii game(
        {.grid = open_grid(known.size), .cat_jump = known.cat_jump, .mouse_jump = known.mouse_jump});
    const solution solved = solve_on_both_engines(game);
    const solution_summary summary = summarize(solved.values, 2);
    EXPECT_EQ(summary.winners[index_of(cat_and_mouse_ii::cat)], known.cat_wins);
    EXPECT_EQ(summary.winners[index_of(cat_and_mouse_ii::mouse)], known.mouse_wins);
    EXPECT_EQ(summary.counts.draw, 0U);
    EXPECT_EQ(solved.edges, known.edges);
    if (known.longest_plies) {
      EXPECT_EQ(summary.max_distance_plies(), known.longest_plies);
    }
  }
}

TEST(cat_and_mouse_ii, blocks_consist_of_complete_rows_of_cells) {
  const cat_and_mouse_ii game({.grid = open_grid(23)});  // 529 cells, a number with few divisors
  for (std::uint64_t num_blocks = 2; num_blocks <= 5; ++num_blocks) {
    const block_cut cut = choose_cut(game, num_blocks);
    EXPECT_TRUE(cut.description.ends_with("cat")) << cut.description;
    for (std::uint64_t block = 0; block < num_blocks; ++block) {
      EXPECT_TRUE(are_whole_rows(game.product(), cut.partition.block(block).ranges())) << num_blocks << " blocks";
    }
  }
}

TEST(cat_and_mouse_ii, move_limit_decides_a_long_corridor) {
  // The mouse makes every other ply, including the first and the last.
  const cat_and_mouse_ii just_in_time({.grid = corridor(500)});
  const value_table in_999 = solve_on_both_engines(just_in_time).values;
  EXPECT_EQ(value_of_start(just_in_time, in_999), (position_value{outcome::win, 999}));
  EXPECT_TRUE(answer_of(just_in_time, in_999));

  const cat_and_mouse_ii too_late({.grid = corridor(501)});
  const value_table in_1001 = solve_on_both_engines(too_late).values;
  EXPECT_EQ(value_of_start(too_late, in_1001), (position_value{outcome::win, 1001}));
  EXPECT_FALSE(answer_of(too_late, in_1001));
  EXPECT_EQ(read_value(value_of_start(too_late, in_1001), too_late.start().turn, result_rules_of(too_late)),
            (game_result{game_result::kind::win, cat_and_mouse_ii::cat, decided_by::move_limit}));

  for (const std::size_t moves : {500U, 501U}) {
    const cat_and_mouse_ii unlimited = build<cat_and_mouse_ii>({{"grid", corridor(moves)}, {"move_limit", "none"}});
    EXPECT_EQ(unlimited.move_limit(), std::nullopt);
    EXPECT_TRUE(answer_of(unlimited, moves == 500 ? in_999 : in_1001));
  }
  EXPECT_TRUE(answer_of(build<cat_and_mouse_ii>({{"grid", corridor(501)}, {"move_limit", "1001"}}), in_1001));
}

TEST(cat_and_mouse_ii, supports_more_positions_than_32_bits_can_number) {
  const cat_and_mouse_ii game({.grid = "CMF" + std::string(69'997, '.')});
  EXPECT_EQ(game.num_positions(), 9'800'000'000U);
  for (const position p : {position{0}, position{4'899'999'999}, position{4'900'000'000}, position{9'799'999'998}}) {
    EXPECT_EQ(game.rank(game.unrank(p)), p);
    game.for_each_successor_index(p, [&](position to) {
      std::vector<position> back;
      game.for_each_predecessor_index(to, [&back](position from) { back.push_back(from); });
      EXPECT_EQ(std::count(back.begin(), back.end(), p), game.terminal(game.unrank(p)) ? 0 : 1);
    });
  }
}

TEST(cat_and_mouse_ii, generates_the_expected_grid_from_a_seed) {
  const cat_and_mouse_ii game =
      build<cat_and_mouse_ii>({{"rows", "4"}, {"cols", "7"}, {"walls", "0.3"}, {"seed", "1"}});
  EXPECT_EQ(game.drawing(game.start()), "..M..##\n....F..\n..#.##.\n...C#..");
  const cat_and_mouse_ii open = build<cat_and_mouse_ii>({{"rows", "1"}, {"cols", "5"}});
  EXPECT_EQ(open.drawing(open.start()), "MF.C.");
}

TEST(cat_and_mouse_ii, rejects_invalid_parameters_in_one_line) {
  testkit::expect_errors<cat_and_mouse_ii>(
      {{{{"grid", "CM\n.F.\n"}}, "maze.txt: line 2 has 3 cells, ... 2", "maze.txt"},
       {{{"grid", "CM/xF"}}, "parameter 'grid': line 2, column 1: 'x' ... '#.CMF'"},
       {{{"grid", ""}}, "parameter 'grid': ... empty"},
       {{{"grid", "C.F"}}, "parameter 'grid': the mouse ('M') is missing"},
       {{{"grid", "M.F"}}, "parameter 'grid': the cat ('C') is missing"},
       {{{"grid", "M.C"}}, "parameter 'grid': the food ('F') is missing"},
       {{{"grid", "MC\n.F\n.C"}}, "maze.txt: line 3, column 2: a second ... ('C'); ... line 1, column 2", "maze.txt"},
       {{{"grid", "CMF"}, {"cat_jump", "0"}}, "parameter 'cat_jump': ... 1, got '0'"},
       {{{"grid", "CMF"}, {"mouse_jump", "-1"}}, "parameter 'mouse_jump': ... 1, got '-1'"},
       {{{"grid", "CMF"}, {"mouse_jump", "two"}}, "parameter 'mouse_jump': ... 1, got 'two'"},
       {{{"grid", "CMF"}, {"move_limit", "soon"}}, "parameter 'move_limit': expected 'none' ... 0, got 'soon'"},
       {{{"rows", "3"}, {"cols", "3"}, {"walls", "1.5"}}, "parameter 'walls': ... 0 to 1, got '1.5'"},
       {{{"rows", "1"}, {"cols", "2"}}, "... 1 x 2 cells ... has 2 cells; 3 ..."}});
  const std::string either = "... grid=M.C/..F, ... rows=8 cols=8 walls=0.2 seed=1";
  testkit::expect_errors<cat_and_mouse_ii>({{{}, either},
                                            {{{"grid", "CMF"}, {"rows", "3"}, {"cols", "3"}}, either},
                                            {{{"grid", "CMF"}, {"seed", "3"}}, either},
                                            {{{"rows", "3"}}, either},
                                            {{{"cols", "3"}}, either},
                                            {{{"walls", "0.1"}}, either}});
  EXPECT_THROW((void)cat_and_mouse_ii({.grid = "CMF", .cat_jump = 0}), input_error);
  EXPECT_THROW((void)build<cat_and_mouse_ii>({{"rows", "100000"}, {"cols", "100000"}}), resource_error);
}

TEST(cat_and_mouse_ii, rejects_malformed_positions) {
  const cat_and_mouse_ii game({.grid = "C#/MF"});
  testkit::expect_parse_errors(game, {{"mouse=0,1 cat=1,1 turn=cat", "mouse=0,1 ... wall"},
                                      {"mouse=0,2 cat=1,1 turn=cat", "mouse: ... 0,0 to 1,1, got '0,2'"},
                                      {"mouse=0,0 cat=1,1 turn=dog", "turn: expected mouse or cat, got 'dog'"},
                                      {"mouse=0,0 cat=1,1", "field 'turn' is missing"}});
}

TEST(cat_and_mouse_ii, stated_size_matches_the_built_game) {
  testkit::expect_size_of<cat_and_mouse_ii>({{"grid", "####F/#C.../M...."}, {"mouse_jump", "2"}});
  testkit::expect_size_of<cat_and_mouse_ii>({{"rows", "1"}, {"cols", "900"}, {"cat_jump", "900"}, {"mouse_jump", "9"}});
  testkit::expect_size_of<cat_and_mouse_ii>({{"rows", "900"}, {"cols", "1"}, {"cat_jump", "1"}, {"mouse_jump", "400"}});
  testkit::expect_size_of<cat_and_mouse_ii>({{"rows", "40"}, {"cols", "70"}, {"walls", "0.1"}, {"cat_jump", "30"}});
  testkit::expect_size_of<cat_and_mouse_ii>({{"rows", "1000"}, {"cols", "1000"}, {"walls", "0.98"}});
}

/// The moves of both walkers over some random grids, counted one by one.
TEST(cat_and_mouse_ii, reported_size_counts_every_move) {
  for (const char* const seed : {"1", "2", "3"}) {
    for (const char* const jump : {"1", "2", "5", "100"}) {
      const std::map<std::string, std::string> parameters{{"rows", "9"},  {"cols", "13"},     {"walls", "0.3"},
                                                          {"seed", seed}, {"cat_jump", jump}, {"mouse_jump", "3"}};
      const auto game = build<cat_and_mouse_ii>(parameters);
      const product_form form = game.product();
      std::uint64_t bytes = game.grid().size() + numbered_cells::bytes_for(form.walkers[0].cells.size(), 9);
      for (const product_walker& walker : form.walkers) bytes += walker.moves.bytes();
      EXPECT_EQ(cat_and_mouse_ii::size_of(testkit::values_of<cat_and_mouse_ii>(parameters)).bytes, bytes)
          << seed << jump;
    }
  }
}

TEST(cat_and_mouse_ii, rejects_too_many_moves_and_names_the_parameter) {
  const auto values =
      testkit::values_of<cat_and_mouse_ii>({{"rows", "1"}, {"cols", "100000"}, {"mouse_jump", "99999"}});
  EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                      "mouse_jump=99999: 10000000000 moves ... 100000 cells; ... 67108864 ...",
                      testkit::error_of<resource_error>([&] { (void)cat_and_mouse_ii::size_of(values); }));
}

TEST(cat_and_mouse_ii, building_stops_on_request) {
  const auto random = testkit::values_of<cat_and_mouse_ii>({{"rows", "20"}, {"cols", "20"}});
  const auto given = testkit::values_of<cat_and_mouse_ii>({{"grid", "CM.F/...."}});
  for (const int times : {0, 15, 30, 500}) {
    EXPECT_THROW((void)cat_and_mouse_ii(random, testkit::stop_after(times)), interrupted) << times;
  }
  for (const int times : {0, 10}) {
    EXPECT_THROW((void)cat_and_mouse_ii(given, testkit::stop_after(times)), interrupted) << times;
  }
}

TEST(cat_and_mouse_ii, board_has_walkers_on_cells_between_walls) {
  const cat_and_mouse_ii game({.grid = "M.C/#.#/..F"});
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "0,0=mouse 0,2=cat");
  EXPECT_EQ(testkit::text_of_board(game, game.parse("mouse=2,2 cat=2,2 turn=cat")), "2,2=cat on mouse");
  const game_board board = game.board_shape();
  EXPECT_EQ(board.walls, (std::vector<plane_point>{{0, 1}, {2, 1}}));
  ASSERT_EQ(board.marks.size(), 1U);
  EXPECT_EQ(board.cells[board.marks[0].cell].name, "2,2");
  testkit::expect_moves_on_board(game, game.start(), {.min = 0, .max = 2});  // 0: a walker stays
}

}  // namespace
}  // namespace zermelo::games::cat_and_mouse_ii_test
