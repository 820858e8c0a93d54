// SPDX-License-Identifier: MIT
// Tests awari: conformance, and values against those of an independent program.
#include "awari.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/number_from_environment.hpp>

#include "listed_awari.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::awari>;

namespace zermelo::games::awari_test {
namespace {

using rule = awari::grand_slam_rule;

[[nodiscard]] std::vector<slice> slices_of(const awari& game) { return game.slices(); }

[[nodiscard]] groups_solution solve(const awari& game, unsigned threads) {
  const rules_of_game<awari> rules(game);
  solve_visitor silent;
  retrograde_options options;
  options.threads = threads;
  return solve_groups(rules, slices_of(game),
                      [&](const part_rules& group) { return retrograde_analysis(group, options, silent); });
}

[[nodiscard]] board board_of(const awari& game, position p, int pits) {
  const awari::state s = game.unrank(p);
  return {s.begin(), s.begin() + static_cast<std::ptrdiff_t>(2 * pits)};
}

/// Compares all values with those of the independent program.
void expect_listed_values(int pits, int seeds, rule grand_slam, rules_of_awari::slam same, bool must_feed = true) {
  const awari game(static_cast<std::size_t>(pits), static_cast<unsigned>(seeds), grand_slam, must_feed);
  const listed_awari listed({pits, same, must_feed}, seeds);
  ASSERT_EQ(listed.all().size(), game.num_positions());
  const groups_solution found = solve(game, 2);
  for (position p = 0; p < game.num_positions(); ++p) {
    const board_value& expected = listed.at(board_of(game, p, pits));
    const position_value value = (*found.values)[p];
    ASSERT_EQ(value.margin(), expected.margin) << game.format(game.unrank(p));
    ASSERT_EQ(value.outcome == outcome::draw, expected.plies == board_value::endless) << game.format(game.unrank(p));
    if (value.outcome == outcome::draw) continue;
    ASSERT_EQ(value.distance_plies, static_cast<std::uint32_t>(expected.plies)) << game.format(game.unrank(p));
  }
}

TEST(awari, conforms_to_contract) {
  for (const rule grand_slam : {rule::forbidden, rule::captured, rule::kept}) {
    testkit::expect_conforms(awari(3, 6, grand_slam));
    testkit::expect_conforms(awari(2, 9, grand_slam));
    testkit::expect_conforms(awari(3, 6, grand_slam, false));
  }
  testkit::expect_conforms(awari(6, 3));
  testkit::expect_conforms(awari(2, 0));
}

TEST(awari, matches_values_of_a_second_program) {
  expect_listed_values(2, 9, rule::forbidden, rules_of_awari::slam::forbidden);
  expect_listed_values(2, 9, rule::captured, rules_of_awari::slam::captured);
  expect_listed_values(2, 9, rule::kept, rules_of_awari::slam::kept);
  expect_listed_values(3, 12, rule::forbidden, rules_of_awari::slam::forbidden);
  expect_listed_values(3, 12, rule::captured, rules_of_awari::slam::captured);
  expect_listed_values(4, 8, rule::kept, rules_of_awari::slam::kept);
  // ZERMELO_AWARI_SEEDS=10 extends this comparison to 10 seeds.
  const auto seeds = static_cast<int>(testkit::number_from_environment("ZERMELO_AWARI_SEEDS", 8));
  expect_listed_values(6, seeds, rule::forbidden, rules_of_awari::slam::forbidden);
  for (const bool must_feed : {true, false}) {
    expect_listed_values(2, 12, rule::forbidden, rules_of_awari::slam::forbidden, must_feed);
    expect_listed_values(3, 8, rule::captured, rules_of_awari::slam::captured, must_feed);
    expect_listed_values(3, 8, rule::kept, rules_of_awari::slam::kept, must_feed);
  }
}

TEST(awari, start_of_four_pits_with_four_seeds_loses_by_two) {
  const awari game(2, 16, rule::captured, false);
  EXPECT_EQ(game.format(game.start()), "own=4,4 other=4,4");
  EXPECT_EQ((*solve(game, 1).values)[game.rank(game.start())], (position_value{outcome::loss, 2, 1}));
}

}  // namespace
}  // namespace zermelo::games::awari_test
