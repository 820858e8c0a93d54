// SPDX-License-Identifier: MIT
// Tests the order in which groups are assigned to ranks.
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../../src/sets/group_schedule.hpp"

namespace zermelo::test::group_schedule_test {
namespace {

using action = group_schedule::action;

planned_group group(std::uint32_t rank, std::vector<std::uint32_t> leads_to, double cpu_seconds,
                    bool is_parallel = false) {
  planned_group one;
  one.group.rank = rank;
  one.group.successor_groups = std::move(leads_to);
  one.cpu_seconds = cpu_seconds;
  one.is_parallel_to_previous = is_parallel;
  return one;
}

/// The groups that are assigned next, as begin and end.
std::pair<std::uint64_t, std::uint64_t> next_of(group_schedule& schedule) {
  const auto next = schedule.assign();
  EXPECT_EQ(next.next, action::solve);
  return {next.groups.begin, next.groups.end};
}

using range = std::pair<std::uint64_t, std::uint64_t>;

TEST(group_schedule, the_longest_remaining_path_is_first) {
  // 0 is long; the path from 1 over 2 to 3 is longer.
  const std::vector<planned_group> groups{group(0, {}, 5), group(1, {}, 2), group(2, {1}, 2), group(3, {0, 2}, 4)};
  group_schedule schedule(groups);
  EXPECT_EQ(next_of(schedule), range(0, 1));  // 5 + 4 seconds
  EXPECT_EQ(next_of(schedule), range(1, 2));  // 2 + 2 + 4 seconds
  EXPECT_EQ(schedule.assign().next, action::wait);
  schedule.finish(1);
  EXPECT_EQ(next_of(schedule), range(2, 3));
  schedule.finish(2);
  EXPECT_EQ(schedule.assign().next, action::wait);
  schedule.finish(0);
  EXPECT_EQ(next_of(schedule), range(3, 4));
  EXPECT_EQ(schedule.assign().next, action::end);
}

TEST(group_schedule, groups_side_by_side_are_assigned_together) {
  const std::vector<planned_group> groups{group(4, {}, 1), group(5, {}, 1, true), group(6, {}, 1, true),
                                          group(7, {5}, 1)};
  group_schedule schedule(groups);
  EXPECT_EQ(next_of(schedule), range(0, 3));
  schedule.finish(1);
  schedule.finish(0);
  EXPECT_EQ(schedule.assign().next, action::wait);
  schedule.finish(2);
  EXPECT_EQ(next_of(schedule), range(3, 4));
}

TEST(group_schedule, groups_outside_the_plan_are_not_awaited) {
  const std::vector<planned_group> groups{group(3, {0, 1}, 1)};
  group_schedule schedule(groups);
  EXPECT_EQ(next_of(schedule), range(0, 1));
}

TEST(group_schedule, nothing_is_assigned_after_close) {
  const std::vector<planned_group> groups{group(0, {}, 1)};
  group_schedule schedule(groups);
  schedule.close();
  EXPECT_EQ(schedule.assign().next, action::end);
}

}  // namespace
}  // namespace zermelo::test::group_schedule_test
