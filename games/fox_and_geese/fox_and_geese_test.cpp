// SPDX-License-Identifier: MIT
// Tests fox and geese: conformance, and the counts of an independent program.
#include "fox_and_geese.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::fox_and_geese>;

namespace zermelo::games::fox_and_geese_test {
namespace {

constexpr std::uint32_t usual_side = 8;

TEST(fox_and_geese, conforms_to_contract) {
  testkit::expect_conforms(fox_and_geese(2, 2, fox_and_geese::fox));
  testkit::expect_conforms(fox_and_geese(3, 3, 1, fox_and_geese::geese));
  testkit::expect_conforms(fox_and_geese(4, 4, fox_and_geese::fox));
  testkit::expect_conforms(fox_and_geese(5, 4, 1, fox_and_geese::fox));
  testkit::expect_conforms(fox_and_geese(4, 5, fox_and_geese::geese));
}

TEST(fox_and_geese, samples_of_large_boards_conform_to_contract) {
  for (const fox_and_geese& game :
       {fox_and_geese(usual_side, usual_side, fox_and_geese::fox), fox_and_geese(2, 26, fox_and_geese::fox),
        fox_and_geese(26, 2, fox_and_geese::geese)}) {
    EXPECT_EQ(testkit::check_contract(game).violations, std::vector<std::string>());
  }
}

TEST(fox_and_geese, matches_outcome_counts_of_an_independent_program_for_either_first_player) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  using instance = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  for (const auto& [rows, cols, geese] : {instance{2, 2, 1},
                                          {3, 3, 1},
                                          {3, 3, 2},
                                          {4, 4, 1},
                                          {4, 4, 2},
                                          {4, 5, 3},
                                          {5, 4, 2},
                                          {5, 5, 2},
                                          {5, 5, 3},
                                          {6, 6, 2},
                                          {6, 6, 3},
                                          {4, 8, 4},
                                          {8, 6, 3}}) {
    for (const player first : {fox_and_geese::fox, fox_and_geese::geese}) {
      const fox_and_geese game(rows, cols, geese, first);
      const std::string key =
          fmt::format("fox_and_geese_{}x{}_{}_{}_first", rows, cols, geese, game.player_name(first));
      SCOPED_TRACE(key);
      const testkit::position_counts found = testkit::expect_published_counts(game, known.at(key));
      EXPECT_EQ(found.outcomes.tie + found.outcomes.draw, 0U) << "play is finite";
    }
  }
}

TEST(fox_and_geese, start_puts_pieces_on_their_initial_squares) {
  const auto start_of = [](const std::map<std::string, std::string>& parameters) {
    const auto game = testkit::build<fox_and_geese>(parameters);
    return game.format(game.start());
  };
  EXPECT_EQ(start_of({}), "geese=a1,c1,e1,g1 fox=d8 turn=fox");
  EXPECT_EQ(start_of({{"first", "geese"}}), "geese=a1,c1,e1,g1 fox=d8 turn=geese");
  EXPECT_EQ(start_of({{"rows", "5"}, {"cols", "5"}}), "geese=a1,c1,e1 fox=c5 turn=fox");
  EXPECT_EQ(start_of({{"rows", "4"}, {"cols", "6"}, {"geese", "2"}}), "geese=a1,c1 fox=d4 turn=fox");
  EXPECT_EQ(start_of({{"rows", "2"}, {"cols", "3"}}), "geese=a1,c1 fox=b2 turn=fox");
}

TEST(fox_and_geese, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<fox_and_geese>({{"first", "hare", "one of fox, geese"}, {"rows", "1", "2 to 26"}});
  testkit::expect_errors<fox_and_geese>({{{{"rows", "8"}, {"cols", "9"}}, "rows=8 cols=9: ... 32 dark ... got 36"},
                                         {{{"geese", "5"}}, "geese: ... 1 to 4, ... got '5'"}});
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "geese: ... 1 to 2, ... got '0'",
                      testkit::error_of([] { fox_and_geese(3, 3, 0, fox_and_geese::fox); }));
  EXPECT_EQ(testkit::error_of([] { fox_and_geese(3, 27, fox_and_geese::fox); }),
            "rows=3 cols=27: expected from 2 to 26 of each");
  const fox_and_geese game(usual_side, usual_side, fox_and_geese::fox);
  testkit::expect_parse_errors(game,
                               {{"geese=g1,c1,a1,e1 fox=d8 turn=fox", "accepted"},
                                {"geese=a1,c1,e1 fox=d8 turn=fox", "expected 4 geese, got 3"},
                                {"geese=a1,c1,e1,g1,b2 fox=d8 turn=fox", "expected 4 geese, got 5"},
                                {"geese=a1,c1,c1,g1 fox=d8 turn=fox", "two geese ... c1"},
                                {"geese=a1,b1,e1,g1 fox=d8 turn=fox", "geese: ... a1 to h8, got 'b1'"},
                                {"geese=a1,c1,e1, fox=d8 turn=fox", "geese: ... a1 to h8, got ''"},
                                {"geese=a1,c1,e1,g1 fox=i9 turn=fox", "fox: ... a1 to h8, got 'i9'"},
                                {"geese=a1,c1,e1,g1 fox=c1 turn=fox", "the fox ... c1"},
                                {"geese=a1,c1,e1,g1 fox=d8 turn=hare", "turn: expected geese or fox, got 'hare'"}});
}

