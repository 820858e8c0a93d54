// SPDX-License-Identifier: MIT
// Tests games with slices on random graphs, also with moves that gain points. Group by group, every solver agrees with
// the game solved as a whole and with the definitions, and the verifier accepts exactly these entries.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
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
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/solve/solve_in_one_pass.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/testkit/engine_results.hpp>
#include <zermelo/testkit/number_from_environment.hpp>

#include "saved_copy.hpp"
#include "slices/gains_by_definition.hpp"
#include "slices/gains_table.hpp"
#include "slices/relative_game.hpp"
#include "slices/sliced_table.hpp"
#include "solve/altered_entries.hpp"
#include "solve/blocks_that_meet.hpp"
#include "table_game.hpp"

namespace zermelo::test::gains_graphs_test {
namespace {

/// The number of graphs of each kind of game; 10,000 with ZERMELO_GAINS_GRAPHS=10000.
[[nodiscard]] std::uint64_t num_graphs() { return testkit::number_from_environment("ZERMELO_GAINS_GRAPHS", 1'000); }

/// The counts of cases, to check that the tests cover them.
struct met_kinds {
  std::array<std::uint64_t, num_outcomes> outcomes{};
  std::uint64_t scored = 0;            ///< values of more than one point
  std::uint64_t gains = 0;             ///< number of moves
  std::uint64_t with_inner_moves = 0;  ///< groups that moves enter and that have inner moves
  std::uint64_t of_several_slices = 0;
  std::uint64_t solved = 0;  ///< groups without inner moves
  std::uint64_t in_blocks = 0;
  std::uint64_t resumed = 0;
};

/// Compares the result of a solver for a group with the expected entries.
void expect_entries(const value_table& found, const std::vector<position_value>& expected, const std::string& solver) {
  ASSERT_EQ(entries_of(found), expected) << solver;
}

/// Solves one group in many ways, and checks the results. @param expected  entries of the group
[[nodiscard]] solution solve_group(const part_rules& part, const std::vector<position_value>& expected,
                                   const slice_lookup& groups, random_generator& random, std::uint64_t number,
                                   met_kinds& met) {
  const unsigned threads = number % 8 == 7 ? 4 : 1;
  const retrograde_options options{threads, 2};
  solution stored = solve_explicit(part, options, silent);
  expect_entries(stored.values, expected, "explicit");
  expect_entries(solve_by_queue(part, silent), expected, "queue");
  if (part.traits().has_predecessors) {
    saver saves;
    expect_entries(retrograde_analysis(part, options, saves).values, expected, "implicit");
    if (number % 4 == 3 && !saves.saves.empty()) {
      saved_solve& saved = saves.saves[number / 4 % saves.saves.size()];
      const solution resumed = retrograde_analysis(part, options, silent, &saved);
      expect_entries(resumed.values, expected, "resumed");
      EXPECT_EQ(resumed.waves, saves.waves.size());
      ++met.resumed;
    }
    if (number % 4 == 1) {
      const std::vector<std::uint64_t> ends = cut(random, part.num_positions(), 2 + number / 4 % 3);
      const blocks_result blocks =
          solve_rules_in_blocks(part, zermelo::detail::generated_predecessors(part), ends, options);
      EXPECT_EQ(blocks.errors, std::vector<std::string>(ends.size()));
      EXPECT_EQ(entries_of_blocks(blocks), expected) << "blocks";
      ++met.in_blocks;
    }
  }
  if (part.has_no_inner_moves()) {
    expect_entries(solve_in_one_pass(part, threads, silent).values, expected, "solve_in_one_pass");
    ++met.solved;
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
  EXPECT_EQ(verified.checked, expected.size());
  EXPECT_TRUE(verify_group(part, stored.values, verify_scope(1, 1), silent, &groups).accepted());
  const position v = random.below(expected.size());
  std::vector<position_value> wrong = expected;
  wrong[v] = wrong[v].outcome == outcome::tie ? position_value{outcome::win, 3} : position_value{outcome::tie, 3};
  const verify_report rejected = verify_group(part, listed_entries(wrong), threads, silent, &groups);
  EXPECT_TRUE(names(rejected, v) || rejected.wrong > rejected.first.size()) << "by index in the group";
  return stored;
}

/// Solves a game group by group. @param expected  the entries of the whole game
template <class G>
void expect_solved_as_defined(const G& game, const std::vector<position_value>& expected, random_generator& random,
                              std::uint64_t number, met_kinds& met) {
  const rules_of_game<G> rules(game);
  const std::vector<slice> slices = game.slices();
  const slice_lookup lookup(slices);
  std::uint64_t edges = 0;
  const groups_solution found = solve_groups(rules, slices, [&](const part_rules& part) {
    std::vector<position_value> of_group;
    for (position v = 0; v < part.num_positions(); ++v) {
      of_group.push_back(expected[part.numbers().of_game(v)]);
      EXPECT_EQ(part.numbers().of_group(part.numbers().of_game(v)), v);
    }
    solution solved = solve_group(part, of_group, lookup, random, number, met);
    edges += solved.edges;
    return solved;
  });
  for (const slice_group& group : slice_order(slices)) met.of_several_slices += group.slices.size() > 1 ? 1 : 0;
  for (position p = 0; p < expected.size(); ++p) ASSERT_EQ((*found.values)[p], expected[p]) << "position " << p;
  EXPECT_EQ(found.edges, edges);
  const verify_report verified = verify_solution(rules, *found.values, 1, silent, &lookup);
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
  EXPECT_GT(met.solved, num_graphs() / 10);
}

/// A table with bounds of margins, and its values.
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

/// Solves the games that `made_of` makes from each table of a series, until a test fails.
/// @param made_of  called with a table and its values; returns a game and its values, or nothing to skip the table
template <class MadeOf>
[[nodiscard]] met_kinds solve_defined(std::uint64_t seed, viewpoint seen_by, const MadeOf& made_of) {
  random_generator random(seed);
  met_kinds met;
  for (std::uint64_t number = 0; number < num_graphs() && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    const auto [table, values] = random_defined_table(random, number, seen_by);
    note(table, values, met);
    const auto made = made_of(table, values);
    if (made) expect_solved_as_defined(made->first, made->second, random, number, met);
  }
  return met;
}

template <class G>
class gains_of : public testing::Test {};
using ranked_games = testing::Types<gains_game, backward_gains_game, leaving_gains_game, relative_gains_game>;
TYPED_TEST_SUITE(gains_of, ranked_games);

TYPED_TEST(gains_of, solution_matches_definition_on_random_graphs) {
  const met_kinds met = solve_defined(
      4101, viewpoint_of_game<TypeParam>,
      [](const gains_table& table, const auto& values) { return std::optional(std::pair(TypeParam(table), values)); });
  expect_much_met(met);
  EXPECT_GE(met.in_blocks, HasPredecessors<TypeParam> ? num_graphs() / 5 : 0);
}

TEST(gains_graphs, moves_merged_by_symmetry_keep_the_most_points) {
  (void)solve_defined(4102, viewpoint::players, [](const gains_table& table, const auto& values) {
    std::vector<position_value> doubled;
    for (const position_value value : values) {
      doubled.push_back(value);
      doubled.emplace_back();
    }
    return std::optional(std::pair(reduced_gains_game(table), std::move(doubled)));
  });
}

TEST(gains_graphs, solution_without_ranking_matches_definition) {
  using game_and_values = std::pair<explored_game<key_gains_game>, std::vector<position_value>>;
  const auto made_of = [](const gains_table& table,
                          const std::vector<position_value>& values) -> std::optional<game_and_values> {
    const auto has_moves = [](const gains_row& row) { return row.is_legal && !row.moves.empty(); };
    const auto last = std::find_if(table.rows.rbegin(), table.rows.rend(), has_moves);
    if (last == table.rows.rend()) return std::nullopt;
    auto game = with_ranking(key_gains_game(table, static_cast<std::uint32_t>(table.rows.rend() - last) - 1));
    std::vector<position_value> reached;
    for (position p = 0; p < game.num_positions(); ++p) reached.push_back(values[game.unrank(p)]);
    return game_and_values(std::move(game), std::move(reached));
  };
  EXPECT_GT(solve_defined(4103, viewpoint::players, made_of).with_inner_moves, num_graphs() / 4);
}

template <class G>
class slice_games : public testing::Test {};
using sliced_games = testing::Types<sliced_game, sliced_forward_game, relative_sliced_game<sliced_game>>;
TYPED_TEST_SUITE(slice_games, sliced_games);

TYPED_TEST(slice_games, solution_by_groups_equals_unsliced_solution) {
  random_generator random(18);
  met_kinds met;
  for (std::uint64_t number = 0; number < num_graphs(); ++number) {
    SCOPED_TRACE(number);
    sliced_table made = cut(random, random_table(random, scored_shape(random, number)));
    const TypeParam whole(made);
    const auto expected = entries_of(solve_by_queue(rules_of_game<TypeParam>(whole), silent));
    for (const position_value value : expected) ++met.outcomes[static_cast<std::size_t>(value.outcome)];
    if (number % 2 == 0) {  // the least bounds of margins, which positions in other slices may exceed
      position p = 0;
      for (slice& one : made.slices) {
        one.max_margin = 1;
        for (const position end = p + one.size; p != end; ++p) {
          one.max_margin = std::max(one.max_margin, static_cast<std::uint32_t>(std::abs(expected[p].margin())));
        }
      }
    }
    expect_solved_as_defined(TypeParam(made), expected, random, number, met);
    if (testing::Test::HasFailure()) return;
  }
  for (const std::uint64_t positions : met.outcomes) EXPECT_GT(positions, num_graphs() / 2);
  EXPECT_GT(met.with_inner_moves, num_graphs() / 2);
  EXPECT_GT(met.of_several_slices, num_graphs() / 20);
  EXPECT_GT(met.solved, num_graphs() / 20);
  EXPECT_GE(met.resumed, HasPredecessors<TypeParam> ? num_graphs() / 8 : 0);
}

TEST(gains_graphs, verifier_finds_every_altered_entry) {
  random_generator random(4104);
  std::uint64_t rejected = 0;
  for (std::uint64_t number = 0; number < num_graphs(); ++number) {
    const auto [table, values] = random_defined_table(random, number, viewpoint::players);
    const gains_game game(table);
    const rules_of_game<gains_game> rules(game);
    const slice_lookup lookup(table.slices);
    std::vector<position_value> wrong = values;
    const auto p = static_cast<position>(random.below(values.size()));
    if (values[p].outcome == outcome::illegal) continue;
    for (const position_value altered : alterations_of(values[p])) {
      wrong[p] = altered;
      ASSERT_TRUE(names(verify_solution(rules, listed_entries(wrong), 1, silent, &lookup), p))
          << "graph " << number << ", " << alteration(p, values[p], altered);
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 10 * num_graphs());
}

}  // namespace
}  // namespace zermelo::test::gains_graphs_test
