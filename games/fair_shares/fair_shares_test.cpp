// SPDX-License-Identifier: MIT
// Tests Fair Shares and Varied Pairs: conformance, the known counts, and single moves.
#include "fair_shares.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::fair_shares>;

namespace zermelo::games::fair_shares_test {
namespace {

TEST(fair_shares, conforms_to_contract) {
  for (const unsigned n : {1U, 2U, 7U, 12U, 23U}) testkit::expect_conforms(fair_shares(n));
}

outcome_counts counts_of(unsigned n) { return summarize(testkit::solve_on_all_engines(fair_shares(n)), 1).counts; }

TEST(fair_shares, matches_published_counts_of_outcomes) {
  // From independent programs; the totals are the numbers of partitions.
  EXPECT_EQ(counts_of(10), (outcome_counts{.win = 30, .loss = 12, .tie = 0, .draw = 0}));
  EXPECT_EQ(counts_of(11), (outcome_counts{.win = 10, .loss = 1, .tie = 0, .draw = 45}));
  EXPECT_EQ(counts_of(20), (outcome_counts{.win = 35, .loss = 3, .tie = 0, .draw = 589}));
  EXPECT_EQ(counts_of(40), (outcome_counts{.win = 90, .loss = 4, .tie = 0, .draw = 37'244}));

  solve_visitor silent;
  constexpr unsigned threads = 2;
  const fair_shares larger(50);
  const testkit::erased_rules rules(larger);
  const solution solved = solve_explicit(rules, {threads}, silent);
  EXPECT_EQ(summarize(solved.values, threads).counts,
            (outcome_counts{.win = 133, .loss = 5, .tie = 0, .draw = 204'088}));
  EXPECT_TRUE(verify_solution(rules, solved.values, threads, silent).accepted());
}

TEST(fair_shares, positions_equal_the_partitions_of_n) {
  EXPECT_EQ(fair_shares(1).num_positions(), 1U);
  EXPECT_EQ(fair_shares(50).num_positions(), 204'226U);
  EXPECT_EQ(fair_shares(100).num_positions(), 190'569'292U);
  const fair_shares game(5);
  std::vector<std::string> all;
  for (position p = 0; p < game.num_positions(); ++p) all.push_back(game.format(game.unrank(p)));
  EXPECT_EQ(all, (std::vector<std::string>{"heaps=1,1,1,1,1", "heaps=2,1,1,1", "heaps=2,2,1", "heaps=3,1,1",
                                           "heaps=3,2", "heaps=4,1", "heaps=5"}));
}

TEST(fair_shares, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<fair_shares>({{"n", "0", "1 to 100"}, {"n", "101", "1 to 100"}});
  EXPECT_THROW(fair_shares(0), input_error);
  EXPECT_THROW(fair_shares(4'000'000'000), input_error);
  testkit::expect_parse_errors(fair_shares(5), {{"heaps=1,3,1", "accepted"},
                                                {"heaps=1,3", "heaps=1,3: expected 5 counters, got fewer"},
                                                {"heaps=5,5", "heaps=5,5: expected 5 counters, got more"},
                                                {"heaps=4,,1", "heaps=4,,1: ... 1 to 5, got ''"},
                                                {"heaps=6", "heaps=6: ... 1 to 5, got '6'"},
                                                {"heaps=5,0", "heaps=5,0: ... 1 to 5, got '0'"}});
}

TEST(fair_shares, prints_one_heap_per_line) {
  const fair_shares game(6);
  EXPECT_EQ(game.drawing(game.parse("heaps=1,3,2")), "ooo\noo\no");
}

TEST(fair_shares, stated_size_matches_the_built_game) { testkit::expect_size_of<fair_shares>({{"n", "100"}}); }

}  // namespace
}  // namespace zermelo::games::fair_shares_test
