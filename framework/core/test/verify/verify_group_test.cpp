// SPDX-License-Identifier: MIT
// The solution of a group of slices is accepted, and each wrong entry is found, by the group's numbers.
#include <zermelo/core/verify/verify_solution.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "slices/sliced_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::verify_group_test {
namespace {

TEST(verify_group, accepts_what_is_right_and_finds_each_wrong_entry) {
  random_generator random(23);
  work_monitor silent;
  std::uint64_t changed = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const sliced_table made = cut(random, random_table(random, scored_shape(random, number)));
    const table_game game(made.table);
    const value_table expected = solve_queue(game);
    const rules_of_game<table_game> whole(game);
    const auto finished = std::make_shared<joined_entries>(expected.size());
    for (const slice_group& group : slice_order(made.slices)) {
      const slice_numbers numbers(made.slices, group);
      if (numbers.size() == 0) continue;
      const part_rules part(whole, numbers, finished);
      std::vector<position_value> entries;
      for (position v = 0; v < numbers.size(); ++v) entries.push_back(expected[numbers.of_game(v)]);
      const listed_entries listed(entries);
      const verify_report accepted = verify_group(part, listed, 2, silent);
      ASSERT_TRUE(accepted.accepted()) << accepted.first.front().reason;
      ASSERT_EQ(accepted.checked, numbers.size());
      const verify_report on_one_thread = verify_group(part, listed, 1, silent);
      ASSERT_TRUE(on_one_thread.accepted());
      ASSERT_EQ(on_one_thread.edges, accepted.edges);
      ASSERT_TRUE(verify_group(part, listed, verify_scope(1, 1), silent).accepted());

      const position v = random.below(numbers.size());
      const position_value right = entries[v];
      entries[v] = right.outcome == outcome::tie ? position_value{outcome::win, 3} : position_value{outcome::tie, 3};
      const verify_report refused = verify_group(part, listed, 1, silent);
      ASSERT_GE(refused.wrong, 1U);
      bool is_named = refused.wrong > refused.first.size();
      for (const verify_failure& failure : refused.first) {
        ASSERT_LT(failure.at, numbers.size());
        is_named = is_named || failure.at == v;
      }
      ASSERT_TRUE(is_named);
      entries[v] = right;
      ++changed;
      numbers.for_each_stretch(0, numbers.size(), [&](position begin, position end) {
        finished->add(begin, std::make_shared<entry_window>(expected, begin, end - begin));
      });
    }
  }
  EXPECT_GT(changed, 200U);
}

}  // namespace
}  // namespace zermelo::test::verify_group_test
