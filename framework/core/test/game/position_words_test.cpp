// SPDX-License-Identifier: MIT
// Which texts can name positions.
#include <zermelo/core/game/position_words.hpp>

#include <string_view>

#include <gtest/gtest.h>

namespace zermelo::position_words_test {
namespace {

TEST(position_words, a_text_that_commands_take_for_something_else_names_no_position) {
  for (const std::string_view text : {"gate", "start=1", "the start", "x=1 y=2", "a-b", "all moves=1", "5"}) {
    EXPECT_TRUE(can_name_position(text)) << text;
  }
  for (const std::string_view text : {"", " ", "start", "moves=1", "moves=", "plies_played=3", "gate plies_played=3",
                                      "-", "-x", "--json", " gate", "gate ", "old  gate"}) {
    EXPECT_FALSE(can_name_position(text)) << text;
  }
}

}  // namespace
}  // namespace zermelo::position_words_test
