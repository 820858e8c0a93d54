// SPDX-License-Identifier: MIT
// Tests pong hau k'i: conformance, the known counts from both starts and of all positions, and stuck positions.
#include "pong_hau_ki.hpp"

#include <cstddef>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/published_counts.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::pong_hau_ki>;

namespace zermelo::games::pong_hau_ki_test {
namespace {

const nlohmann::json& known() {
  static const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  return counts;
}

using start_with = pong_hau_ki::start_with;

TEST(pong_hau_ki, conforms_to_contract) {
  testkit::expect_conforms(pong_hau_ki(start_with::top_vs_bottom));
  testkit::expect_conforms(pong_hau_ki(start_with::sides));
}

TEST(pong_hau_ki, matches_published_counts_of_outcomes) {
  testkit::expect_published_counts(pong_hau_ki(start_with::top_vs_bottom), known().at("pong_hau_ki_std_top_vs_bottom"));
  testkit::expect_published_counts(pong_hau_ki(start_with::sides), known().at("pong_hau_ki_sides"));
  testkit::expect_published_counts(pong_hau_ki(start_with::top_vs_bottom), known().at("pong_hau_ki_all_states"),
                                   testkit::counted_positions::legal);
}

TEST(pong_hau_ki, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<pong_hau_ki>({{"start", "corners", "one of top_vs_bottom, sides"}});
  testkit::expect_errors<pong_hau_ki>({{{{"start", "sides"}}, "accepted"}});
  testkit::expect_parse_errors(pong_hau_ki(start_with::sides),
                               {{"points=XX.OO turn=x", "accepted"},
                                {"points=XX.O turn=x", "points: ... length 5, got 'XX.O'"},
                                {"points=XX/.O turn=x", "points: ... length 5, got 'XX/.O'"},
                                {"points=XX.Oo turn=x", "points: line 1, column 5: 'o' ... '.XO'"},
                                {"points=XX.XO turn=x", "points=XX.XO: expected 2 X and 2 O"},
                                {"points=XX.OO turn=X", "turn: expected x or o, got 'X'"}});
}

TEST(pong_hau_ki, prints_board_with_its_lines) {
  const pong_hau_ki game(start_with::top_vs_bottom);
  EXPECT_EQ(game.drawing(game.start()), "X---X\n|\\ /|\n| . |\n|/ \\|\nO   O");
}

TEST(pong_hau_ki, stated_size_matches_the_built_game) { testkit::expect_size_of<pong_hau_ki>({}); }

TEST(pong_hau_ki, moves_change_two_board_points) {
  const pong_hau_ki game(pong_hau_ki::start_with::sides);
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "upper left=x upper right=o lower left=x lower right=o");
  EXPECT_EQ(game.board_shape().lines.size(), 7U);
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::pong_hau_ki_test
