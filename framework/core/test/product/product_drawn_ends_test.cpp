// SPDX-License-Identifier: MIT
// The product solver on games that may end in a draw.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "play_by_hand.hpp"
#include "random_product_game.hpp"
#include "solve_product_alike.hpp"

namespace zermelo::test::product_drawn_ends_test {
namespace {

/// Holds every engine and both verifiers against the values by iteration.
value_table solve_with_drawn_ends(const random_product_game& game, std::initializer_list<unsigned> thread_counts) {
  solve_visitor silent;
  const std::vector<position_value> expected = values_by_iteration(game);
  std::vector<position_value> entries(expected.size());
  solve_explicit(game, {2}, silent).values.read(0, entries);
  EXPECT_TRUE(entries == expected) << "by the stored graph";
  value_table by_queue = queue_values(game);
  by_queue.read(0, entries);
  EXPECT_TRUE(entries == expected) << "by the queue";
  EXPECT_TRUE(verify_solution(game, by_queue, 1, silent).accepted());
  const solution_summary summary = summarize(by_queue, 1);
  for (const unsigned threads : thread_counts) {
    const product_solution found = solve_product(game, threads, silent);
    found.read(0, entries);
    EXPECT_TRUE(entries == expected) << threads << " threads";
    EXPECT_EQ(found.edges(), count_edges(game));
    EXPECT_EQ(summarize(found, [&found](position p) { return found.run_at(p); }, threads, silent), summary);
    EXPECT_TRUE(verify_product(game, found, threads, silent).accepted());
  }
  return by_queue;
}

TEST(product_solver, drawn_ends_are_no_ties_and_no_wins) {
  random_generator random(10);
  std::array<std::uint64_t, num_outcomes> seen{};
  constexpr std::array<double, 3> drawn_chances{0.1, 0.4, 0.9};
  for (std::uint64_t number = 0; number < 600 && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    random_product_shape shape = varied_product_shape(random, number);
    shape.drawn_chance = drawn_chances[number / 4 % drawn_chances.size()];
    if (number % 3 == 0) {
      shape.rows = 12;
      shape.columns = 12;
    }
    const auto outcomes = outcomes_of(solve_with_drawn_ends(random_product_game(random, shape), {1, 2, 4}));
    for (std::size_t o = 0; o < seen.size(); ++o) seen[o] += outcomes[o];
  }
  expect_no_outcome_is_rare(seen);
}

TEST(product_solver, small_games_with_drawn_ends_are_solved_alike_by_everything) {
  constexpr std::uint64_t num_games = 800;
  constexpr std::uint32_t most_places = 4;
  random_generator random(15);
  std::uint64_t with_drawn_ends = 0;
  for (std::uint64_t number = 0; number < num_games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    random_product_shape shape = varied_product_shape(random, number);
    for (auto& walker : shape.walkers) walker.places = std::min(walker.places, most_places);
    shape.drawn_chance = 0.1 + 0.8 * random.unit();
    shape.infinite_play = endless_rules[number % endless_rules.size()];
    const random_product_game game(random, shape);
    bool has_drawn_end = false;
    for (position p = 0; p < game.num_positions(); ++p) {
      has_drawn_end = has_drawn_end || game.terminal(game.unrank(p)).value_or(result{}).is_drawn;
    }
    with_drawn_ends += has_drawn_end ? 1 : 0;
    (void)solve_with_drawn_ends(game, {1 + static_cast<unsigned>(number / 3 % 2)});
  }
  EXPECT_GT(with_drawn_ends, num_games / 2);
}

TEST(product_solver, the_iteration_by_hand_agrees_with_the_queue) {
  random_generator random(11);
  for (std::uint64_t number = 0; number < 100; ++number) {
    const random_product_game game(random, varied_product_shape(random, number));
    const value_table expected = queue_values(game);
    const std::vector<position_value> found = values_by_iteration(game);
    for (position p = 0; p < found.size(); ++p) ASSERT_EQ(found[p], expected[p]) << "game " << number << ", " << p;
  }
}

}  // namespace
}  // namespace zermelo::test::product_drawn_ends_test
