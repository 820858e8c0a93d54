// SPDX-License-Identifier: MIT
// Tests dodgem: conformance, and the known counts.
#include "dodgem.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::dodgem>;

namespace zermelo::games::dodgem_test {
namespace {

TEST(dodgem, conforms_to_contract) {
  testkit::expect_conforms(dodgem(2));
  testkit::expect_conforms(dodgem(3));
}

TEST(dodgem, small_boards_match_known_counts_of_positions_and_outcomes) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  for (const std::uint32_t n : {2U, 3U}) {
    const auto& expected = known.at("dodgem" + std::to_string(n));
    const auto game = with_ranking(dodgem(n));
    const value_table values = testkit::solve_on_all_engines(game);
    const auto found =
        testkit::count_positions(*testkit::erase_numbered(game), values, testkit::counted_positions::legal);
    EXPECT_EQ(game.num_positions(), expected.at("reachable").get<std::uint64_t>());
    EXPECT_EQ(found.outcomes.win, expected.at("W").get<std::uint64_t>());
    EXPECT_EQ(found.outcomes.loss, expected.at("L").get<std::uint64_t>());
    EXPECT_EQ(found.outcomes.tie + found.outcomes.draw, expected.at("D").get<std::uint64_t>());
    EXPECT_EQ(found.ends, expected.at("terminal").get<std::uint64_t>());
    EXPECT_EQ(found.moves, expected.at("edges").get<std::uint64_t>());
    EXPECT_EQ(found.max_decisive_plies, expected.at("max_plies").get<std::uint32_t>());
    EXPECT_EQ(expected.at("start_value"), "W");
    EXPECT_EQ(testkit::value_of_start(game, values),
              (position_value{outcome::win, expected.at("start_plies").get<std::uint32_t>()}));
  }
}

TEST(dodgem, four_by_four_board_is_a_draw) {
  const auto game = with_ranking(dodgem(4));
  EXPECT_EQ(game.num_positions(), 395'294U);
  solve_visitor silent;
  constexpr unsigned threads = 2;
  const testkit::erased_rules rules(game);
  const solution solved = solve_explicit(rules, {threads}, silent);
  EXPECT_TRUE(verify_solution(rules, solved.values, threads, silent).accepted());
  const solution_summary found = summarize(solved.values, threads);
  EXPECT_EQ(found.counts, (outcome_counts{.win = 210'883, .loss = 149'130, .tie = 0, .draw = 35'281}));
  EXPECT_EQ(found.max_distance_plies(), 43U);
  EXPECT_EQ(testkit::value_of_start(game, solved.values), (position_value{outcome::draw, no_distance}));
}

TEST(dodgem, detects_keys_that_are_not_positions) {
  const dodgem game(3);
  random_generator random(3);
  constexpr int num_keys = 10'000;
  int positions = 0;
  const std::uint64_t most = game.pack(game.parse("board=.../.../XXO turn=o")) * 10;
  for (int i = 0; i < num_keys; ++i) {
    const std::uint64_t key = i % 2 == 0 ? random() : random.below(most);
    const dodgem::state s = game.unpack(key);
    if (game.pack(s) != key || !game.is_legal(s)) continue;
    ++positions;
    EXPECT_EQ(game.parse(game.format(s)), s);
  }
  EXPECT_GT(positions, 0);
  EXPECT_LT(positions, num_keys / 2);
}

TEST(dodgem, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<dodgem>({{"n", "1", "2 to 6"}, {"n", "7", "2 to 6"}});
  testkit::expect_errors<dodgem>({{{{"n", "6"}}, "accepted"}});
  EXPECT_THROW(dodgem(7), input_error);
  const dodgem game(3);
  testkit::expect_parse_errors(game, {{"board=X../X../.OO turn=x", "accepted"},
                                      {"board=X../X.. turn=x", "board: expected 3 rows and 3 columns, got 2 and 3"},
                                      {"board=X../B../.OO turn=x", "board: line 2, column 1: 'B' ... '.XO'"},
                                      {"board=X../X../.OO turn=X", "turn: expected x or o, got 'X'"},
                                      {"board=X../X../.OO", "field 'turn' is missing"},
                                      {"board=X../X../XOO turn=x", "x has 3 cars; ... 2"}});
}

TEST(dodgem, prints_board_row_by_row) {
  const dodgem game(3);
  EXPECT_EQ(game.drawing(game.start()), "X..\nX..\n.OO");
}

TEST(dodgem, board_counts_cars_that_have_left) {
  const dodgem game(3);
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "a3=x's car a2=x's car b1=o's car c1=o's car");
  EXPECT_EQ(testkit::text_of_board(game, game.parse("board=O../..X/... turn=x")),
            "a3=o's car c2=x's car (x's cars that have left: 1 x's car) (o's cars that have left: 1 o's car)");
  testkit::expect_moves_on_board(game, game.start(), {1, 2});
}

}  // namespace
}  // namespace zermelo::games::dodgem_test
