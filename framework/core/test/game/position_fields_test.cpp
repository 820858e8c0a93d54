// SPDX-License-Identifier: MIT
// The board and the turn of a position: accepted and rejected texts; and the texts that can name positions.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <zermelo/core/game/position_fields.hpp>
#include <zermelo/core/game/position_keywords.hpp>
#include <zermelo/testkit/catalog_game.hpp>

namespace zermelo::position_fields_test {
namespace {

using testkit::error_of;

struct of_cats_and_dogs {
  [[nodiscard]] static std::string player_name(player p) { return p == player::first ? "cat" : "dog"; }
};

TEST(position_fields, board_rejects_wrong_size_and_letters) {
  const auto read = [](std::string_view text) { return parse_board(text, 2, 3, ".XO"); };
  EXPECT_EQ(read("X../.O.").text('/'), "X../.O.");
  EXPECT_EQ(error_of([&] { return read("X../.O./..."); }),
            "position: board: expected 2 rows and 3 columns, got 3 and 3");
  EXPECT_EQ(error_of([&] { return read("X./.O"); }), "position: board: expected 2 rows and 3 columns, got 2 and 2");
  EXPECT_EQ(error_of([&] { return read("X../.Q."); }), "position: board: line 2, column 2: 'Q' is not one of '.XO'");
}

TEST(position_fields, turn_accepts_only_player_names) {
  const auto read = [](std::string_view text) { return parse_turn(text, of_cats_and_dogs{}); };
  EXPECT_EQ(read("cat"), player::first);
  EXPECT_EQ(read("dog"), player::second);
  EXPECT_EQ(error_of([&] { return read("Cat"); }), "position: turn: expected cat or dog, got 'Cat'");
  EXPECT_EQ(error_of([&] { return read(""); }), "position: turn: expected cat or dog, got ''");
  EXPECT_EQ(error_of([&] { return read(std::string(100, 'x')); }),
            "position: turn: expected cat or dog, got '" + std::string(40, 'x') + "...'");
}

TEST(position_fields, names_reject_keywords_options_and_outer_blanks) {
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
