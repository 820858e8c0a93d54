// SPDX-License-Identifier: MIT
// Tests that the verifier rejects every change of a solution, and wrong solutions that look consistent.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>

#include "solve/altered_entries.hpp"
#include "table_game.hpp"

namespace zermelo::test::verify_solution_test {
namespace {

constexpr position_value drawn{outcome::draw, no_distance};
constexpr position_value unused{outcome::illegal, no_distance};

TEST(verify_solution, rejects_every_changed_entry_and_names_the_position) {
  constexpr std::uint64_t num_graphs = 1'200;
  constexpr std::uint32_t most_positions = 10;  // a report lists at most 10 failures
  random_generator random(5);
  std::uint64_t rejected = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = scored_shape(random, number);
    shape.num_positions = std::min(shape.num_positions, most_positions);
    if (number % 3 == 0) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto right = iterate_values(game.table());
    ASSERT_TRUE(verify(game, right).accepted()) << number;
    for (position p = 0; p < right.size(); ++p) {
      for (const position_value altered : alterations_of(right[p])) {
        auto wrong = right;
        wrong[p] = altered;
        ASSERT_TRUE(names(verify(game, wrong), p)) << "graph " << number << ", " << alteration(p, right[p], altered);
        ++rejected;
      }
    }
  }
  EXPECT_GT(rejected, 100'000U);
}

TEST(verify_solution, accepts_only_the_correct_table) {
  // All tables with distances up to 3 over random graphs of up to 3 positions.
  std::vector<position_value> entries{drawn, unused};
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
    for (std::uint32_t distance = 0; distance <= 3; ++distance) entries.push_back({o, distance});
  }
  constexpr std::uint64_t num_graphs = 120;
  random_generator random(17);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number / 3);
    shape.num_positions = static_cast<std::uint32_t>(1 + number % 3);
    shape.end_distances = {0, 1};
    if (number % 2 == 0) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto right = iterate_values(game.table());
    std::uint64_t tables = 1;
    for (std::size_t v = 0; v < right.size(); ++v) tables *= entries.size();
    std::uint64_t accepted = 0;
    for (std::uint64_t code = 0; code < tables; ++code) {
      std::vector<position_value> table(right.size());
      std::uint64_t rest = code;
      for (position_value& value : table) {
        value = entries[rest % entries.size()];
        rest /= entries.size();
      }
      if (!verify(game, table).accepted()) continue;
      ++accepted;
      ASSERT_EQ(table, right) << number;
    }
    ASSERT_EQ(accepted, 1U) << number;
  }
}

TEST(verify_solution, counts_wrong_entries_and_names_the_first_ten) {
  const table_game game(path(40, result::won_by(player::first)));
  for (const unsigned threads : {1U, 4U}) {
    const verify_report report = verify(game, std::vector<position_value>(40, unused), threads);
    EXPECT_EQ(report.wrong, 40U);
    ASSERT_EQ(report.first.size(), 10U);
    for (position p = 0; p < report.first.size(); ++p) EXPECT_EQ(report.first[p].at, p);
  }
}

TEST(verify_solution, reports_values_required_by_rules_and_moves) {
  // 0 leads to the terminal 2 and to 1, which leads back; 3 leads to 4, which leads to itself.
  game_table table = path(5, result::won_by(player::first));
  table.rows[0] = {.successors = {1, 2}};
  table.rows[1].successors = {0};
  table.rows[2] = {.terminal = result::won_by(player::first)};
  table.rows[3].successors = table.rows[4].successors = {4};
  const verify_report report =
      verify(table_game(table), {{outcome::win, 2}, {outcome::loss, 2}, {outcome::win, 1}, {outcome::tie, 1}, drawn});
  ASSERT_EQ(report.first.size(), 3U);
  EXPECT_EQ(report.first[0].at, 1U);
  EXPECT_EQ(report.first[0].stored, (position_value{outcome::loss, 2}));
  EXPECT_EQ(report.first[0].reason, "its moves require loss in 3");
  EXPECT_EQ(report.first[1].at, 2U);
  EXPECT_EQ(report.first[1].reason, "the rules require win in 0");
  EXPECT_EQ(report.first[2].reason, "its moves require draw");
}

}  // namespace
}  // namespace zermelo::test::verify_solution_test
