// SPDX-License-Identifier: MIT
// Parameters and positions of morris games that are refused.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/testkit/catalog_game.hpp>

#include "morris.hpp"

namespace zermelo::games::morris_refusals_test {
namespace {

using boards = morris::boards;

constexpr morris::variant three_men{};
constexpr morris::variant nine_men{.board = boards::nine, .men = 9};

TEST(morris, bad_parameters_are_refused) {
  const auto refusal = [](const std::map<std::string, std::string>& words) { return testkit::refusal<morris>(words); };
  EXPECT_EQ(refusal({{"board", "four"}}), "parameter 'board': 'four' is not one of three, two_rings, nine");
  EXPECT_EQ(refusal({{"men", "10"}}), "parameter 'men': '10' is not a whole number from 3 to 9");
  EXPECT_EQ(refusal({{"men", "5"}}), "men=5: board=three is played with 3 to 4 men");
  EXPECT_EQ(refusal({{"board", "two_rings"}, {"men", "3"}}), "men=3: board=two_rings is played with 4 to 6 men");
  EXPECT_EQ(testkit::build<morris>({{"board", "nine"}, {"men", "8"}}).start().hands[0], 8);
  EXPECT_EQ(refusal({{"flying", "maybe"}}), "parameter 'flying': 'maybe' is not one of no, yes");
  EXPECT_EQ(refusal({{"flying", "yes"}}), "flying=yes: on board=three that is moves=any");
  EXPECT_EQ(refusal({{"moves", "knight"}}), "parameter 'moves': 'knight' is not one of orthogonal, diagonal, any");
  EXPECT_EQ(refusal({{"board", "nine"}, {"moves", "any"}}),
            "moves: only board=three has other values than the default, not board=nine");
  EXPECT_EQ(refusal({{"mills", "none"}}), "parameter 'mills': 'none' is not one of all, rows_and_columns");
  EXPECT_EQ(refusal({{"board", "nine"}, {"mills", "rows_and_columns"}}),
            "mills: only board=three has other values than the default, not board=nine");
  EXPECT_EQ(refusal({{"centre_first", "1"}}), "parameter 'centre_first': '1' is not one of no, yes");
  EXPECT_EQ(refusal({{"board", "two_rings"}, {"centre_first", "no"}}),
            "centre_first: only board=three has other values than the default, not board=two_rings");
  EXPECT_EQ(refusal({{"stuck", "ties"}}), "parameter 'stuck': 'ties' is not one of loses, passes");
  EXPECT_EQ(refusal({{"board", "two_rings"}, {"stuck", "passes"}}),
            "stuck: only board=three has other values than the default, not board=two_rings");
  EXPECT_EQ(testkit::build<morris>({}).start().hands[0], 3);
  EXPECT_EQ(testkit::build<morris>({{"board", "two_rings"}}).start().hands[0], 6);
  EXPECT_EQ(testkit::build<morris>({{"board", "nine"}, {"flying", "yes"}}).start().hands[0], 9);
}

TEST(morris, bad_positions_are_refused) {
  const auto message = [](const morris::variant& rules, const std::string& text) {
    return testkit::parse_refusal(morris(rules), text);
  };
  const morris::variant six{.board = boards::two_rings, .men = 6};
  EXPECT_EQ(message(three_men, "board=.../.../... hands=3,3"), "accepted");
  EXPECT_EQ(message(three_men, "board=......... hands=3,3"),
            "position: the board has 1 rows and 9 columns, not 3 and 3");
  EXPECT_EQ(message(three_men, "board=W../.../... hands=3,3"),
            "position: board: line 1, column 1: 'W' is not one of '.XO'");
  EXPECT_EQ(
      message(three_men, "board=.../.../... hands=3"),
      "position: hands=3 is not two numbers from 0 to 3, such as 2,1: the men in hand of the player to move and of "
      "the other");
  EXPECT_EQ(message(three_men, "board=.../.../... hands=3,3 turn=white"),
            "position: unknown field 'turn'; known: board, hands");
  EXPECT_EQ(message(three_men, "board=X../.../... hands=3,3"),
            "position: 'board=X../.../... hands=3,3': a player has more men than there are");
  EXPECT_EQ(message(three_men, "board=.../.../... hands=3,2"),
            "position: 'board=.../.../... hands=3,2': a man is missing, and on this board none is taken");
  EXPECT_EQ(message(three_men, "board=X../.../... hands=2,3"),
            "position: 'board=X../.../... hands=2,3': men are placed in turn, white's first");
  EXPECT_EQ(message(three_men, "board=XXX/OO./..O hands=0,0"),
            "position: 'board=XXX/OO./..O hands=0,0': the player to move has a mill, and has won before");
  EXPECT_EQ(message(six, "board=......../........ hands=6,6 turn=red"), "position: turn=red is not white or black");
  EXPECT_EQ(message(six, "board=......../........ hands=6,6 turn=black"),
            "position: 'board=......../........ hands=6,6 turn=black': men are placed in turn, white's first");
  EXPECT_EQ(message(six, "board=......../........ hands=6,6"), "position: field 'turn' is missing");
  EXPECT_THROW(morris(nine_men, "board=......../........ hands=6,6"), input_error);
}

}  // namespace
}  // namespace zermelo::games::morris_refusals_test
