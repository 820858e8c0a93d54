// SPDX-License-Identifier: MIT
// Compares every solver with value iteration on one table.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "table_game.hpp"

namespace zermelo::test {

/// Expects that every solver agrees with value iteration and that the verifier accepts the solution.
inline void expect_same_solution(const table_game& game, const std::vector<position_value>& expected,
                                 unsigned threads) {
  const retrograde_options options{threads};
  ASSERT_EQ(entries_of(solve_explicit(game, options).values), expected) << "explicit, threads " << threads;
  ASSERT_EQ(entries_of(solve_recorded(game, options).values), expected) << "recorded, threads " << threads;
  ASSERT_EQ(entries_of(solve_implicit(game, options).values), expected) << "implicit, threads " << threads;
  const value_table by_queue = solve_queue(game);
  ASSERT_EQ(entries_of(by_queue), expected) << "queue";
  for (position p = 0; p < expected.size(); ++p) {
    if (expected[p].outcome == outcome::illegal) continue;
    ASSERT_EQ(by_queue.to_move(p), game.table().rows[p].to_move) << "position " << p;
  }
  const verify_report verified = verify(game, expected);
  ASSERT_TRUE(verified.accepted()) << "position " << verified.first[0].at << ": " << verified.first[0].reason;
  ASSERT_EQ(verified.checked, expected.size());
}

/// Expects that every solver rejects the game with a message that matches this pattern.
inline void expect_all_reject(const table_game& game, const std::string& pattern) {
  const auto expect_rejected = [&pattern](const auto& solve) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, pattern, testkit::error_of<contract_error>(solve));
  };
  for (const unsigned threads : {1U, 2U}) {
    const retrograde_options options{threads};
    expect_rejected([&] { return solve_explicit(game, options); });
    expect_rejected([&] { return solve_implicit(game, options); });
  }
  expect_rejected([&] { return solve_queue(game); });
}

}  // namespace zermelo::test
