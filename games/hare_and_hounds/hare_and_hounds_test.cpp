// SPDX-License-Identifier: MIT
// Tests hare and hounds: conformance, the known counts, and single positions.
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
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::hare_and_hounds>;

namespace zermelo::games::hare_and_hounds_test {
namespace {

TEST(hare_and_hounds, conforms_to_contract) {
  testkit::expect_conforms(hare_and_hounds(hare_and_hounds::hounds));
  testkit::expect_conforms(hare_and_hounds(hare_and_hounds::hare));
}

TEST(hare_and_hounds, matches_published_counts_of_outcomes_for_either_first_player) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  for (const player first : {hare_and_hounds::hounds, hare_and_hounds::hare}) {
    const hare_and_hounds game(first);
    const auto& expected = known.at("hare_hounds_start_" + game.player_name(first) + "_first");
    EXPECT_EQ(testkit::expect_published_counts(game, expected).outcomes.tie, 0U);
  }
}

TEST(hare_and_hounds, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<hare_and_hounds>({{"first", "fox", "one of hounds, hare"}});
  EXPECT_EQ(testkit::build<hare_and_hounds>({{"first", "hare"}}).start().to_move, hare_and_hounds::hare);
  const hare_and_hounds game(hare_and_hounds::hounds);
  const std::string cells = ": ... a2, b1 to b3, c1 to c3, d1 to d3, e2, got '";
  testkit::expect_parse_errors(game,
                               {{"hounds=b3,a2,b1 hare=e2 turn=hounds", "accepted"},
                                {"hounds=a2,b1 hare=e2 turn=hounds", "hounds: ... three ... 'a2,b1'"},
                                {"hounds=a2,b1,b3,c2 hare=e2 turn=hounds", "hounds: ... three ... 'a2,b1,b3,c2'"},
                                {"hounds=a2,b1,b1 hare=e2 turn=hounds", "hounds: ... three ... 'a2,b1,b1'"},
                                {"hounds=a2,b1,a1 hare=e2 turn=hounds", "hounds" + cells + "a1'"},
                                {"hounds=a2,b1,b3 hare=f2 turn=hounds", "hare" + cells + "f2'"},
                                {"hounds=a2,b1,b3 hare=b3 turn=hounds", "the hare ... b3"},
                                {"hounds=a2,b1,b3 hare=e2 turn=fox", "turn: expected hounds or hare, got 'fox'"}});
}

TEST(hare_and_hounds, prints_board_with_its_lines) {
  const hare_and_hounds game(hare_and_hounds::hounds);
  EXPECT_EQ(game.drawing(game.start()),
            "    D---o---o\n"
            "  / | \\ | / | \\\n"
            "D---o---o---o---H\n"
            "  \\ | / | \\ | /\n"
            "    D---o---o");
}

TEST(hare_and_hounds, moves_change_two_board_points) {
  const hare_and_hounds game(hare_and_hounds::hounds);
  EXPECT_EQ(testkit::text_of_board(game, game.start()), "a2=hound b1=hound b3=hound e2=hare");
  EXPECT_EQ(game.board_shape().cells[3].centre, (plane_point{1, 0})) << "b3 is drawn above";
  EXPECT_EQ(game.board_shape().lines.size(), 22U);
  testkit::expect_moves_on_board(game, game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::hare_and_hounds_test
