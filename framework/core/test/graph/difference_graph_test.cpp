// SPDX-License-Identifier: MIT
// Tests that a game stored by the differences of its moves has the graph, labels and solution of its rules, which are
// called once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/store_differences.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "../table_game.hpp"

namespace zermelo::test::difference_graph_test {
namespace {

constexpr std::uint32_t num_positions = 70'000;  // several blocks for each thread

/// Most moves have one of 80 positive or negative differences, whose bits need two words. Other moves lead anywhere,
/// and some are duplicated. Some positions are terminals, and some are unused indices, to which no move leads.
game_table regular_table(std::uint64_t seed) {
  constexpr std::uint64_t num_differences = 40;
  constexpr std::uint64_t most_moves = 24;
  constexpr std::uint64_t others_one_in = 50;
  constexpr std::uint64_t one_unused_in = 7;
  constexpr std::uint64_t ends_one_in = 20;
  random_generator random(seed);
  game_table table;
  table.rows.resize(num_positions);
  for (table_row& row : table.rows) row.is_legal = random.below(one_unused_in) != 0;
  for (std::uint32_t p = 0; p < num_positions; ++p) {
    table_row& row = table.rows[p];
    row.to_move = random.below(2) == 0 ? player::first : player::second;
    if (random.below(ends_one_in) == 0) {
      row.terminal = random.below(2) == 0 ? result::won_by(player::first, static_cast<std::uint32_t>(random.below(9)))
                                          : result::tied();
    }
    const std::uint64_t moves = random.below(most_moves);
    for (std::uint64_t i = 0; i < moves; ++i) {
      const std::uint64_t difference = 1 + 3 * random.below(num_differences);
      std::uint64_t to = random.below(2) == 0 ? p + difference : p + num_positions - difference;
      if (random.below(others_one_in) == 0) to = random.below(num_positions);
      to %= num_positions;
      if (!table.rows[to].is_legal) continue;
      row.successors.push_back(static_cast<std::uint32_t>(to));
      if (random.below(others_one_in) == 0) row.successors.push_back(static_cast<std::uint32_t>(to));
    }
  }
  return table;
}

TEST(move_differences, returns_number_of_each_of_its_differences_and_none_for_others) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{64}, move_differences::max_differences}) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 0; i < count; ++i) all.push_back(i % 2 == 0 ? 1 + i * i : std::uint64_t{0} - i * i);
    const move_differences differences(all);
    ASSERT_EQ(differences.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(differences[i], all[i]);
      EXPECT_EQ(differences.number_of(all[i]), i);
    }
    EXPECT_EQ(differences.number_of(0), move_differences::none);
    EXPECT_EQ(differences.number_of(3), move_differences::none);
    EXPECT_EQ(differences.number_of(std::uint64_t{0} - 2), move_differences::none);
  }
}

TEST(difference_graph, stores_moves_and_labels_of_the_rules) {
  const forward_table_game game(regular_table(1));
  const game_graph<forward_table_game> graph(game);
  const rules_of_game<forward_table_game> rules(game);
  const graph_sample sample = sample_graph(rules);
  const auto expected = predecessors_of(game.table());
  // Bits take 1, 2, 4 and 8 bytes, and two words; the other moves are listed separately.
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{8}, std::size_t{9}, std::size_t{16}, std::size_t{17}, std::size_t{32},
        std::size_t{33}, std::size_t{64}, std::size_t{65}, sample.differences.size()}) {
    ASSERT_LE(count, sample.differences.size());
    for (const unsigned threads : count == sample.differences.size() ? std::vector{1U, 2U, 4U} : std::vector{2U}) {
      const move_differences some(std::span(sample.differences).first(count));
      const auto stored = store_differences(rules, some, std::uint64_t{num_positions} * 100, threads, silent);
      ASSERT_TRUE(stored);
      EXPECT_EQ(num_vertices(stored->graph), num_positions);
      EXPECT_GT(stored->graph.num_listed_moves(), 0U);
      for (std::uint64_t v = 0; v < num_positions; ++v) {
        std::vector<std::uint32_t> row;
        stored->graph.for_each_predecessor(
            v, [&row](std::uint64_t from) { row.push_back(static_cast<std::uint32_t>(from)); });
        std::sort(row.begin(), row.end());
        ASSERT_EQ(row, expected[v]) << v << ", threads " << threads << ", " << count << " differences";
        const position_label requested = graph.label(v);
        const position_label stored_label = stored->labels.label(v);
        ASSERT_EQ(stored_label.is_legal, requested.is_legal) << v;
        ASSERT_EQ(stored_label.to_move, requested.to_move) << v;
        const bool is_stuck = requested.is_legal && !requested.terminal && out_degree(v, graph) == 0;
        ASSERT_EQ(stored_label.terminal, is_stuck ? graph.no_moves(v) : requested.terminal) << v;
        ASSERT_EQ(stored->graph.num_successors(v), out_degree(v, graph)) << v;
      }
    }
  }
}

