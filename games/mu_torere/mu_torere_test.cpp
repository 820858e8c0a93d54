// SPDX-License-Identifier: MIT
// Mu torere: the conformance kit, the known counts, and the rule about the centre.
#include "mu_torere.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/published_counts.hpp>

// As the program has it compiled.
extern template class zermelo::erased_game_of<zermelo::games::mu_torere>;

namespace zermelo::games::mu_torere_test {
namespace {

const nlohmann::json& known() {
  static const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  return counts;
}

TEST(mu_torere, conforms) { testkit::expect_conforms(mu_torere()); }

TEST(mu_torere, has_the_known_counts) {
  testkit::expect_published_counts(mu_torere(), known().at("mu_torere_adjacent_opponent"));
  testkit::expect_published_counts(mu_torere(), known().at("mu_torere_all_adjacent_opponent"),
                                   testkit::counted_positions::legal);
}

std::vector<std::string> moves_from(const std::string& text) {
  const mu_torere game;
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const mu_torere::state& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(mu_torere, the_centre_is_reached_from_beside_an_opponent_only) {
  EXPECT_EQ(moves_from("ring=XXXXOOOO centre=. turn=x"),
            (std::vector<std::string>{"ring=.XXXOOOO centre=X turn=o", "ring=XXX.OOOO centre=X turn=o"}));
}

TEST(mu_torere, pieces_go_round_and_out_of_the_centre) {
  EXPECT_EQ(moves_from("ring=.XXXOOOO centre=X turn=o"), (std::vector<std::string>{"ring=OXXXOOO. centre=X turn=x"}));
  EXPECT_EQ(moves_from("ring=X.XXOOOO centre=X turn=x"),
            (std::vector<std::string>{"ring=.XXXOOOO centre=X turn=o", "ring=XX.XOOOO centre=X turn=o",
                                      "ring=XXXXOOOO centre=. turn=o"}));
}

TEST(mu_torere, who_is_stuck_has_lost) {
  const mu_torere game;
  const std::string stuck = "ring=X.XXOOOO centre=X turn=o";
  EXPECT_TRUE(moves_from(stuck).empty());
  EXPECT_EQ(game.no_moves(game.parse(stuck)), result::won_by(mu_torere::x));
}

TEST(mu_torere, bad_input_is_refused) {
  const auto message = [](const std::string& text) { return testkit::parse_refusal(mu_torere(), text); };
  EXPECT_EQ(message("ring=XXXXOOOO centre=. turn=x"), "accepted");
  EXPECT_EQ(message("ring=XXXXOOO centre=. turn=x"), "position: ring=XXXXOOO is not one row of 8");
  EXPECT_EQ(message("ring=XXXXOOO. centre=OO turn=x"), "position: centre=OO is not one row of 1");
  EXPECT_EQ(message("ring=XXXXOOO. centre=X turn=x"), "position: ring=XXXXOOO. centre=X does not have 4 X and 4 O");
  EXPECT_EQ(message("ring=XXXXOOO! centre=O turn=x"), "position: ring: line 1, column 8: '!' is not one of '.XO'");
  EXPECT_EQ(message("ring=XXXXOOO. centre=O turn=w"), "position: turn=w is not x or o");
}

TEST(mu_torere, is_drawn_as_a_ring_around_its_centre) {
  const mu_torere game;
  EXPECT_EQ(game.drawing(game.start()), "  X X\nO     X\n   .\nO     X\n  O O");
}

TEST(mu_torere, says_its_size_before_it_is_built) { testkit::expect_size_of<mu_torere>({}); }

TEST(mu_torere, a_move_leaves_one_point_of_the_board_for_another) {
  const mu_torere game;
  EXPECT_EQ(testkit::text_of_board(game, game.parse("ring=XXX.OOOO centre=X turn=o")),
            "1=x 2=x 3=x 5=o 6=o 7=o 8=o centre=x");
  EXPECT_EQ(game.board_shape().lines.size(), 16U);
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::mu_torere_test
