// SPDX-License-Identifier: MIT
// Tests parsing the board and the turn of a position, and which texts can name positions.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <zermelo/core/game/position_fields.hpp>
#include <zermelo/core/game/position_keywords.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::position_fields_test {
namespace {

using testkit::error_of;
using testkit::matches_pattern;

struct of_cats_and_dogs {
  [[nodiscard]] static std::string player_name(player p) { return p == player::first ? "cat" : "dog"; }
};

TEST(position_fields, board_rejects_wrong_size_and_letters) {
  const auto read = [](std::string_view text) { return parse_board(text, 2, 3, ".XO"); };
  EXPECT_EQ(read("X../.O.").text('/'), "X../.O.");
  EXPECT_PRED_FORMAT2(matches_pattern, "position: board: ... 2 rows and 3 ... 3 and 3",
                      error_of([&] { return read("X../.O./..."); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: board: ... 2 rows and 3 ... 2 and 2",
                      error_of([&] { return read("X./.O"); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "...board: line 2, column 2: 'Q' ... '.XO'",
                      error_of([&] { return read("X../.Q."); }));
}

TEST(position_fields, turn_accepts_only_player_names) {
  const auto read = [](std::string_view text) { return parse_turn(text, of_cats_and_dogs{}); };
  EXPECT_EQ(read("cat"), player::first);
  EXPECT_EQ(read("dog"), player::second);
  EXPECT_PRED_FORMAT2(matches_pattern, "position: turn: ... 'Cat'", error_of([&] { return read("Cat"); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: turn: ... ''", error_of([&] { return read(""); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: turn: ... cat or dog, got '" + std::string(40, 'x') + "...'",
                      error_of([&] { return read(std::string(100, 'x')); }));
}

TEST(position_fields, rejects_position_names_with_keywords_options_or_extra_blanks) {
  for (const std::string_view text : {"gate", "start=1", "the start", "x=1 y=2", "a-b", "all moves=1", "5"}) {
    EXPECT_TRUE(can_name_position(text)) << text;
  }
  for (const std::string_view text : {"", " ", "start", "moves=1", "moves=", "plies_played=3", "gate plies_played=3",
                                      "-", "-x", "--json", " gate", "gate ", "old  gate"}) {
    EXPECT_FALSE(can_name_position(text)) << text;
  }
}

}  // namespace
}  // namespace zermelo::position_fields_test
