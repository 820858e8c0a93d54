// SPDX-License-Identifier: MIT
// Games whose positions lie in slices, solved slice by slice, have the solution of the whole.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "slices/mover_game.hpp"
#include "slices/sliced_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::slice_game_test {
namespace {

/// The entries of one group, apart by its slices.
void add_slices(joined_entries& finished, const slice_numbers& numbers, const value_table& values,
                const std::vector<slice>& slices, const slice_group& group) {
  position own = 0;
  for (const std::uint32_t member : group.slices) {
    const position size = slices[member].size;
    auto part =
        std::make_shared<value_table>(value_table::with_capacity(size, values.distance_bound(), values.margin_bound()));
    for (position i = 0; i < size; ++i) part->set(i, values[own + i], values.to_move(own + i));
    if (size > 0) finished.add(numbers.of_game(own), std::move(part));
    own += size;
  }
}

template <class G>
class slice_games : public testing::Test {};
using table_games = testing::Types<table_game, forward_table_game, mover_game<table_game>>;
TYPED_TEST_SUITE(slice_games, table_games);

TYPED_TEST(slice_games, groups_in_their_order_are_solved_like_the_whole) {
  random_generator random(18);
  std::uint64_t groups_of_several = 0;
  std::uint64_t with_outside = 0;
  std::uint64_t settled_at_once = 0;
  for (int number = 0; number < 1'500; ++number) {
    const sliced_table made =
        cut(random, random_table(random, scored_shape(random, static_cast<std::uint64_t>(number))));
    const TypeParam game(made.table);
    const rules_of_game<TypeParam> rules(game);
    solve_visitor silent;
    const value_table expected = solve_by_queue(rules, silent);
    const auto finished = std::make_shared<joined_entries>(expected.size());
    for (const slice_group& group : slice_order(made.slices)) {
      groups_of_several += group.slices.size() > 1 ? 1 : 0;
      with_outside += group.entered_groups.empty() ? 0 : 1;
      const slice_numbers numbers(made.slices, group);
      ASSERT_EQ(numbers.size(), group.size);
      const part_rules part(rules, numbers, finished);
      std::optional<value_table> first;
      std::optional<std::uint64_t> edges;
      const engine_task task{.rules = part, .threads = 1 + static_cast<unsigned>(number % 2)};
      for (const engine_definition* const engine : engine_list()) {
        if (!why_unavailable(*engine, task).empty()) continue;
        settled_at_once += engine == &one_pass_engine ? 1 : 0;
        const engine_result found = engine->solve(task, nullptr, silent);
        const auto& values = dynamic_cast<const value_table&>(*found.values);
        for (position v = 0; v < numbers.size(); ++v) {
          const position p = numbers.of_game(v);
          ASSERT_EQ(numbers.of_group(p), v);
          ASSERT_EQ(values[v], expected[p]) << engine->info.name << ", game " << number << ", position " << p;
        }
        if (found.edges) {
          ASSERT_EQ(*found.edges, edges.value_or(*found.edges)) << engine->info.name;
          edges = found.edges;
        }
        if (!first) {
          first = load_values(values, [&](position v) { return owned_run{values.to_move(v), v + 1}; }, 1, silent);
        }
      }
      if (this->HasFatalFailure()) return;
      add_slices(*finished, numbers, first.value(), made.slices, group);
    }
    for (position p = 0; p < expected.size(); ++p) ASSERT_EQ(finished->at(p), expected[p]);
  }
  EXPECT_GT(groups_of_several, 100U);
  EXPECT_GT(with_outside, 1'000U);
  EXPECT_GT(settled_at_once, 100U);
}

}  // namespace
}  // namespace zermelo::test::slice_game_test
