// SPDX-License-Identifier: MIT
// Tests that morris games reject invalid parameters and positions.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/expect_errors.hpp>

#include "morris.hpp"

namespace zermelo::games::morris_errors_test {
namespace {

using boards = morris::boards;

constexpr morris::variant three_men{};
constexpr morris::variant nine_men{.board = boards::nine, .men = 9};

TEST(morris, rejects_invalid_parameters) {
  testkit::expect_values_rejected<morris>({{"board", "four", "one of three, two_rings, nine"},
                                           {"men", "10", "3 to 9"},
                                           {"flying", "maybe", "one of no, yes"},
                                           {"moves", "knight", "one of orthogonal, diagonal, any"},
                                           {"mills", "none", "one of all, rows_and_columns"},
                                           {"centre_first", "1", "one of no, yes"},
                                           {"stuck", "ties", "one of loses, passes"}});
  const std::string only_three = "; ... board=three";
  testkit::expect_errors<morris>(
      {{{{"men", "5"}}, "men: board=three: expected from 3 to 4, got '5'"},
       {{{"board", "two_rings"}, {"men", "3"}}, "men: board=two_rings: expected from 4 to 6, got '3'"},
       {{{"flying", "yes"}}, "flying=yes ... board=three; ... moves=any"},
       {{{"board", "nine"}, {"moves", "any"}}, "moves ... board=nine" + only_three},
       {{{"board", "nine"}, {"mills", "rows_and_columns"}}, "mills ... board=nine" + only_three},
       {{{"board", "two_rings"}, {"centre_first", "no"}}, "centre_first ... board=two_rings" + only_three},
       {{{"board", "two_rings"}, {"stuck", "passes"}}, "stuck ... board=two_rings" + only_three}});
  EXPECT_EQ(testkit::build<morris>({}).start().hands[0], 3);
  EXPECT_EQ(testkit::build<morris>({{"board", "two_rings"}}).start().hands[0], 6);
  EXPECT_EQ(testkit::build<morris>({{"board", "nine"}, {"flying", "yes"}}).start().hands[0], 9);
  EXPECT_EQ(testkit::build<morris>({{"board", "nine"}, {"men", "8"}}).start().hands[0], 8);
}

TEST(morris, rejects_invalid_positions) {
  testkit::expect_parse_errors(
      morris(three_men), {{"board=.../.../... hands=3,3", "accepted"},
                          {"board=......... hands=3,3", "board: expected 3 rows and 3 columns, got 1 and 9"},
                          {"board=W../.../... hands=3,3", "board: line 1, column 1: 'W' ... '.XO'"},
                          {"board=.../.../... hands=3", "hands: ... 0 to 3, ... 2,1: ... got '3'"},
                          {"board=.../.../... hands=3,3 turn=white", "unknown field 'turn'; known: board, hands"},
                          {"board=X../.../... hands=3,3", "'board=X../.../... hands=3,3': ... too many ..."},
                          {"board=.../.../... hands=3,2", "'board=.../.../... hands=3,2': a man ... missing, ..."},
                          {"board=X../.../... hands=2,3", "'board=X../.../... hands=2,3': the numbers ..."},
                          {"board=XXX/OO./..O hands=0,0", "'board=XXX/OO./..O hands=0,0': ... a mill: ..."}});
  testkit::expect_parse_errors(morris({.board = boards::two_rings, .men = 6}),
                               {{"board=......../........ hands=6,6 turn=red", "turn: ... 'red'"},
                                {"board=......../........ hands=6,6 turn=black",
                                 "'board=......../........ hands=6,6 turn=black': the numbers ..."},
                                {"board=......../........ hands=6,6", "field 'turn' is missing"}});
  EXPECT_THROW(morris(nine_men, "board=......../........ hands=6,6"), input_error);
}

}  // namespace
}  // namespace zermelo::games::morris_errors_test
