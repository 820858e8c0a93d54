// SPDX-License-Identifier: MIT
// Every solver on random graphs: the same entries to the bit as value iteration from the definitions, and
// accepted by the verifier.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "ring_chase.hpp"
#include "saved_copy.hpp"
#include "solve/solved_alike.hpp"
#include "table_game.hpp"

namespace zermelo::test::random_graphs_test {
namespace {

TEST(random_graphs, small_graphs_are_solved_alike_by_everything) {
  constexpr std::uint64_t num_graphs = 2'500;
  constexpr std::uint64_t seed = 2024;
  random_generator random(seed);
  random_generator chosen_threads(seed + 1);  // a small graph says little by every number of threads
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number);
    if (number % 4 == 3) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto expected = iterate_values(game.table());
    for (const position_value value : expected) ++seen[static_cast<std::size_t>(value.outcome)];
    expect_solved_alike(game, expected, 1 + static_cast<unsigned>(chosen_threads.below(2)));
    if (HasFatalFailure()) FAIL() << "graph " << number;
  }
  // The graphs are worth their name: no outcome is rare.
  for (const std::uint64_t positions : seen) EXPECT_GT(positions, num_graphs);
}

/// What is saved after a wave of a solve; nothing if there are fewer.
std::optional<saved_solve> save_of_wave(const table_game& game, std::uint32_t wave) {
  class saver : public solve_visitor {
   public:
    explicit saver(std::uint32_t number) : m_left(number) {}
    void at_rest(const solve_snapshot& snapshot) override {
      if (--m_left == 0) saved = copy_of(snapshot);
    }
    std::optional<saved_solve> saved;

   private:
    std::uint32_t m_left;
  };
  saver visitor(wave);
  (void)solve_implicit(game, {1}, visitor);
  return std::move(visitor.saved);
}

/// Whether play ends there, in a draw.
bool has_drawn_end(const table_row& row) {
  if (!row.is_legal) return false;
  return row.terminal ? row.terminal->is_drawn : row.successors.empty() && row.no_moves.is_drawn;
}

TEST(random_graphs, graphs_with_drawn_ends_are_solved_alike_by_everything) {
  constexpr std::uint64_t num_graphs = 800;
  constexpr std::uint64_t most_positions = 12;
  random_generator random(2025);
  solve_visitor silent;
  std::array<std::array<std::uint64_t, num_outcomes>, 3> seen{};  // by who wins endless play
  std::uint64_t mattered = 0;
  std::uint64_t resumed = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    SCOPED_TRACE(number);
    random_table_shape shape = varied_shape(random, number);
    shape.num_positions = static_cast<std::uint32_t>(2 + random.below(most_positions - 1));
    shape.drawn_chance = 0.2 + 0.6 * random.unit();
    shape.terminal_chance += 0.1;
    game_table table = random_table(random, shape);
    while (std::none_of(table.rows.begin(), table.rows.end(), has_drawn_end)) table = random_table(random, shape);
    // Dead ends of one rule, a draw's, by turns with those of many.
    if (number % 5 == 0) {
      for (table_row& row : table.rows) row.no_moves = apply(no_moves_rule::draws, row.to_move);
    }
    const table_game game(table);
    const auto expected = iterate_values(table);
    for (const position_value value : expected) {
      ++seen[table.infinite_play ? index_of(*table.infinite_play) : 2][static_cast<std::size_t>(value.outcome)];
    }
    expect_solved_alike(game, expected, 1 + static_cast<unsigned>(number / 2 % 2));
    if (HasFatalFailure()) return;

    // Whoever plays on for ever gets the same.
    ASSERT_EQ(iterate_values(with_loops_for_drawn_ends(table)), expected);
    if (auto saved = save_of_wave(game, 1 + static_cast<std::uint32_t>(number % 4))) {
      ++resumed;
      saved_solve copy = copy_of(*saved);
      ASSERT_EQ(entries_of(solve_explicit(game, {1}, silent, &copy).values), expected);
      ASSERT_EQ(entries_of(solve_implicit(game, {1}, silent, &*saved).values), expected);
    }

    // A drawn end is no tie.
    for (table_row& row : table.rows) {
      if (row.terminal && row.terminal->is_drawn) row.terminal = result::tied();
      if (row.no_moves.is_drawn) row.no_moves = result::tied();
    }
    const auto with_ties = iterate_values(table);
    ASSERT_FALSE(verify(game, with_ties).accepted());
    for (std::size_t v = 0; v < expected.size(); ++v) {
      if (!has_drawn_end(game.table().rows[v]) && expected[v] != with_ties[v]) ++mattered;
    }
  }
  for (const auto& of_one_rule : seen) {
    for (const outcome o : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
      EXPECT_GT(of_one_rule[static_cast<std::size_t>(o)], num_graphs / 10) << to_string(o);
    }
  }
  EXPECT_GT(resumed, num_graphs / 4);
  EXPECT_GT(mattered, num_graphs) << "positions before the ends that are worth something else for them";
}

TEST(random_graphs, game_without_predecessors_has_the_same_solution) {
  constexpr std::uint64_t num_graphs = 1'000;
  random_generator random(7);
  solve_visitor silent;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number);
    if (number % 4 == 1) shape.drawn_chance = 0.5;
    const forward_table_game game(random_table(random, shape));
    const auto expected = iterate_values(game.table());
    ASSERT_EQ(entries_of(solve_explicit(game, {2, index_width::narrow}, silent).values), expected) << number;
    ASSERT_EQ(entries_of(solve_queue(game, silent)), expected) << number;
  }
}

