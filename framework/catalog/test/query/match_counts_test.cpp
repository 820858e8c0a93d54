// SPDX-License-Identifier: MIT
// Tests counts with conditions that need the rules. The tests of the command line compare studies with `zermelo find`.
#include <zermelo/catalog/query/match_counts.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/query/position_search.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"

namespace zermelo::match_counts_test {
namespace {

class match_counts_of_a_listed_game : public testing::Test {
 protected:
  match_counts counted(const std::vector<std::string>& conditions, const std::string& field = "",
                       std::optional<position> best_move_to = std::nullopt) {
    std::vector<match_request> requests;
    // Another request is counted in the same pass.
    requests.push_back({position_query(m_game, {"winning_moves=0"}), std::nullopt});
    requests.push_back({position_query(m_game, conditions, best_move_to), std::nullopt});
    if (!field.empty()) requests.back().field = position_field::find_number(m_game, field);
    work_monitor silent;
    const auto counts = count_matches(m_game, m_values, requests, 2, silent);
    EXPECT_EQ(counts.front().positions, 5);
    return counts.back();
  }

  const any_game m_game = listed_game(seven_positions());
  const value_table m_values = listing::listed_values(seven_positions());
};

TEST_F(match_counts_of_a_listed_game, counts_positions_that_match_conditions_on_moves) {
  EXPECT_EQ(counted({}).positions, 7);
  EXPECT_EQ(counted({"moves>=2"}).positions, 2);
  EXPECT_EQ(counted({"winning_moves=1"}).positions, 2);
  EXPECT_EQ(counted({"keeping_moves=1", "winning_moves=0"}).positions, 3);
  EXPECT_EQ(counted({"reachable=no"}).positions, 0);
  EXPECT_EQ(counted({"outcome=win moves>=2 plies>=2"}).positions, 1);
  EXPECT_EQ(counted({}, "", position{2}).positions, 1) << "5 keeps the draw; 0 and 3 would lose a win";
}

TEST_F(match_counts_of_a_listed_game, averages_move_counts_and_distances_of_matching_positions) {
  EXPECT_DOUBLE_EQ(counted({}, "winning_moves").numbers.mean(), 2.0 / 7);
  EXPECT_DOUBLE_EQ(counted({"keeping_moves=1 winning_moves=0"}, "moves").numbers.mean(), 1);
  EXPECT_DOUBLE_EQ(counted({"moves>=2"}, "keeping_moves").numbers.mean(), 1);
  EXPECT_DOUBLE_EQ(counted({"winning_moves=1"}, "plies").numbers.mean(), 2);
  EXPECT_TRUE(counted({"outcome=draw"}, "plies").numbers.empty());
}

TEST_F(match_counts_of_a_listed_game, rejects_fields_that_game_does_not_support) {
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "'zugzwang=yes': ...other player...",
                      testkit::error_of([&] { (void)counted({"zugzwang=yes"}); }));
  EXPECT_THROW((void)position_field::find_number(m_game, "winner"), input_error);
}

}  // namespace
}  // namespace zermelo::match_counts_test
