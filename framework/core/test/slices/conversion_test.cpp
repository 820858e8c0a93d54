// SPDX-License-Identifier: MIT
// Tests distances to the conversion on random games with slices. By definition, they are the distances to the end of
// the game in which a move that leaves its group leads to a terminal with the outcome of its target.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/converted_entries.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/engine_results.hpp>

#include "slices/sliced_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::conversion_test {
namespace {

/// The game in which moves that leave their group end play. @param values  the values of the game
game_table ended_by_conversion(const sliced_table& made, const std::vector<position_value>& values) {
  game_table table = made.table;
  const slice_lookup groups(made.slices);
  for (position p = 0; p < values.size(); ++p) {
    std::vector<std::uint32_t> successors = table.rows[p].successors;
    for (std::uint32_t& to : successors) {
      if (groups.slice_of(p).rank == groups.slice_of(to).rank) continue;
      table_row end;
      end.to_move = table.rows[to].to_move;
      end.terminal = result_of({values[to].outcome, 0}, end.to_move);
      to = static_cast<std::uint32_t>(table.rows.size());
      table.rows.push_back(end);
    }
    table.rows[p].successors = std::move(successors);
  }
  return table;
}

/// The outcomes of all positions, joined slice by slice.
std::shared_ptr<const joined_entries> converted_slices(const std::vector<slice>& slices,
                                                       const std::vector<position_value>& values) {
  const auto joined = std::make_shared<joined_entries>(values.size());
  position first = 0;
  for (const slice& one : slices) {
    outcome_bits bits(one.size);
    for (position i = 0; i < one.size; ++i) {
      const outcome found = values[first + i].outcome;
      bits.set(i, found == outcome::illegal ? outcome::draw : found);
    }
    joined->add(first, std::make_shared<converted_entries>(std::make_shared<outcome_bits>(std::move(bits))));
    first += one.size;
  }
  return joined;
}

/// Leaves the slices of a group out of joined entries, as a solve does.
std::shared_ptr<const joined_entries> without(const slice_group& group, const std::vector<slice>& slices,
                                              const joined_entries& all) {
  const auto rest = std::make_shared<joined_entries>(all);
  for (const std::uint32_t member : group.slices) rest->remove(first_position_of(slices, member));
  return rest;
}

TEST(conversion, distances_equal_those_of_the_game_that_conversions_end) {
  random_generator random(41);
  std::uint64_t shorter = 0;
  for (std::uint64_t number = 0; number < 2'000; ++number) {
    const sliced_table made = cut(random, random_table(random, varied_shape(random, number)));
    const leaving_game game(made);
    const std::vector<position_value> values = iterate_values(made.table);
    const std::vector<position_value> expected = iterate_values(ended_by_conversion(made, values));
    const auto all = converted_slices(made.slices, values);
    const rules_of_game<leaving_game> rules(game);
    for (const slice_group& group : slice_order(made.slices)) {
      const part_rules part(rules, slice_numbers(made.slices, group), without(group, made.slices, *all));
      std::vector<position_value> of_group;
      for (position v = 0; v < part.num_positions(); ++v) {
        const position p = part.numbers().of_game(v);
        of_group.push_back(expected[p]);
        ASSERT_EQ(expected[p].outcome, values[p].outcome) << "game " << number;
        shorter += expected[p].distance_plies < values[p].distance_plies ? 1 : 0;
        ASSERT_LE(expected[p].distance_plies, values[p].distance_plies) << "game " << number;
      }
      if (of_group.empty()) continue;
      testkit::for_each_engine_result({.rules = part}, [&](const std::string& engine, const engine_result& found) {
        for (position v = 0; v < of_group.size(); ++v) {
          ASSERT_EQ((*found.values)[v], of_group[v]) << engine << ", game " << number << ", position " << v;
        }
      });
      ASSERT_TRUE(verify_group(part, listed_entries(of_group), 1, silent).accepted()) << "game " << number;
      position_value& wrong = of_group[random.below(of_group.size())];
      if (wrong.distance_plies == no_distance) continue;
      ++wrong.distance_plies;
      ASSERT_FALSE(verify_group(part, listed_entries(of_group), 1, silent).accepted()) << "game " << number;
    }
  }
  EXPECT_GT(shorter, 1'000U);
}

TEST(converted_entries, have_distance_zero_unless_drawn) {
  outcome_bits bits(3);
  bits.set(0, outcome::win);
  bits.set(1, outcome::draw);
  bits.set(2, outcome::tie);
  const converted_entries entries(std::make_shared<outcome_bits>(std::move(bits)));
  EXPECT_EQ(entries_of(entries),
            (std::vector<position_value>{{outcome::win, 0}, {outcome::draw, no_distance}, {outcome::tie, 0}}));
  EXPECT_EQ(entries.distance_bound(), 0U);
  EXPECT_EQ(entries.bytes_in_memory(), 8U);
}

}  // namespace
}  // namespace zermelo::test::conversion_test
