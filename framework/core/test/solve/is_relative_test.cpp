// SPDX-License-Identifier: MIT
// Tests games with relative positions: every solver agrees with value iteration of the same game with colours, in which
// every position exists twice.
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/state_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "saved_copy.hpp"
#include "slices/relative_game.hpp"
#include "solve/altered_entries.hpp"
#include "solve/with_colours.hpp"
#include "table_game.hpp"

namespace zermelo::test::is_relative_test {
namespace {

using colourless_game = relative_game<table_game>;

random_table_shape shape_without_colours(random_generator& random, std::uint64_t number) {
  random_table_shape shape = varied_shape(random, number);
  shape.infinite_play.reset();
  if (number % 4 == 3) shape.drawn_chance = 0.5;
  return shape;
}

TEST(relative_positions, match_the_game_with_colours_in_every_solver) {
  constexpr std::uint64_t num_graphs = 3'000;
  constexpr std::uint64_t shared_from = 8;  // waves of at least this size are split between threads
  random_generator random(913);
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    SCOPED_TRACE(number);
    const game_table table = random_table(random, shape_without_colours(random, number));
    const colourless_game game(table);
    auto expected = values_without_colours(table);
    for (const position_value value : expected) ++seen[static_cast<std::size_t>(value.outcome)];
    for (const unsigned threads : {1U, 2U}) {
      const retrograde_options options{threads, shared_from};
      ASSERT_EQ(entries_of(solve_explicit(game, options, silent).values), expected) << "explicit";
      ASSERT_EQ(entries_of(retrograde_analysis(rules_of_game(game), options, silent).values), expected) << "implicit";
      const state_graph stored(game);
      ASSERT_EQ(entries_of(retrograde_analysis(stored, stored, options).values), expected) << "stored";
      ASSERT_TRUE(verify_solution(stored, stored, listed_entries(expected), threads, silent).accepted());
    }
    ASSERT_EQ(entries_of(solve_by_queue(game, silent)), expected) << "queue";
    ASSERT_TRUE(verify_solution(game, listed_entries(expected), 1U, silent).accepted());
    const position p = random.below(expected.size());
    const position_value right = expected[p];
    for (const position_value altered : alterations_of(right)) {
      expected[p] = altered;
      ASSERT_FALSE(verify_solution(game, listed_entries(expected), 1U, silent).accepted())
          << alteration(p, right, altered);
    }
  }
  for (const std::uint64_t positions : seen) EXPECT_GT(positions, num_graphs);
}

TEST(relative_positions, resume_every_wave_from_packed_words_and_from_entries) {
  constexpr std::uint64_t num_graphs = 200;
  random_generator random(11);
  std::size_t num_saves = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const colourless_game game(random_table(random, shape_without_colours(random, number)));
    saver visitor;
    const auto expected = entries_of(retrograde_analysis(rules_of_game(game), {1}, visitor).values);
    for (saved_solve& saved : visitor.saves) {
      saved_solve by_entries = copy_of(saved);
      (void)zermelo::entries_of(by_entries);
      ASSERT_EQ(entries_of(retrograde_analysis(rules_of_game(game), {1}, silent, &by_entries).values), expected)
          << number;
      ASSERT_EQ(entries_of(solve_explicit(game, {2}, silent, &saved).values), expected) << number;
      ++num_saves;
    }
  }
  EXPECT_GT(num_saves, num_graphs);
}

}  // namespace
}  // namespace zermelo::test::is_relative_test
