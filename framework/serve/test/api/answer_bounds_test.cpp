// SPDX-License-Identifier: MIT
// Tests queries with very large or slow answers, and queries about a game with positions relative to the player
// to move.
#include <string>

#include <gtest/gtest.h>

#include <zermelo/testkit/error_of.hpp>

#include "api_test.hpp"
#include "fan.hpp"

namespace zermelo::serve::answer_bounds_test {
namespace {

class answer_bounds : public api_test {
 protected:
  answer_bounds() : api_test(fan_catalog(), {{"fan", "fan"}}) {
    work_monitor silent;
    (void)tables().open(*tables().find("fan"), silent);
  }

 private:
  [[nodiscard]] static const catalog& fan_catalog() {
    static const catalog games = make_catalog<fan>();
    return games;
  }
};

TEST_F(answer_bounds, runs_position_with_many_moves_as_task) {
  EXPECT_EQ(kind_of("/api/tables/fan/position?state=place=1"), work_kind::probe);
  EXPECT_EQ(kind_of("/api/tables/fan/position?state=place=0"), work_kind::task);
  EXPECT_EQ(answer_to("/api/tables/fan/position?state=place=0")["moves"].size(), fan::num_cells - 1);
  EXPECT_EQ(kind_of("/api/tables/fan/position?state=nowhere"), work_kind::probe);
  (void)error_of("/api/tables/fan/position?state=nowhere", 400);
}

TEST_F(answer_bounds, runs_position_after_many_moves_as_task) {
  std::string moves = "1";
  EXPECT_EQ(kind_of("/api/tables/fan/position?state=moves=" + moves), work_kind::probe);
  for (int more = 0; more < 20; ++more) moves += ",1";
  EXPECT_EQ(kind_of("/api/tables/fan/position?state=moves=" + moves), work_kind::task);
  EXPECT_EQ(kind_of("/api/tables/fan/position?state=plies_played=3+moves=" + moves), work_kind::task);
}

TEST_F(answer_bounds, limits_number_of_groups_in_counts_and_statistics) {
  for (const std::string target : {"count", "stats"}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "by='place' makes 10100 groups; ... 10000...",
                        error_of("/api/tables/fan/" + target + "?by=place", 400));
  }
}

TEST_F(answer_bounds, slice_winners_depend_on_player_to_move) {
  const auto winners = [this](const std::string& query) {
    const json slice = answer_to("/api/tables/fan/slice?axis=place" + query);
    EXPECT_EQ(slice["plies"][0], 1);
    EXPECT_EQ(slice["plies"][1], 0);
    return slice["winner"][0].get<std::string>() + ' ' + slice["winner"][1].get<std::string>();
  };
  EXPECT_EQ(winners(""), "first second");
  EXPECT_EQ(winners("&to_move=first"), "first second");
  EXPECT_EQ(winners("&to_move=second"), "second first");
  EXPECT_EQ(error_of("/api/tables/fan/slice?axis=place&to_move=dog", 400), "'to_move=dog': expected first or second");
}

}  // namespace
}  // namespace zermelo::serve::answer_bounds_test
