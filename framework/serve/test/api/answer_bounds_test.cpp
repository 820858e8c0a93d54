// SPDX-License-Identifier: MIT
// Questions whose answers would be very large or take long, and those of a game that is seen by the player to move.
#include "../../src/api/table_api.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "../../src/http/target.hpp"
#include "chase.hpp"
#include "fan.hpp"

namespace zermelo::serve::answer_bounds_test {
namespace {

[[nodiscard]] const catalog& fan_catalog() {
  static const catalog games = make_catalog<fan>();
  return games;
}

class answer_bounds : public ::testing::Test {
 protected:
  answer_bounds() {
    work_monitor silent;
    (void)m_tables->open(*m_tables->find("fan"), silent);
  }
  [[nodiscard]] prepared_answer prepare(const std::string& target) {
    auto [path, query] = parse_target("/api/tables/fan/" + target);
    return m_api.prepare({http_method::get, path, query, "", ""});
  }
  [[nodiscard]] http_response response_to(const std::string& target) {
    work_monitor silent;
    return prepare(target).give(silent);
  }
  [[nodiscard]] json answer_to(const std::string& target) {
    const http_response response = response_to(target);
    EXPECT_EQ(response.status, 200U) << target << response.body;
    return json::parse(response.body);
  }

 private:
  test_folder m_folder;
  std::unique_ptr<served_tables> m_tables = [this] {
    solve_game(fan_catalog(), "fan", {}, m_folder / "fan.h5");
    return std::make_unique<served_tables>(std::vector{(m_folder / "fan.h5").string()}, fan_catalog(),
                                           std::size_t{1} << 20);
  }();
  table_api m_api{*m_tables};
};

TEST_F(answer_bounds, a_position_of_many_moves_is_an_errand) {
  EXPECT_EQ(prepare("position?state=place=1").kind, work_kind::probe);
  EXPECT_EQ(prepare("position?state=place=0").kind, work_kind::errand);
  EXPECT_EQ(answer_to("position?state=place=0")["moves"].size(), fan::num_places - 1);
  EXPECT_EQ(prepare("position?state=nowhere").kind, work_kind::probe);
  EXPECT_EQ(response_to("position?state=nowhere").status, 400U);
}

TEST_F(answer_bounds, a_position_after_many_moves_is_an_errand) {
  std::string moves = "1";
  EXPECT_EQ(prepare("position?state=moves=" + moves).kind, work_kind::probe);
  for (int more = 0; more < 20; ++more) moves += ",1";
  EXPECT_EQ(prepare("position?state=moves=" + moves).kind, work_kind::errand);
  EXPECT_EQ(prepare("position?state=plies_played=3+moves=" + moves).kind, work_kind::errand);
}

TEST_F(answer_bounds, counts_and_statistics_have_a_limited_number_of_groups) {
  for (const char* target : {"count?by=place", "stats?by=place"}) {
    const http_response response = response_to(target);
    EXPECT_EQ(response.status, 400U);
    EXPECT_EQ(json::parse(response.body)["error"], "by='place' makes 10100 groups; an answer has at most 10000");
  }
}

TEST_F(answer_bounds, winners_on_a_slice_depend_on_who_is_to_move) {
  const auto winners = [this](const std::string& words) {
    const json slice = answer_to("slice?axis=place" + words);
    EXPECT_EQ(slice["plies"][0], 1);
    EXPECT_EQ(slice["plies"][1], 0);
    return slice["winner"][0].get<std::string>() + ' ' + slice["winner"][1].get<std::string>();
  };
  EXPECT_EQ(winners(""), "first second");
  EXPECT_EQ(winners("&to_move=first"), "first second");
  EXPECT_EQ(winners("&to_move=second"), "second first");
  EXPECT_EQ(json::parse(response_to("slice?axis=place&to_move=dog").body)["error"],
            "'to_move=dog': the players are first and second");
}

}  // namespace
}  // namespace zermelo::serve::answer_bounds_test
