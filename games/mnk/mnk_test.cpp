// SPDX-License-Identifier: MIT
// m,n,k-games: the conformance kit and the known counts of reachable positions.
#include "mnk.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::games {
namespace {

const nlohmann::json& known() {
  static const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  return counts;
}

TEST(mnk, conforms) {
  testkit::expect_conforms(mnk(3, 3, 3));
  testkit::expect_conforms(mnk(2, 4, 3));
  testkit::expect_conforms(mnk(1, 1, 1));
  testkit::expect_conforms(mnk(5, 1, 2));
}

TEST(mnk, small_boards_have_the_known_counts) {
  testkit::expect_published_counts(mnk(3, 3, 3), known().at("mnk_3_3_3"));
  testkit::expect_published_counts(mnk(3, 4, 3), known().at("mnk_3_4_3"));
  testkit::expect_published_counts(mnk(4, 3, 3), known().at("mnk_4_3_3"));
  testkit::expect_published_counts(mnk(2, 3, 3), known().at("mnk_2_3_3"));
}

TEST(mnk, positions_of_tic_tac_toe_have_the_known_distances_and_images) {
  const mnk game(3, 3, 3);
  const value_table values = testkit::solve_on_all_engines(game);
  const auto symmetries = symmetries_of_square(3);
  std::map<std::string, std::uint64_t> by_plies_left;
  std::set<position> representatives;
  for (position p = 0; p < game.num_positions(); ++p) {
    const mnk::state s = game.unrank(p);
    if (!game.is_legal(s)) continue;
    const position_value value = values[p];
    // The file has no distances of draws, but 0 for full boards.
    const bool is_tie = value.outcome == outcome::tie;
    const std::string outcome_letter = is_tie ? "D" : value.outcome == outcome::win ? "W" : "L";
    const std::string plies_left = is_tie && value.distance_plies > 0 ? "-1" : std::to_string(value.distance_plies);
    ++by_plies_left["('" + outcome_letter + "', " + plies_left + ")"];
    position least = p;
    for (const auto& to : symmetries) {
      mnk::state image;
      for (std::size_t cell = 0; cell < to.size(); ++cell) image.board[to[cell]] = s.board[cell];
      least = std::min(least, game.rank(image));
    }
    representatives.insert(least);
  }
  const auto& expected = known().at("tictactoe_classes");
  EXPECT_EQ(representatives.size(), expected.at("classes").get<std::size_t>());
  EXPECT_EQ(by_plies_left, (expected.at("by_plies_left").get<std::map<std::string, std::uint64_t>>()));
}

TEST(mnk, play_always_ends) {
  const mnk game(3, 4, 3);
  EXPECT_EQ(summarize(testkit::solve_on_all_engines(game), 1).counts.draw, 0U);
}

TEST(mnk, a_full_board_is_a_tie_after_all_its_plies) {
  const mnk game(3, 3, 3);
  const value_table values = testkit::solve_on_all_engines(game);
  EXPECT_EQ(values[game.rank(game.start())], (position_value{outcome::tie, 9}));
}

TEST(mnk, a_position_is_legal_if_turns_were_taken_and_only_the_last_to_move_has_a_line) {
  const mnk game(3, 3, 3);
  const auto is_legal = [&](const char* board) { return game.is_legal(game.parse(std::string("board=") + board)); };
  EXPECT_TRUE(is_legal(".../.../..."));
  EXPECT_TRUE(is_legal("XXX/OO./..."));
  EXPECT_TRUE(is_legal("OOO/XX./X.."));
  EXPECT_FALSE(is_legal("XXX/OOO/..."));
  EXPECT_FALSE(is_legal("XXX/OO./O..")) << "play went on after the end";
  EXPECT_FALSE(is_legal("XX./.../...")) << "x moved twice";
  EXPECT_FALSE(is_legal("O../.../...")) << "o began";
  std::uint64_t legal = 0;
  for (position p = 0; p < game.num_positions(); ++p) legal += game.is_legal(game.unrank(p)) ? 1 : 0;
  EXPECT_EQ(legal, 5478U) << "in tic-tac-toe all of them can be reached";
}

TEST(mnk, an_illegal_position_breaks_a_rule_that_is_named) {
  const mnk game(3, 3, 3);
  const auto why = [&](const char* board) {
    return game.why_illegal(game.parse(std::string("board=") + board)).value_or("");
  };
  EXPECT_EQ(why("XXX/OO./..."), "");
  EXPECT_EQ(why("XX./.../..."), "there are 2 X and 0 O, and X begins: there are as many, or one X more");
  EXPECT_EQ(why("O../.../..."), "there are 0 X and 1 O, and X begins: there are as many, or one X more");
  EXPECT_EQ(why("XXX/OO./O.."), "x is to move and has 3 in a row: play was over before");
}

TEST(mnk, lines_run_in_all_four_directions) {
  const mnk game(3, 4, 3);
  const auto winner = [&](const char* board) {
    const auto end = game.terminal(game.parse(std::string("board=") + board));
    return end ? end->winner : std::nullopt;
  };
  EXPECT_EQ(winner(".XXX/OO../...."), mnk::x);
  EXPECT_EQ(winner("XO../XO../X..."), mnk::x);
  EXPECT_EQ(winner(".X.O/..XO/...X"), mnk::x);
  EXPECT_EQ(winner("..XO/.XO./X..."), mnk::x);
  EXPECT_EQ(winner(".XXO/...O/X..O"), mnk::o);
  EXPECT_EQ(winner("XX.X/OO.O/...."), std::nullopt) << "not across a gap, nor from row to row";
}

TEST(mnk, bad_sizes_and_positions_are_refused) {
  EXPECT_EQ(testkit::refusal_of([] { mnk(0, 3, 3); }), "rows=0 cols=3: a board has 1 to 39 cells");
  EXPECT_EQ(testkit::refusal_of([] { mnk(5, 8, 3); }), "rows=5 cols=8: a board has 1 to 39 cells");
  EXPECT_EQ(testkit::refusal_of([] { mnk(3, 4, 5); }), "k=5 is not from 1 to 4, the longer side of the board");
  EXPECT_EQ(testkit::refusal_of([] { mnk(3, 4, 0); }), "k=0 is not from 1 to 4, the longer side of the board");
  EXPECT_EQ(mnk(3, 13, 5).num_positions(), 4'052'555'153'018'976'267U);
  EXPECT_EQ(mnk(parameter_values(mnk::parameters(), {})).num_positions(), 19'683U);

  const mnk game(3, 3, 3);
  EXPECT_EQ(testkit::parse_refusal(game, "board=XO/../.."),
            "position: the board has 3 rows and 2 columns, not 3 and 3");
  EXPECT_EQ(testkit::parse_refusal(game, "board=x../.../..."),
            "position: board: line 1, column 1: 'x' is not one of '.XO'");
  EXPECT_EQ(game.format(game.start()), "board=.../.../...");
  EXPECT_EQ(game.drawing(game.parse("board=XO./.X./..O")), "XO.\n.X.\n..O");
}

TEST(mnk, says_its_size_before_it_is_built) {
  testkit::expect_size_of<mnk>({});
  const std::map<std::string, std::string> largest{{"rows", "1"}, {"cols", "39"}};
  EXPECT_EQ(mnk::size_of(testkit::values_of<mnk>(largest)).positions, 4'052'555'153'018'976'267U);
}

}  // namespace
}  // namespace zermelo::games
