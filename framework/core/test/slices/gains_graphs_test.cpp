// SPDX-License-Identifier: MIT
// Games whose moves gain points, on random graphs in slices: every solver says what the definitions say, group of
// slices after group; and the verifier accepts that, and no other entry.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/settle.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/testkit/asked_number.hpp>
#include <zermelo/testkit/engine_results.hpp>

#include "slices/gains_by_definition.hpp"
#include "slices/gains_table.hpp"
#include "solve/altered_entries.hpp"
#include "solve/blocks_that_meet.hpp"
#include "table_game.hpp"

namespace zermelo::test::gains_graphs_test {
namespace {

/// The graphs of each kind of game; 10,000 by ZERMELO_GAINS_GRAPHS=10000.
[[nodiscard]] std::uint64_t num_graphs() { return testkit::asked_number("ZERMELO_GAINS_GRAPHS", 1'000); }

/// What was met, so that the tests are seen to test.
struct met_kinds {
  std::array<std::uint64_t, num_outcomes> outcomes{};
  std::uint64_t scored = 0;            ///< values of more than one point
  std::uint64_t gains = 0;             ///< moves
  std::uint64_t with_inner_moves = 0;  ///< groups that moves enter, and moves inside them
  std::uint64_t of_several_slices = 0;
  std::uint64_t settled = 0;  ///< groups that every move leaves
  std::uint64_t in_blocks = 0;
};

/// Compares what one solver says of a group.
void expect_entries(const value_table& found, const std::vector<position_value>& expected, const std::string& solver) {
  ASSERT_EQ(entries_of(found), expected) << solver;
}

/// Solves one group in many ways, and checks them. @param expected  of the group
[[nodiscard]] solution solve_group(const part_rules& part, const std::vector<position_value>& expected,
                                   const group_places& groups, random_generator& random, std::uint64_t number,
                                   met_kinds& met) {
  solve_visitor silent;
  const unsigned threads = number % 8 == 7 ? 4 : 1;
  retrograde_options options{threads, number % 3 == 0 ? index_width::wide : index_width::narrow};
  options.serial_below = 2;
  options.rows = number / 2 % 2 == 0 ? row_encoding::patterns : row_encoding::gaps;  // rows of numbers are of wholes
  solution stored = solve_explicit(part, options, silent);
  expect_entries(stored.values, expected, "explicit");
  expect_entries(solve_by_queue(part, silent), expected, "queue");
  if (part.traits().has_predecessors) {
    expect_entries(retrograde_analysis(part, options, silent).values, expected, "implicit");
    if (number % 4 == 1) {
      const std::vector<std::uint64_t> ends = cut(random, part.num_positions(), 2 + number / 4 % 3);
      const std::vector<solve_visitor*> nobody(ends.size(), &silent);
      const blocks_result blocks =
          solve_rules_in_blocks(part, zermelo::detail::generated_predecessors(part), ends, options, nobody);
      EXPECT_EQ(blocks.errors, std::vector<std::string>(ends.size()));
      EXPECT_EQ(entries_of_blocks(blocks), expected) << "blocks";
      ++met.in_blocks;
    }
  }
  if (part.has_no_inner_moves()) {
    expect_entries(settle(part, threads, silent).values, expected, "settle");
    ++met.settled;
  } else {
    ++met.with_inner_moves;
  }
  if (number % 16 == 2) {
    testkit::for_each_engine_result({.rules = part}, [&](const std::string& engine, const engine_result& found) {
      for (position p = 0; p < expected.size(); ++p) ASSERT_EQ((*found.values)[p], expected[p]) << engine;
    });
  }
  const verify_report verified = verify_group(part, stored.values, threads, silent, &groups);
  EXPECT_TRUE(verified.accepted()) << verified.first[0].reason;
  return stored;
}

/// Solves a game group after group. @param expected  of the whole game, by its numbers
template <class G>
void expect_solved_as_defined(const G& game, const std::vector<position_value>& expected, random_generator& random,
                              std::uint64_t number, met_kinds& met) {
  const rules_of_game<G> rules(game);
  const std::vector<slice> slices = game.slices();
  const group_places places(slices);
  std::uint64_t edges = 0;
  const groups_solution found = solve_groups(rules, slices, [&](const part_rules& part) {
    std::vector<position_value> of_group;
    for (position v = 0; v < part.num_positions(); ++v) of_group.push_back(expected[part.numbers().of_game(v)]);
    solution solved = solve_group(part, of_group, places, random, number, met);
    edges += solved.edges;
    return solved;
  });
  for (const slice_group& group : slice_order(slices)) met.of_several_slices += group.slices.size() > 1 ? 1 : 0;
  for (position p = 0; p < expected.size(); ++p) ASSERT_EQ((*found.values)[p], expected[p]) << "position " << p;
  EXPECT_EQ(found.edges, edges);
  solve_visitor silent;
  const verify_report verified = verify_solution(rules, *found.values, 1, silent, &places);
  ASSERT_TRUE(verified.accepted()) << "position " << verified.first[0].at << ": " << verified.first[0].reason;
  ASSERT_EQ(verified.checked, expected.size());
  ASSERT_EQ(verified.edges, found.edges);
}

void note(const gains_table& table, const std::vector<position_value>& values, met_kinds& met) {
  for (const position_value value : values) {
    ++met.outcomes[static_cast<std::size_t>(value.outcome)];
    if (value.extra_points != 0) ++met.scored;
  }
  for (const gains_row& row : table.rows) {
    for (const gained_move& move : row.moves) met.gains += move.points != 0 ? 1 : 0;
  }
}

void expect_much_met(const met_kinds& met) {
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
    EXPECT_GT(met.outcomes[static_cast<std::size_t>(o)], num_graphs() / 2) << to_string(o);
  }
  EXPECT_GT(met.scored, num_graphs());
  EXPECT_GT(met.gains, num_graphs());
  EXPECT_GT(met.with_inner_moves, num_graphs() / 2);
  EXPECT_GT(met.of_several_slices, num_graphs() / 20);
  EXPECT_GT(met.settled, num_graphs() / 10);
}

/// The table with its bounds set, and its values.
struct defined_table {
  gains_table table;
  std::vector<position_value> values;
};
[[nodiscard]] defined_table random_defined_table(random_generator& random, std::uint64_t number, viewpoint seen_by) {
  gains_table table = random_gains_table(random, number);
  std::vector<position_value> values = values_by_definition(table, seen_by).entries();
  set_bounds(table, values, number);
  return {std::move(table), std::move(values)};
}

template <class G>
class gains_of : public testing::Test {};
using ranked_games = testing::Types<gains_game, backward_gains_game, leaving_gains_game, gains_mover_game>;
TYPED_TEST_SUITE(gains_of, ranked_games);

TYPED_TEST(gains_of, random_graphs_are_solved_as_defined) {
  random_generator random(4101);
  met_kinds met;
  for (std::uint64_t number = 0; number < num_graphs(); ++number) {
    SCOPED_TRACE(number);
    const auto [table, values] = random_defined_table(random, number, viewpoint_of_game<TypeParam>);
    note(table, values, met);
    expect_solved_as_defined(TypeParam(table), values, random, number, met);
    if (testing::Test::HasFailure()) return;
  }
  expect_much_met(met);
  EXPECT_GE(met.in_blocks, HasPredecessors<TypeParam> ? num_graphs() / 5 : 0);
}

TEST(gains_graphs, moves_merged_to_one_representative_keep_the_most_points) {
  random_generator random(4102);
  met_kinds met;
  for (std::uint64_t number = 0; number < num_graphs(); ++number) {
    SCOPED_TRACE(number);
    const auto [table, values] = random_defined_table(random, number, viewpoint::players);
    std::vector<position_value> doubled;
    for (const position_value value : values) {
      doubled.push_back(value);
      doubled.emplace_back();
    }
    expect_solved_as_defined(folded_gains_game(table), doubled, random, number, met);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(gains_graphs, of_games_without_a_ranking_are_solved_as_defined) {
  random_generator random(4103);
  met_kinds met;
  for (std::uint64_t number = 0; number < num_graphs(); ++number) {
    SCOPED_TRACE(number);
    const auto [table, values] = random_defined_table(random, number, viewpoint::players);
    const auto has_moves = [](const gains_row& row) { return row.is_legal && !row.moves.empty(); };
    const auto start = std::find_if(table.rows.rbegin(), table.rows.rend(), has_moves);
    if (start == table.rows.rend()) continue;
    const auto game = with_ranking(key_gains_game(table, static_cast<std::uint32_t>(table.rows.rend() - start) - 1));
    std::vector<position_value> reached;
    for (position p = 0; p < game.num_positions(); ++p) reached.push_back(values[game.unrank(p)]);
    expect_solved_as_defined(game, reached, random, number, met);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(met.with_inner_moves, num_graphs() / 4);
}

TEST(gains_graphs, every_alteration_of_an_entry_is_found) {
  random_generator random(4104);
  solve_visitor silent;
  std::uint64_t refused = 0;
  for (std::uint64_t number = 0; number < num_graphs(); ++number) {
    const auto [table, values] = random_defined_table(random, number, viewpoint::players);
    const gains_game game(table);
    const rules_of_game<gains_game> rules(game);
    const group_places places(table.slices);
    std::vector<position_value> wrong = values;
    const auto p = static_cast<position>(random.below(values.size()));
    if (values[p].outcome == outcome::illegal) continue;
    for (const position_value altered : alterations_of(values[p])) {
      wrong[p] = altered;
      const verify_report report = verify_solution(rules, listed_entries(wrong), 1, silent, &places);
      ASSERT_TRUE(std::any_of(report.first.begin(), report.first.end(),
                              [p](const verify_failure& failure) { return failure.at == p; }))
          << "graph " << number << ", position " << p << ": " << values[p].margin() << " in "
          << values[p].distance_plies << " became " << altered.margin() << " in " << altered.distance_plies;
      ++refused;
    }
  }
  EXPECT_GT(refused, 10 * num_graphs());
}

}  // namespace
}  // namespace zermelo::test::gains_graphs_test
