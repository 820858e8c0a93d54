// SPDX-License-Identifier: MIT
// Tests mu torere: conformance, the known counts, and the rule about the centre.
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
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/published_counts.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::mu_torere>;

namespace zermelo::games::mu_torere_test {
namespace {

const nlohmann::json& known() {
  static const auto counts = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  return counts;
}

TEST(mu_torere, conforms_to_contract) { testkit::expect_conforms(mu_torere()); }

TEST(mu_torere, matches_published_counts_of_outcomes) {
  testkit::expect_published_counts(mu_torere(), known().at("mu_torere_adjacent_opponent"));
  testkit::expect_published_counts(mu_torere(), known().at("mu_torere_all_adjacent_opponent"),
                                   testkit::counted_positions::legal);
}

TEST(mu_torere, rejects_invalid_positions) {
  testkit::expect_parse_errors(mu_torere(),
                               {{"ring=XXXXOOOO centre=. turn=x", "accepted"},
                                {"ring=XXXXOOO centre=. turn=x", "ring: ... length 8, got 'XXXXOOO'"},
                                {"ring=XXXXOOO. centre=OO turn=x", "centre: ... length 1, got 'OO'"},
                                {"ring=XXXXOOO. centre=X turn=x", "ring=XXXXOOO. centre=X: expected 4 X and 4 O"},
                                {"ring=XXXXOOO! centre=O turn=x", "ring: line 1, column 8: '!' ... '.XO'"},
                                {"ring=XXXXOOO. centre=O turn=w", "turn: expected x or o, got 'w'"}});
}

TEST(mu_torere, prints_board_as_a_ring_around_its_centre) {
  const mu_torere game;
  EXPECT_EQ(game.drawing(game.start()), "  X X\nO     X\n   .\nO     X\n  O O");
}

TEST(mu_torere, stated_size_matches_the_built_game) { testkit::expect_size_of<mu_torere>({}); }

TEST(mu_torere, moves_change_two_board_points) {
  const mu_torere game;
  EXPECT_EQ(testkit::text_of_board(game, game.parse("ring=XXX.OOOO centre=X turn=o")),
            "1=x 2=x 3=x 5=o 6=o 7=o 8=o centre=x");
  EXPECT_EQ(game.board_shape().lines.size(), 16U);
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::mu_torere_test
