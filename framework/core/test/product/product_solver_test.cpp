// SPDX-License-Identifier: MIT
// The solver of games in product form has the queue solver's entries on random games, and the verifier accepts them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "corridors.hpp"
#include "random_product_game.hpp"
#include "solve_product_alike.hpp"

namespace zermelo::test::product_solver_test {
namespace {

constexpr player first = player::first;
constexpr player second = player::second;

/// Solves them alike; how often each outcome was seen.
std::array<std::uint64_t, num_outcomes> solve_games(std::uint64_t num_games, std::uint64_t seed, const auto& shape_of) {
  random_generator random(seed);
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    const auto outcomes = outcomes_of(solve_alike(random_product_game(random, shape_of(random, number))));
    for (std::size_t o = 0; o < seen.size(); ++o) seen[o] += outcomes[o];
  }
  return seen;
}

TEST(product_solver, random_games_on_graphs_are_solved_as_by_the_queue) {
  expect_no_outcome_is_rare(solve_games(900, 1, varied_product_shape));
}

TEST(product_solver, random_games_on_grids_are_solved_as_by_the_queue) {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 9> sizes{
      {{1, 1}, {3, 2}, {5, 5}, {1, 40}, {40, 1}, {2, 70}, {70, 2}, {9, 130}, {13, 17}}};
  const auto shape_of = [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape = varied_product_shape(random, number);
    std::tie(shape.rows, shape.columns) = sizes[random.below(sizes.size())];
    const std::uint32_t cells = shape.rows * shape.columns;
    for (auto& walker : shape.walkers) walker.places = std::min(walker.places, cells);
    // The last walker's grid is filled well, so that there are moves.
    if (shape.walkers.size() == 2) shape.walkers.back().places = std::max(1U, cells * 4 / 5);
    shape.num_kinds = 1 + static_cast<std::uint32_t>(random.below(9));
    shape.reach = 1 + static_cast<std::uint32_t>(random.below(3));
    return shape;
  };
  expect_no_outcome_is_rare(solve_games(900, 2, shape_of));
}

TEST(product_solver, rows_of_any_length_are_solved_as_by_the_queue) {
  // One place; one more than a word, than a vector, than a set of vectors.
  constexpr std::array<std::uint32_t, 10> lengths{1, 2, 63, 64, 65, 128, 129, 512, 513, 1025};
  (void)solve_games(300, 3, [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape = varied_product_shape(random, 1);
    shape.walkers.front().places = 1 + static_cast<std::uint32_t>(random.below(5));
    shape.walkers.back().places = lengths[number % lengths.size()];
    if (number % 2 == 1) {
      shape.rows = 1 + static_cast<std::uint32_t>(random.below(30));
      shape.columns = shape.walkers.back().places / shape.rows + 2;
    }
    return shape;
  });
}

TEST(product_solver, a_row_of_more_than_64_vectors_is_solved_as_by_the_queue) {
  // 64 vectors of 512 bits are 32768 places.
  constexpr std::uint32_t rows = 181;
  constexpr std::uint32_t columns = 190;
  (void)solve_games(6, 4, [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape;
    shape.walkers = {{first, 3}, {second, rows * columns - 100}};
    shape.infinite_play = endless_rules[number % endless_rules.size()];
    shape.turns = turn_orders()[random.below(turn_orders().size())];
    shape.end_chance = 0.02;
    if (number % 2 == 0) {
      shape.rows = rows;
      shape.columns = columns;
      shape.reach = 20;
    }
    return shape;
  });
}

TEST(product_solver, waves_that_threads_share_are_solved_as_by_the_queue) {
  // Waves are shared from 2^14 words on: here are 1200 rows of 16, of which the first waves touch most, twice.
  (void)solve_games(3, 5, [&](random_generator&, std::uint64_t number) {
    random_product_shape shape;
    shape.walkers = {{first, 600}, {second, 900}};
    shape.infinite_play = endless_rules[number % endless_rules.size()];
    shape.end_chance = 0.02;
    if (number > 0) {
      shape.rows = 32;
      shape.columns = 32;
    }
    return shape;
  });
}

TEST(product_solver, a_board_without_any_move_is_stuck_at_once) {
  random_generator random(6);
  random_product_shape shape;
  shape.walkers = {{first, 5}, {second, 70}};
  shape.stuck_chance = 1;
  for (const std::uint32_t rows : {0U, 10U}) {
    shape.rows = rows;
    shape.columns = rows;
    const random_product_game game(random, shape);
    EXPECT_EQ(summarize(solve_alike(game), 1).max_distance_plies(), 0U);
  }
}

TEST(product_solver, entries_are_read_from_anywhere) {
  random_generator random(9);
  solve_visitor silent;
  for (std::uint64_t number = 0; number < 40; ++number) {
    random_product_shape shape = varied_product_shape(random, number);
    // Many rows, of which some are in one group, and rows that are longer than what is read.
    if (number % 4 == 1) shape.walkers[0].places = 300;
    if (number % 4 == 2) shape.walkers[2].places = 700;
    const random_product_game game(random, shape);
    const product_solution solution = solve_product(game, 1, silent);
    const value_table expected = queue_values(game);
    for (int reading = 0; reading < 20; ++reading) {
      const position begin = random.below(game.num_positions());
      std::vector<position_value> entries(random.below(game.num_positions() - begin + 1));
      solution.read(begin, entries);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        ASSERT_EQ(entries[i], expected[begin + i]) << "game " << number << ", position " << begin + i;
      }
      ASSERT_LT(begin, solution.run_at(begin).end);
      ASSERT_EQ(solution.run_at(begin).to_move, expected.to_move(begin));
    }
  }
}

TEST(product_solver, more_waves_than_there_are_stamps) {
  // Stamps repeat after 250 waves; the lengths are such that everything happens at every place in their cycle.
  for (std::uint32_t to_win = 118; to_win <= 132; ++to_win) {
    for (const std::uint32_t to_tie : {2U, 130U}) {
      for (const bool on_a_grid : {false, true}) {
        const corridors game(to_win, to_tie, to_win % 2 == 0 ? std::nullopt : std::optional(second), on_a_grid);
        SCOPED_TRACE(fmt::format("{} and {} places", to_win, to_tie));
        const auto longest = summarize(solve_alike(game), 1);
        EXPECT_EQ(longest.max_distance_plies(), 2 * to_win - 2);
        EXPECT_EQ(longest.max_tie_plies(), to_tie == 2 ? 2U : 2 * to_tie - 2);
      }
    }
  }
  const corridors longer(600, 700, std::nullopt, true);
  EXPECT_EQ(summarize(solve_alike(longer), 1).max_tie_plies(), 2U * 700 - 2);
}

}  // namespace
}  // namespace zermelo::test::product_solver_test