TEST(fox_and_geese, prints_board_with_the_first_row_at_the_bottom) {
  const fox_and_geese game(4, 4, fox_and_geese::fox);
  EXPECT_EQ(game.drawing(game.start()),
            "4  F .\n"
            "3 . .\n"
            "2  . .\n"
            "1 G G\n"
            "  abcd");
  const fox_and_geese high(10, 2, fox_and_geese::fox);
  EXPECT_EQ(high.drawing(high.start()).substr(0, 11), "10  F\n 9 .\n");
}

TEST(fox_and_geese, axes_name_squares_unless_there_are_too_many) {
  const std::vector<axis> axes = fox_and_geese(4, 4, fox_and_geese::fox).axes();
  EXPECT_EQ(axes[1].labels.at(1), "a1,b2");
  EXPECT_EQ(axes[1].labels.size(), 28U);
  EXPECT_EQ(axes[2].labels, (std::vector<std::string>{"a1", "c1", "b2", "d2", "a3", "c3", "b4", "d4"}));
  const fox_and_geese usual(usual_side, usual_side, fox_and_geese::fox);
  const axis flock = usual.axes()[1];
  EXPECT_TRUE(flock.labels.empty()) << "too many labels";
  ASSERT_EQ(flock.coordinates.size(), 4U);
  const fox_and_geese::state s = usual.parse("geese=a1,d2,c3,h8 fox=e5 turn=geese");
  const std::uint32_t number = subset_number(s.geese_on);
  std::vector<std::int64_t> squares;
  for (const axis_coordinate& one : flock.coordinates) squares.push_back(one.values.at(number));
  EXPECT_EQ(squares, (std::vector<std::int64_t>{0, 5, 9, 31}));
  EXPECT_EQ(flock.coordinates.back().name, "goose_4");
  const axis many = fox_and_geese(4, 16, fox_and_geese::fox).axes()[1];
  EXPECT_EQ(many.size, 10'518'300U);
  EXPECT_TRUE(many.labels.empty() && many.coordinates.empty());
}

TEST(fox_and_geese, stated_size_matches_the_built_game) {
  testkit::expect_size_of<fox_and_geese>({});
  testkit::expect_size_of<fox_and_geese>({{"rows", "5"}, {"cols", "7"}, {"geese", "2"}});
}

TEST(fox_and_geese, moves_change_two_board_squares) {
  const fox_and_geese game(4, 4, fox_and_geese::fox);
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "a1=goose c1=goose b4=fox");
  EXPECT_EQ(game.board_shape().cells.front().centre, (plane_point{0, 3})) << "a1 is drawn in the lowest row";
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::fox_and_geese_test
