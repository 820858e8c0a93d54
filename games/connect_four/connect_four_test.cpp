// SPDX-License-Identifier: MIT
// Tests Connect Four: conformance, and the known counts of small boards.
#include "connect_four.hpp"

#include <cstdint>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::connect_four>;

namespace zermelo::games::connect_four_test {
namespace {

const nlohmann::json& known() {
  static const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  return counts;
}

TEST(connect_four, conforms_to_contract) {
  testkit::expect_conforms(connect_four(3, 4, 3));
  testkit::expect_conforms(connect_four(4, 2, 2));
  testkit::expect_conforms(connect_four(1, 1, 1));
  testkit::expect_conforms(connect_four(3, 3, 4));
}

TEST(connect_four, small_boards_match_published_counts_of_outcomes_and_moves) {
  constexpr unsigned four = 4;
  testkit::expect_published_counts(connect_four(8, 1, four), known().at("connect4_w1_h8"));
  testkit::expect_published_counts(connect_four(8, 2, four), known().at("connect4_w2_h8"));
  testkit::expect_published_counts(connect_four(3, 3, four), known().at("connect4_w3_h3"));
  testkit::expect_published_counts(connect_four(4, 3, four), known().at("connect4_w3_h4"));
  testkit::expect_published_counts(connect_four(3, 4, four), known().at("connect4_w4_h3"));
  testkit::expect_published_counts(connect_four(5, 3, four), known().at("connect4_w3_h5"));
  testkit::expect_published_counts(connect_four(3, 5, four), known().at("connect4_w5_h3"));
  testkit::expect_published_counts(connect_four(6, 3, four), known().at("connect4_w3_h6"));
}

TEST(connect_four, three_by_six_board_matches_published_counts_of_outcomes_and_moves) {
  testkit::expect_published_counts(connect_four(3, 6, 4), known().at("connect4_w6_h3"));
}

TEST(connect_four, four_by_four_board_is_a_tie_with_the_published_number_of_positions) {
  const auto game = with_ranking(connect_four(4, 4, 4));
  const value_table values = testkit::solve_on_all_engines(game);
  EXPECT_EQ(testkit::value_of_start(game, values), (position_value{outcome::tie, 16}));
  // The number of positions is Tromp's; the number of wins was computed by this program.
  EXPECT_EQ(game.num_positions(), 161'029U);
  EXPECT_EQ(summarize(values, 1).counts, (outcome_counts{.win = 38'675, .loss = 32'234, .tie = 90'120, .draw = 0}));
}

TEST(connect_four, detects_keys_that_are_not_positions) {
  const connect_four game(4, 4, 4);
  random_generator random(1);
  const std::uint64_t start = game.pack(game.start());
  constexpr int num_keys = 100'000;
  int positions = 0;
  for (int i = 0; i < num_keys; ++i) {
    const std::uint64_t key = i % 2 == 0 ? random() : random.below(start * 2);
    const connect_four::state s = game.unpack(key);
    if (game.pack(s) != key || !game.is_legal(s)) continue;
    ++positions;
    EXPECT_EQ(game.parse(game.format(s)), s);
  }
  EXPECT_GT(positions, 0);
  EXPECT_LT(positions, num_keys / 2);
  EXPECT_NE(game.pack(game.unpack(0)), 0U) << "a column without its topmost bit";
  EXPECT_TRUE(game.is_legal(game.unpack(start)));
}

TEST(connect_four, largest_board_uses_every_bit_of_a_key) {
  const connect_four game(7, 8, 4);
  const auto full_column = game.parse("board=.......X/.......O/.......X/.......X/.......O/.......O/.......X");
  EXPECT_EQ(game.pack(full_column) >> 63, 1U);
  EXPECT_EQ(game.unpack(game.pack(full_column)), full_column);
  unsigned moves = 0;
  game.for_each_successor(full_column, [&](const connect_four::state& next) {
    ++moves;
    EXPECT_EQ(game.unpack(game.pack(next)), next);
    EXPECT_TRUE(game.is_legal(next));
  });
  EXPECT_EQ(moves, 7U);
}

TEST(connect_four, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<connect_four>(
      {{"rows", "0", "1 to 31"}, {"cols", "32", "1 to 31"}, {"k", "four", "1 to 31"}});
  testkit::expect_errors<connect_four>({{{{"rows", "8"}, {"cols", "8"}}, "rows=8 cols=8: ... 1 to 31 ... 64"}});
  EXPECT_THROW(connect_four(3, 3, 0), input_error);

  const connect_four game(3, 3, 3);
  testkit::expect_parse_errors(game, {{"board=.../.../.X.", "accepted"},
                                      {"board=.../.X.", "board: expected 3 rows and 3 columns, got 2 and 3"},
                                      {"board=.../.../.x.", "board: line 3, column 2: 'x' ... '.XO'"},
                                      {"board=.../.X./...", "board=.../.X./...: a stone ..."},
                                      {"board=.../.X./.X.", "... got 2 X and 0 O"},
                                      {"board=.../OO./XXX", "accepted"},
                                      {"board=O../OO./XXX", "x ... 3 in ...: ..."}});
}

TEST(connect_four, accepts_columns_of_moves_as_a_position) {
  const connect_four game(4, 5, 4);
  const auto board = [&](const std::string& columns) { return game.format(game.parse("columns=" + columns)); };
  EXPECT_EQ(board("1"), "board=...../...../...../X....");
  EXPECT_EQ(board("4,4,3,4,4"), "board=...X./...O./...O./..XX.");
  EXPECT_EQ(board("5,1,5,1,5,1,5"), "board=....X/O...X/O...X/O...X");

  testkit::expect_parse_errors(
      game, {{"columns=4,4,6", "columns: move 3, '6': ... 1 to 5"}, {"columns=0", "columns: move 1, '0': ... 1 to 5"}});
  EXPECT_EQ(board(""), game.format(game.start()));
  testkit::expect_parse_errors(game, {{"columns=,", "columns: move 1, '': ... 1 to 5"},
                                      {"columns=4,,4", "columns: move 2, '': ... 1 to 5"},
                                      {"columns=4,4,x", "columns: move 3, 'x': ... 1 to 5"},
                                      {"columns=4,4,4,4,3,4", "columns: move 6, '4': ... full"},
                                      {"columns=5,1,5,1,5,1,5,2", "columns: move 8, '2': ... ended"},
                                      {"columns=4 board=..X", "unknown field 'board'; known: columns"}});
  const connect_four tiny(1, 1, 1);
  testkit::expect_parse_errors(tiny, {{"columns=1,1", "columns: move 2, '1': ... ended"}});
}

TEST(connect_four, position_from_columns_equals_position_after_moves) {
  for (const auto& [rows, cols] : {std::pair{6U, 7U}, {7U, 8U}, {31U, 2U}}) {
    const connect_four game(rows, cols, 4);
    random_generator random(cols);
    connect_four::state s = game.start();
    for (std::string columns; !game.terminal(s);) {
      const auto col = static_cast<unsigned>(random.below(cols)) + 1;
      const std::string longer = columns + (columns.empty() ? "" : ",") + std::to_string(col);
      if (testkit::error_of_parse(game, "columns=" + longer) != "accepted") continue;
      columns = longer;
      const auto reached = game.parse("columns=" + columns);
      int num_moves_to = 0;
      game.for_each_successor(s, [&](const connect_four::state& next) { num_moves_to += next == reached ? 1 : 0; });
      EXPECT_EQ(num_moves_to, 1) << columns;
      s = reached;
    }
  }
}

TEST(connect_four, prints_board_with_the_top_row_first) {
  const connect_four game(2, 3, 3);
  EXPECT_EQ(game.drawing(game.parse("board=.X./OXO")), ".X.\nOXO");
}

TEST(connect_four, moves_add_one_stone_to_the_board) {
  const connect_four game(3, 4, 4);
  EXPECT_EQ(testkit::text_of_board(game, game.parse("columns=4,4,1")), "d2=o a1=x d1=x");
  testkit::expect_moves_on_board(game, game.start(), {1, 1});
}

}  // namespace
}  // namespace zermelo::games::connect_four_test
