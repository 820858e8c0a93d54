// SPDX-License-Identifier: MIT
// Tests every solver on large random graphs, whose waves are split between threads: the entries equal those of value
// iteration from the definitions, and the verifier accepts them. scored_graphs_test.cpp tests small graphs.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "ring_chase.hpp"
#include "table_game.hpp"

namespace zermelo::test::random_graphs_test {
namespace {

/// Records the largest wave of every kind.
class wave_recorder : public solve_visitor {
 public:
  void wave(const wave_report& report) override {
    for (const wave_kind kind : all_wave_kinds) {
      largest[index_of(kind)] = std::max(largest[index_of(kind)], report.decided_by_kind[index_of(kind)]);
    }
  }
  std::array<std::uint64_t, num_wave_kinds> largest{};
};

// Waves of at least this size are split between threads. The largest wave of every kind exceeds it.
constexpr std::uint64_t wide_wave = 4'500;

retrograde_options split_early(unsigned threads) { return {threads, wide_wave}; }

random_table_shape large_shape(std::uint64_t number) {
  constexpr std::uint32_t smallest = 50'000;
  constexpr std::uint32_t step = 500;
  random_table_shape shape;
  shape.num_positions = smallest + step * static_cast<std::uint32_t>(number);
  shape.mean_out_degree = 1.5 + 0.25 * static_cast<double>(number % 10);
  shape.terminal_chance = 0.45;
  shape.unused_chance = number % 2 == 0 ? 0 : 0.1;
  shape.tie_chance = 0.4;
  if (number % 3 == 1) shape.infinite_play = player::first;
  if (number % 3 == 2) shape.infinite_play = player::second;
  if (number % 4 != 0) shape.no_moves = static_cast<no_moves_rule>(number % 4 - 1);
  if (number % 5 == 0) shape.end_distances = {0, 0, 0, 0, 0, 0, 0, 0, 1, 5};
  return shape;
}

TEST(random_graphs, all_solvers_agree_on_large_graphs_with_wide_waves) {
  constexpr std::uint64_t num_graphs = 20;
  random_generator random(11);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const table_game game(random_table(random, large_shape(number)));
    const auto expected = iterate_values(game.table());
    ASSERT_EQ(entries_of(solve_queue(game)), expected) << number;
    std::uint64_t edges = 0;
    for (const auto& sources : predecessors_of(game.table())) edges += sources.size();
    for (const unsigned threads : {1U, 2U, 4U}) {
      wave_recorder waves;
      const solution by_implicit = solve_implicit(game, split_early(threads), waves);
      ASSERT_EQ(entries_of(by_implicit.values), expected) << number << ", threads " << threads;
      EXPECT_EQ(by_implicit.edges, edges);
      const solution by_explicit = solve_recorded(game, split_early(threads), waves);
      ASSERT_EQ(entries_of(by_explicit.values), expected) << number << ", threads " << threads;
      EXPECT_EQ(by_explicit.edges, by_implicit.edges);
      EXPECT_EQ(by_explicit.waves, by_implicit.waves);
      for (const std::uint64_t largest : waves.largest) EXPECT_GT(largest, wide_wave);
    }
    EXPECT_TRUE(verify(game, expected, 2).accepted()) << number;
  }
}

/// Counts the waves that are large enough to be sorted and small enough to be listed.
class sorted_wave_counter : public solve_visitor {
 public:
  explicit sorted_wave_counter(std::uint64_t max_listed) : m_max_listed(max_listed) {}
  void wave(const wave_report& report) override {
    constexpr std::uint64_t min_sorted = 4'096;
    for (const std::uint64_t size : report.decided_by_kind) count += size >= min_sorted && size <= m_max_listed ? 1 : 0;
  }
  int count = 0;

 private:
  std::uint64_t m_max_listed;
};

TEST(large_waves, are_sorted_without_changing_the_solution) {
  const table_game game(ring_chase(400, 24));
  const std::uint64_t num_positions = game.num_positions();
  const std::uint64_t expected = summarize(solve_queue(game), 1).signature;
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const std::uint64_t serial_below : {0U, 16'384U}) {
      retrograde_options options{threads};
      options.serial_below = serial_below;
      sorted_wave_counter waves(num_positions / 32);
      EXPECT_EQ(summarize(solve_implicit(game, options, waves).values, threads).signature, expected) << threads;
      EXPECT_GT(waves.count, 3);
      EXPECT_EQ(summarize(solve_explicit(game, options).values, threads).signature, expected) << threads;
      EXPECT_EQ(summarize(solve_recorded(game, options).values, threads).signature, expected) << threads;
    }
  }
}

TEST(random_graphs, signature_is_equal_in_every_run) {
  constexpr int runs = 10;
  random_generator random(13);
  const table_game game(random_table(random, large_shape(19)));
  const std::uint64_t expected = summarize(solve_queue(game), 1).signature;
  for (int run = 0; run < runs; ++run) {
    for (const unsigned threads : {1U, 2U, 4U}) {
      const retrograde_options options = split_early(threads);
      EXPECT_EQ(summarize(solve_explicit(game, options).values, threads).signature, expected) << threads << " threads";
      EXPECT_EQ(summarize(solve_implicit(game, options).values, threads).signature, expected) << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace zermelo::test::random_graphs_test
