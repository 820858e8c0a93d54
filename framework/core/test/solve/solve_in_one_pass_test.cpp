// SPDX-License-Identifier: MIT
// Tests solves of parts without inner moves: rejected parts and word widths. gains_graphs_test.cpp solves random games.
#include <zermelo/core/solve/solve_in_one_pass.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "table_game.hpp"

namespace zermelo::test::solve_in_one_pass_test {
namespace {

/// Solves a table without its first position, which is a separate slice with this entry.
/// @param max_margin  the bound of margins of the solved slice
solution solved(const game_table& table, position_value first, std::uint32_t max_margin = 0) {
  const table_game game(table);
  const rules_of_game<table_game> whole(game);
  const std::vector<slice> slices{{"end", 1, {}}, {"rest", table.rows.size() - 1, {0}, {}, max_margin}};
  const std::vector<position_value> entries{first};
  const auto finished = std::make_shared<joined_entries>(table.rows.size());
  finished->add(0, std::make_shared<listed_entries>(entries));
  return solve_in_one_pass(part_rules(whole, slice_numbers(slices, slice_order(slices).back()), finished), 1, silent);
}

TEST(solve_in_one_pass, rejects_inner_moves) {
  EXPECT_THROW((void)solved(path(3, result::tied()), {outcome::tie, 0}), contract_error);
}

TEST(solve_in_one_pass, rejects_margins_beyond_the_bound_of_the_slice) {
  game_table table = path(2, result::scored(player::first, 5));
  table.max_margin = 5;
  const position_value end{outcome::win, 0, 4};
  for (const std::uint32_t bound : {0U, 5U}) {
    EXPECT_EQ(solved(table, end, bound).values[0], (position_value{outcome::loss, 1, 4}));
  }
  for (const std::uint32_t bound : {4U, 6U}) EXPECT_THROW((void)solved(table, end, bound), contract_error) << bound;
}

TEST(solve_in_one_pass, uses_wide_words_if_needed_and_rejects_distances_beyond_them) {
  constexpr std::uint32_t longest = packed_word<std::uint32_t>::max_low;
  const game_table table = path(2, result::tied());
  for (const std::uint32_t distance : {8'190U, 8'191U, longest - 1}) {
    const solution found = solved(table, {outcome::loss, distance});
    EXPECT_EQ(found.values[0], (position_value{outcome::win, distance + 1}));
    EXPECT_EQ(found.values.bytes_per_position(), distance == 8'190U ? 2U : 4U);
    EXPECT_EQ(found.edges, 1U);
  }
  EXPECT_THROW((void)solved(table, {outcome::loss, longest}), contract_error);
}

}  // namespace
}  // namespace zermelo::test::solve_in_one_pass_test
