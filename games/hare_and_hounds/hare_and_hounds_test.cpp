// SPDX-License-Identifier: MIT
// Hare and hounds: the conformance kit, the known counts, and the rules by hand.
#include "hare_and_hounds.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// As the program has it compiled.
extern template class zermelo::erased_game_of<zermelo::games::hare_and_hounds>;

namespace zermelo::games::hare_and_hounds_test {
namespace {

TEST(hare_and_hounds, conforms) {
  testkit::expect_conforms(hare_and_hounds(hare_and_hounds::hounds));
  testkit::expect_conforms(hare_and_hounds(hare_and_hounds::hare));
}

TEST(hare_and_hounds, it_has_the_known_counts_whoever_begins) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  for (const player first : {hare_and_hounds::hounds, hare_and_hounds::hare}) {
    const hare_and_hounds game(first);
    const auto& expected = known.at("hare_hounds_start_" + game.player_name(first) + "_first");
    EXPECT_EQ(testkit::expect_published_counts(game, expected).outcomes.tie, 0U);
  }
}

/// The positions that a move leads to, as text, sorted.
std::vector<std::string> moves_from(const std::string& text) {
  const hare_and_hounds game(hare_and_hounds::hounds);
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const auto& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(hare_and_hounds, hounds_do_not_go_back_and_the_hare_goes_anywhere) {
  EXPECT_EQ(moves_from("hounds=a2,b2,d2 hare=e2 turn=hounds"),
            (std::vector<std::string>{"hounds=a2,b1,d2 hare=e2 turn=hare", "hounds=a2,b2,d1 hare=e2 turn=hare",
                                      "hounds=a2,b2,d3 hare=e2 turn=hare", "hounds=a2,b3,d2 hare=e2 turn=hare",
                                      "hounds=a2,c2,d2 hare=e2 turn=hare", "hounds=b1,b2,d2 hare=e2 turn=hare",
                                      "hounds=b2,b3,d2 hare=e2 turn=hare"}));
  EXPECT_EQ(moves_from("hounds=a2,b1,b3 hare=c2 turn=hare").size(), 8 - 2U) << "but where hounds are";
  EXPECT_EQ(moves_from("hounds=a2,b1,b3 hare=d2 turn=hare").size(), 4U) << "only c2 and a2's kind have diagonals";
}

TEST(hare_and_hounds, the_hare_wins_at_home_and_who_cannot_move_has_lost) {
  const hare_and_hounds game(hare_and_hounds::hounds);
  EXPECT_EQ(game.terminal(game.parse("hounds=b1,b2,b3 hare=a2 turn=hounds")), result::won_by(hare_and_hounds::hare));
  EXPECT_EQ(game.terminal(game.parse("hounds=c1,c2,c3 hare=b2 turn=hounds")), std::nullopt) << "not there yet";
  const std::string shut_in = "hounds=d1,d2,d3 hare=e2 turn=hare";
  EXPECT_TRUE(moves_from(shut_in).empty());
  EXPECT_EQ(game.no_moves(game.parse(shut_in)), result::won_by(hare_and_hounds::hounds));
  EXPECT_EQ(game.no_moves(game.parse("hounds=d1,d3,e2 hare=d2 turn=hounds")), result::won_by(hare_and_hounds::hare));
}

TEST(hare_and_hounds, bad_parameters_and_positions_are_refused) {
  EXPECT_EQ(testkit::refusal<hare_and_hounds>({{"first", "fox"}}),
            "parameter 'first': 'fox' is not one of hounds, hare");
  EXPECT_EQ(testkit::build<hare_and_hounds>({{"first", "hare"}}).start().to_move, hare_and_hounds::hare);
  const hare_and_hounds game(hare_and_hounds::hounds);
  const auto message = [&](const std::string& text) { return testkit::parse_refusal(game, text); };
  const std::string places = " is not one of the places a2, b1 to b3, c1 to c3, d1 to d3, e2";
  EXPECT_EQ(message("hounds=b3,a2,b1 hare=e2 turn=hounds"), "accepted");
  EXPECT_EQ(message("hounds=a2,b1 hare=e2 turn=hounds"), "position: hounds=a2,b1 are less than three places");
  EXPECT_EQ(message("hounds=a2,b1,b3,c2 hare=e2 turn=hounds"),
            "position: hounds=a2,b1,b3,c2 are more than three places");
  EXPECT_EQ(message("hounds=a2,b1,b1 hare=e2 turn=hounds"), "position: hounds=a2,b1,b1 are not three different places");
  EXPECT_EQ(message("hounds=a2,b1,a1 hare=e2 turn=hounds"), "position: hounds: 'a1'" + places);
  EXPECT_EQ(message("hounds=a2,b1,b3 hare=f2 turn=hounds"), "position: hare: 'f2'" + places);
  EXPECT_EQ(message("hounds=a2,b1,b3 hare=b3 turn=hounds"), "position: the hare and a hound are on b3");
  EXPECT_EQ(message("hounds=a2,b1,b3 hare=e2 turn=fox"), "position: turn=fox is not hounds or hare");
}

TEST(hare_and_hounds, it_is_drawn_with_its_lines) {
  const hare_and_hounds game(hare_and_hounds::hounds);
  EXPECT_EQ(game.drawing(game.start()),
            "    D---o---o\n"
            "  / | \\ | / | \\\n"
            "D---o---o---o---H\n"
            "  \\ | / | \\ | /\n"
            "    D---o---o");
}

TEST(hare_and_hounds, a_move_leaves_one_place_of_the_board_for_another) {
  const hare_and_hounds game(hare_and_hounds::hounds);
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "a2=hound b1=hound b3=hound e2=hare");
  EXPECT_EQ(game.board_shape().places[3].centre, (plane_point{1, 0})) << "b3 is drawn above";
  EXPECT_EQ(game.board_shape().lines.size(), 22U);
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::hare_and_hounds_test
