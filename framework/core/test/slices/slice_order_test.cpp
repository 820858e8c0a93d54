// SPDX-License-Identifier: MIT
// Tests the order and the groups of slices.
#include <zermelo/core/slices/slice_order.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::slice_order_test {
namespace {

using numbers = std::vector<std::uint32_t>;

TEST(slice_order, puts_a_slice_after_its_successors) {
  const std::vector<slice> slices{{"three", 5, {1, 2}}, {"one", 2, {1}}, {"two", 3, {2, 1}}};
  const auto order = slice_order(slices);
  ASSERT_EQ(order.size(), 3U);
  EXPECT_EQ(order[0].slices, (numbers{1}));
  EXPECT_EQ(order[1].slices, (numbers{2}));
  EXPECT_EQ(order[2].slices, (numbers{0}));
  EXPECT_EQ(order[2].successor_groups, (numbers{0, 1}));
  EXPECT_TRUE(order[1].has_inner_moves);
  EXPECT_FALSE(order[2].has_inner_moves);
  EXPECT_EQ(order[2].size, 5U);
}

TEST(slice_order, groups_slices_that_lead_to_each_other) {
  // 4-3 and 3-4 relative to the player to move, and 3-3, to which captures lead.
  const std::vector<slice> slices{{"4-3", 10, {1}}, {"3-4", 10, {0, 2}}, {"3-3", 7, {2}}};
  const auto order = slice_order(slices);
  ASSERT_EQ(order.size(), 2U);
  EXPECT_EQ(order[0].slices, (numbers{2}));
  EXPECT_EQ(order[1].slices, (numbers{0, 1}));
  EXPECT_EQ(order[1].successor_groups, (numbers{0}));
  EXPECT_TRUE(order[1].has_inner_moves);
  EXPECT_EQ(order[1].size, 20U);
}

TEST(slice_order, rejects_unknown_successors_and_duplicate_slice_names) {
  EXPECT_TRUE(slice_order({}).empty());
  EXPECT_THROW((void)slice_order(std::vector<slice>{{"a", 1, {1}}}), contract_error);
  EXPECT_THROW((void)slice_order(std::vector<slice>{{"a", 1, {}}, {"a", 1, {}}}), contract_error);
}

}  // namespace
}  // namespace zermelo::slice_order_test