TEST(difference_graph, stops_storing_if_too_many_moves_have_unlisted_differences) {
  const forward_table_game game(regular_table(2));
  const rules_of_game<forward_table_game> rules(game);
  const std::vector<std::uint64_t> one{1};
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_FALSE(store_differences(rules, move_differences(one), 1000, threads, silent));
  }
}

TEST(difference_graph, is_selected_if_it_needs_less_memory_than_stored_rows) {
  const forward_table_game regular(regular_table(3));
  const rules_of_game<forward_table_game> rules(regular);
  graph_sample sample = sample_graph(rules);
  ASSERT_FALSE(sample.differences.empty());
  EXPECT_LT(sample.others_per_position, sample.edges_per_position / 8);
  const engine_memory by_differences = explicit_engine.memory({.rules = rules}, sample);
  EXPECT_EQ(by_differences.bytes_per_move, 0);
  // While moves are stored, their bits exist twice.
  const auto bits = static_cast<double>(8 * difference_graph::words_per_vertex(sample.differences.size()));
  EXPECT_GT(by_differences.bytes_per_position, 2 * bits);
  EXPECT_LT(by_differences.bytes_per_position - bits, 4 * (sample.edges_per_position + 1));  // rows of 4 bytes per
                                                                                             // number
  sample.differences.clear();
  EXPECT_GE(explicit_engine.memory({.rules = rules}, sample).bytes_per_move, 3);

  random_generator random(4);
  random_table_shape shape;
  shape.num_positions = num_positions;
  EXPECT_TRUE(sample_graph(rules_of_game(forward_table_game(random_table(random, shape)))).differences.empty());
}

/// Counts the calls of the rules.
class counting_game : public forward_table_game {
 public:
  using forward_table_game::forward_table_game;
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    ++requested;
    forward_table_game::for_each_successor(s, f);
  }
  mutable std::uint64_t requested = 0;
};

TEST(difference_graph, queries_moves_of_each_position_once) {
  const counting_game game(regular_table(5));
  std::uint64_t with_moves = 0;
  for (const table_row& row : game.table().rows) with_moves += row.is_legal && !row.terminal ? 1 : 0;
  constexpr std::uint64_t sampled = 4096;
  (void)zermelo::solve_explicit(game, {1}, silent);
  EXPECT_LE(game.requested, with_moves + sampled);
}

TEST(difference_graph, solution_equals_that_of_stored_rows) {
  for (const std::uint64_t seed : {6U, 7U, 8U}) {
    game_table table = regular_table(seed);
    if (seed == 7) table.infinite_play = player::second;
    const forward_table_game game(std::move(table));
    ASSERT_FALSE(sample_graph(rules_of_game(game)).differences.empty());
    const value_table by_queue = solve_queue(game);
    const solution by_rows = solve_recorded(rules_of_game(game), {2}, silent, nullptr);
    for (const unsigned threads : {1U, 2U, 4U}) {
      const solution solved = solve_explicit(game, {threads});
      ASSERT_EQ(entries_of(solved.values), entries_of(by_queue)) << seed << ", threads " << threads;
      EXPECT_EQ(solved.edges, by_rows.edges);
      EXPECT_EQ(solved.waves, by_rows.waves);
    }
  }
}

}  // namespace
}  // namespace zermelo::test::difference_graph_test
