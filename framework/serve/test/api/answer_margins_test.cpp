// SPDX-License-Identifier: MIT
// Tests margins in answers about a game for points, and null in those about other games.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <gtest/gtest.h>

#include "api_test.hpp"

namespace zermelo::serve::answer_margins_test {
namespace {

/// A chase in which the cop wins by 1 + the number of the robber's cell.
class scored_chase : public chase {
 public:
  using chase::chase;
  static std::string_view name() { return "scored_chase"; }
  [[nodiscard]] static std::uint32_t max_margin() { return num_cells; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cop == s.robber) return result::scored(cop, static_cast<int>(s.robber) + 1);
    return chase::terminal(s);
  }
};

[[nodiscard]] const catalog& scored_catalog() {
  static const catalog games = make_catalog<chase, scored_chase>();
  return games;
}

class answer_margins_test : public api_test {
 protected:
  answer_margins_test() : api_test(scored_catalog(), {{"plain", "chase"}, {"scored", "scored_chase"}}) {}
  /// The slice over the robber's cells, with the cop in the middle.
  [[nodiscard]] json slice_of(const std::string& table, const std::string& turn) {
    return answer_to(fmt::format("/api/tables/{}/slice?axis=robber&cop=1,1&turn={}", table, turn));
  }
};

TEST_F(answer_margins_test, slice_margins_equal_probed_margins) {
  for (const std::string turn : {"cop", "robber"}) {
    const json slice = slice_of("scored", turn);
    ASSERT_EQ(slice["margin"].size(), 9U);
    for (std::size_t index = 0; index < 9; ++index) {
      const json probed =
          answer_to(fmt::format("/api/tables/scored/position?state=cop=4+robber={}+turn={}", index, turn));
      EXPECT_EQ(slice["margin"][index], probed["margin"]) << index;
    }
    EXPECT_EQ(slice["margin"][4], turn == "cop" ? 5 : -5);
    EXPECT_EQ(slice["margin"][0], turn == "cop" ? -1 : 1);
  }
}

TEST_F(answer_margins_test, margins_are_null_in_games_without_points) {
  EXPECT_EQ(slice_of("plain", "cop").at("margin"), nullptr);
  const json start = answer_to("/api/tables/plain/position");
  EXPECT_EQ(start.at("margin"), nullptr);
  for (const json& move : start["moves"]) {
    EXPECT_EQ(move.at("margin"), nullptr);
    EXPECT_EQ(move.at("gain"), nullptr);
  }
}

TEST_F(answer_margins_test, searches_and_statistics_support_margins) {
  const json found = answer_to("/api/tables/scored/find?where=margin=-5&sort=plies");
  ASSERT_FALSE(found["positions"].empty());
  for (const json& one : found["positions"]) EXPECT_EQ(one["margin"], -5);
  EXPECT_EQ(answer_to("/api/tables/scored/count?where=margin=-5")["count"], found["positions"].size());
  EXPECT_EQ(answer_to("/api/tables/scored/stats")["margins"].back()["points"], 9);
  EXPECT_EQ(answer_to("/api/tables/plain/stats")["margins"], nullptr);
}

}  // namespace
}  // namespace zermelo::serve::answer_margins_test