/// The moves out of legal positions that are no terminals.
std::uint64_t count_edges(const game_table& table) {
  std::uint64_t edges = 0;
  for (const table_row& row : table.rows) {
    if (row.is_legal && !row.terminal) edges += row.successors.size();
  }
  return edges;
}

/// Notes the largest wave of every kind.
class wave_recorder : public solve_visitor {
 public:
  void wave(const wave_report& report) override {
    for (const wave_kind kind : all_wave_kinds) {
      largest[index_of(kind)] = std::max(largest[index_of(kind)], report.decided_by_kind[index_of(kind)]);
    }
  }
  std::array<std::uint64_t, num_wave_kinds> largest{};
};

// Waves from this size on are split between threads, of which every kind has several blocks.
constexpr std::uint64_t wide_wave = 4'500;

retrograde_options split_early(unsigned threads, index_width width, edge_source source = edge_source::predecessors) {
  return {threads, width, source, wide_wave};
}

random_table_shape large_shape(std::uint64_t number) {
  constexpr std::uint32_t smallest = 50'000;
  constexpr std::uint32_t step = 500;
  random_table_shape shape;
  shape.num_positions = smallest + step * static_cast<std::uint32_t>(number);
  shape.mean_out_degree = 1.5 + 0.25 * static_cast<double>(number % 10);
  shape.terminal_chance = 0.45;
  shape.hole_chance = number % 2 == 0 ? 0 : 0.1;
  shape.tie_chance = 0.4;
  if (number % 3 == 1) shape.infinite_play = player::first;
  if (number % 3 == 2) shape.infinite_play = player::second;
  if (number % 4 != 0) shape.no_moves = static_cast<no_moves_rule>(number % 4 - 1);
  if (number % 5 == 0) shape.end_distances = {0, 0, 0, 0, 0, 0, 0, 0, 1, 5};
  return shape;
}

TEST(random_graphs, large_ones_with_wide_waves_are_solved_alike_by_everything) {
  constexpr std::uint64_t num_graphs = 20;
  random_generator random(11);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const table_game game(random_table(random, large_shape(number)));
    const auto expected = iterate_values(game.table());
    ASSERT_EQ(entries_of(solve_queue(game)), expected) << number;
    for (const unsigned threads : {1U, 2U, 4U}) {
      const index_width width = (number + threads) % 2 == 0 ? index_width::narrow : index_width::wide;
      wave_recorder waves;
      const solution by_explicit = solve_explicit(game, split_early(threads, width), waves);
      ASSERT_EQ(entries_of(by_explicit.values), expected) << number << ", threads " << threads;
      for (const row_encoding rows : {row_encoding::patterns, row_encoding::gaps}) {
        retrograde_options encoded = split_early(threads, width);
        encoded.rows = rows;
        const solution by_encoded = solve_explicit(game, encoded, waves);
        ASSERT_EQ(entries_of(by_encoded.values), expected) << number << ", threads " << threads;
        EXPECT_EQ(by_encoded.edges, by_explicit.edges);
        EXPECT_EQ(by_encoded.waves, by_explicit.waves);
      }
      const retrograde_options forwards = split_early(threads, width, edge_source::successors);
      for (const row_encoding rows : all_row_encodings) {
        retrograde_options stored = forwards;
        stored.rows = rows;
        const solution recorded = solve_explicit(game, stored);
        ASSERT_EQ(entries_of(recorded.values), expected) << number << ", threads " << threads;
        EXPECT_EQ(recorded.edges, by_explicit.edges);
      }
      const solution by_implicit = solve_implicit(game, split_early(threads, width), waves);
      ASSERT_EQ(entries_of(by_implicit.values), expected) << number << ", threads " << threads;
      for (const std::uint64_t largest : waves.largest) EXPECT_GT(largest, wide_wave);
      EXPECT_EQ(by_explicit.edges, count_edges(game.table()));
      EXPECT_EQ(by_implicit.edges, by_explicit.edges);
      EXPECT_EQ(by_implicit.waves, by_explicit.waves);
    }
    EXPECT_TRUE(verify(game, expected, 2).accepted()) << number;
  }
}

/// Counts the waves that are large enough to be sorted, and small enough to be listed.
class sorted_wave_counter : public solve_visitor {
 public:
  explicit sorted_wave_counter(std::uint64_t most) : m_most(most) {}
  void wave(const wave_report& report) override {
    for (const std::uint64_t size : report.decided_by_kind) count += size >= least && size <= m_most ? 1 : 0;
  }
  static constexpr std::uint64_t least = 4'096;
  int count = 0;

 private:
  std::uint64_t m_most;
};

TEST(large_waves, are_sorted_and_change_nothing) {
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
      for (const row_encoding rows : all_row_encodings) {
        options.rows = rows;
        EXPECT_EQ(summarize(solve_explicit(game, options).values, threads).signature, expected) << threads;
      }
    }
  }
}

TEST(random_graphs, signature_is_the_same_in_every_run) {
  constexpr int runs = 10;
  random_generator random(13);
  const table_game game(random_table(random, large_shape(19)));
  const std::uint64_t expected = summarize(solve_queue(game), 1).signature;
  for (int run = 0; run < runs; ++run) {
    for (const unsigned threads : {1U, 2U, 4U}) {
      const retrograde_options options = split_early(threads, index_width::narrow);
      EXPECT_EQ(summarize(solve_explicit(game, options).values, threads).signature, expected) << threads << " threads";
      EXPECT_EQ(summarize(solve_implicit(game, options).values, threads).signature, expected) << threads << " threads";
      for (const row_encoding rows : all_row_encodings) {
        retrograde_options encoded = options;
        encoded.rows = rows;
        EXPECT_EQ(summarize(solve_explicit(game, encoded).values, threads).signature, expected)
            << threads << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace zermelo::test::random_graphs_test
