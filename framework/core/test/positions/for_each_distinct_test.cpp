// SPDX-License-Identifier: MIT
// Tests that each position is visited once, for any number of positions and any hash slots, or as often as it has
// moves.
#include <zermelo/core/rules/for_each_distinct.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/rules/for_each_weighted.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::for_each_distinct_test {
namespace {

std::vector<position> distinct(std::vector<position> found) {
  found.resize(keep_distinct(found));
  return found;
}

TEST(for_each_distinct, visits_positions_of_a_short_list_in_order_of_appearance) {
  EXPECT_TRUE(distinct({}).empty());
  EXPECT_EQ(distinct({7}), (std::vector<position>{7}));
  EXPECT_EQ(distinct({7, 0, 7, 7, 0, 5}), (std::vector<position>{7, 0, 5}));
}

TEST(for_each_distinct, visits_each_position_once_for_lists_of_any_length) {
  random_generator random(3);
  for (const std::size_t size : {1U, 2U, 20U, 127U, 128U, 129U, 200U, 1000U}) {
    for (const position range : {position{2}, position{size}, position{1} << 60}) {
      std::vector<position> found(size);
      for (position& p : found) p = random.below(range);
      std::vector<position> named = distinct(found);
      const std::set<position> expected(found.begin(), found.end());
      std::sort(named.begin(), named.end());
      EXPECT_TRUE(std::equal(named.begin(), named.end(), expected.begin(), expected.end()))
          << size << " positions below " << range;
    }
  }
}

TEST(for_each_distinct, visits_all_positions_with_colliding_hashes) {
  // All positions have the same slot: the high bits of their products are equal.
  std::vector<position> found;
  for (position p = 0; found.size() < 100; ++p) {
    constexpr position multiplier = 0x9e37'79b9'7f4a'7c15;
    if (p * multiplier >> 56 == 255) found.push_back(p);
  }
  EXPECT_EQ(distinct(found), found);
}

TEST(for_each_distinct, visits_each_position_of_a_walk_once) {
  const auto walk = [](const auto& g) {
    for (const position p : std::vector<position>{7, 0, 7, 5}) g(p);
  };
  std::vector<position> named;
  const auto add = [&named](position p) { named.push_back(p); };
  for_each_distinct(walk, add);
  EXPECT_EQ(named, (std::vector<position>{7, 0, 5}));
  named.clear();
  for_each_distinct(walk, add, repeats::none);
  EXPECT_EQ(named, (std::vector<position>{7, 0, 7, 5}));
}

/// The calls of for_each_weighted for moves back: positions, and the symmetries that leave them as they are.
std::vector<position> weighted(std::uint64_t fixing, const std::vector<std::pair<position, std::uint64_t>>& moves) {
  std::vector<position> called;
  const auto walk = [&](const auto& g) {
    for (const auto& [from, fixing_source] : moves) g(from, fixing_source);
  };
  for_each_weighted(fixing, walk, [&](position p) { called.push_back(p); });
  return called;
}

TEST(for_each_weighted, lists_each_source_as_often_as_it_has_moves) {
  EXPECT_EQ(weighted(1, {{7, 1}, {3, 2}, {7, 1}}), (std::vector<position>{7, 3, 3, 7}));
  EXPECT_EQ(weighted(2, {{7, 1}, {3, 2}, {7, 1}, {5, 8}}), (std::vector<position>{3, 5, 5, 5, 5, 7}));
  EXPECT_EQ(weighted(8, std::vector<std::pair<position, std::uint64_t>>(100, {4, 2})),
            std::vector<position>(25, position{4}));
  EXPECT_THROW((void)weighted(2, {{7, 1}}), contract_error);
}

}  // namespace
}  // namespace zermelo::for_each_distinct_test
