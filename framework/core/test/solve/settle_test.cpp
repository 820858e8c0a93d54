// SPDX-License-Identifier: MIT
// Parts of a game that every move leaves are settled like the whole.
#include <zermelo/core/solve/settle.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "slices/heaps.hpp"
#include "table_game.hpp"

namespace zermelo::test::settle_test {
namespace {

TEST(settle, solves_an_explored_game_slice_by_slice_like_the_whole) {
  const auto game = with_ranking(heaps{});
  solve_visitor silent;
  const value_table expected = solve_by_queue(game, silent);
  const rules_of_game whole(game);
  const std::vector<slice> slices = game.slices();
  const auto finished = std::make_shared<joined_entries>(expected.size());
  for (const slice_group& group : slice_order(slices)) {
    const slice_numbers numbers(slices, group);
    const solution settled = settle(part_rules(whole, numbers, finished), 2, silent);
    for (position v = 0; v < numbers.size(); ++v) {
      ASSERT_EQ(settled.values[v], expected[numbers.of_game(v)]);
      ASSERT_EQ(settled.values.to_move(v), expected.to_move(numbers.of_game(v)));
    }
    finished->add(numbers.of_game(0), std::make_shared<entry_window>(expected, numbers.of_game(0), numbers.size()));
  }
}

TEST(settle, refuses_moves_that_stay) {
  const table_game game(path(3, result::tied()));
  const std::vector<slice> slices{{"end", 1, {}}, {"rest", 2, {0}}};
  const rules_of_game<table_game> whole(game);
  const std::vector<position_value> entries{{outcome::tie, 0}};
  const auto finished = std::make_shared<joined_entries>(3);
  finished->add(0, std::make_shared<listed_entries>(entries));
  solve_visitor silent;
  const part_rules part(whole, slice_numbers(slices, slice_order(slices).back()), finished);
  EXPECT_THROW((void)settle(part, 1, silent), contract_error);
}

TEST(settle, keeps_margins_within_the_bound_of_the_slice) {
  game_table table = path(2, result::scored(player::first, 5));
  table.max_margin = 5;
  const table_game game(table);
  const rules_of_game<table_game> whole(game);
  solve_visitor silent;
  for (const std::uint32_t bound : {0U, 4U, 5U, 6U}) {
    std::vector<slice> slices{{"end", 1, {}}, {"rest", 1, {0}}};
    slices[1].max_margin = bound;
    const std::vector<position_value> entries{{outcome::win, 0, 4}};
    const auto finished = std::make_shared<joined_entries>(2);
    finished->add(0, std::make_shared<listed_entries>(entries));
    const auto settled = [&] {
      return settle(part_rules(whole, slice_numbers(slices, slice_order(slices).back()), finished), 1, silent);
    };
    if (bound == 0 || bound == 5) {
      EXPECT_EQ(settled().values[0], (position_value{outcome::loss, 1, 4}));
    } else {
      EXPECT_THROW((void)settled(), contract_error) << bound;
    }
  }
}

TEST(settle, goes_on_to_wide_words_and_refuses_distances_beyond_them) {
  constexpr std::uint32_t longest = packed_word<std::uint32_t>::max_low;
  const table_game game(path(2, result::tied()));
  const std::vector<slice> slices{{"end", 1, {}}, {"rest", 1, {0}}};
  const rules_of_game<table_game> whole(game);
  solve_visitor silent;
  for (const std::uint32_t distance : {8'190U, 8'191U, longest - 1, longest}) {
    const std::vector<position_value> entries{{outcome::loss, distance}};
    const auto finished = std::make_shared<joined_entries>(2);
    finished->add(0, std::make_shared<listed_entries>(entries));
    const part_rules part(whole, slice_numbers(slices, slice_order(slices).back()), finished);
    if (distance == longest) {
      EXPECT_THROW((void)settle(part, 1, silent), contract_error);
      continue;
    }
    const solution settled = settle(part, 1, silent);
    EXPECT_EQ(settled.values[0], (position_value{outcome::win, distance + 1}));
    EXPECT_EQ(settled.values.bytes_per_position(), distance == 8'190U ? 2U : 4U);
    EXPECT_EQ(settled.edges, 1U);
  }
}

}  // namespace
}  // namespace zermelo::test::settle_test
