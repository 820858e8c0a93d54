// SPDX-License-Identifier: MIT
// Games in arrays: every solver finds the same entries as value iteration from the definitions, whatever the types of
// the arrays are.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/graph/listed_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/store_rules.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/listed_rules.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "listed_game.hpp"
#include "table_game.hpp"

namespace zermelo::test::listed_games_test {
namespace {

static_assert(SuccessorGraph<listed_graph> && !PredecessorGraph<listed_graph>);
static_assert(SuccessorGraph<borrowed_rows<std::uint32_t, std::uint64_t>>);

[[nodiscard]] std::vector<position_value> entries_in_memory(const solution_entries& values) {
  std::vector<position_value> entries(values.size());
  values.read(0, entries);
  return entries;
}

/// Every way to solve the game finds the expected entries, and the verifier accepts them and no others.
void expect_solved(const graph_spans& arrays, const std::vector<position_value>& expected, unsigned threads) {
  solve_visitor silent;
  const listed_graph graph(arrays, threads, silent);
  const listed_rules game(graph);
  for (const index_width width : {index_width::narrow, index_width::wide}) {
    const retrograde_options options{threads, width, edge_source::predecessors, 2};
    ASSERT_EQ(entries_of(solve_explicit(game, options, silent).values), expected);
    for (const row_encoding rows : all_row_encodings) {
      retrograde_options stored = options;
      stored.rows = rows;
      ASSERT_EQ(entries_of(solve_explicit(game, stored, silent).values), expected) << static_cast<int>(rows);
    }
    const stored_graph stored = store_rules(game, {threads, width, edge_source::successors}, silent);
    ASSERT_EQ(entries_of(solve_stored(game, stored, options, silent, nullptr).values), expected);
    ASSERT_EQ(entries_of(retrograde_analysis(graph, graph.labels(), options, silent).values), expected);
    ASSERT_EQ(entries_of(retrograde_analysis(stored, graph.labels(), options, silent).values), expected);
  }
  const value_table by_queue = solve_by_queue(game, silent);
  ASSERT_EQ(entries_of(by_queue), expected);
  std::vector<position_value> entries = expected;
  const listed_entries listed(entries);
  ASSERT_TRUE(verify_solution(game, listed, threads, silent).accepted());
  ASSERT_TRUE(verify_solution(graph, graph.labels(), listed, threads, silent).accepted());
  for (position p = 0; p < entries.size(); ++p) {
    if (!graph.labels().is_legal(p)) continue;
    ASSERT_EQ(by_queue.to_move(p), graph.labels().player_to_move(p));
  }
  position_value& last = entries.back();
  last = last.outcome == outcome::win ? position_value{outcome::loss, 1} : position_value{outcome::win, 1};
  ASSERT_FALSE(verify_solution(game, listed, threads, silent).accepted());
}

/// Every `number`th shape with one rule for dead ends; every second one that of a parity game: no ties, few ends, and a
/// player who wins infinite play.
[[nodiscard]] random_table_shape shape_of(random_generator& random, std::uint64_t number) {
  random_table_shape shape = varied_shape(random, number);
  shape.no_moves = static_cast<no_moves_rule>(number / 2 % 4);
  if (number % 2 == 0) return shape;
  shape.no_moves = no_moves_rule::loses;
  shape.infinite_play = number / 2 % 2 == 0 ? player::first : player::second;
  shape.terminal_chance = 0.1 * random.unit();
  shape.tie_chance = 0;
  shape.drawn_chance = 0;
  return shape;
}

[[nodiscard]] game_table table_of(random_generator& random, const random_table_shape& shape) {
  game_table table = random_table(random, shape);
  for (table_row& row : table.rows) row.no_moves = apply(*shape.no_moves, row.to_move);
  return table;
}

TEST(listed_games, random_ones_are_solved_alike_by_everything) {
  constexpr std::uint64_t num_games = 2'000;
  random_generator random(38);
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_games; ++number) {
    const random_table_shape shape = shape_of(random, number);
    const game_table table = table_of(random, shape);
    const auto expected = iterate_values(table);
    for (const position_value value : expected) ++seen[static_cast<std::size_t>(value.outcome)];
    with_integers(number / 2, table, *shape.no_moves, [&](const auto& game) {
      expect_solved(game.spans(), expected, 1 + static_cast<unsigned>(number / 32 % 2));
    });
    if (HasFatalFailure()) FAIL() << "game " << number;
  }
  for (const std::uint64_t positions : seen) EXPECT_GT(positions, num_games / 2);
}

TEST(listed_games, every_pair_of_types_has_the_same_solution_on_all_threads) {
  random_generator random(39);
  random_table_shape shape;
  shape.num_positions = 150'000;  // several buckets of edges
  shape.mean_out_degree = 2.5;
  shape.hole_chance = 0.1;
  shape.no_moves = no_moves_rule::ties;
  const game_table table = table_of(random, shape);
  const auto expected = iterate_values(table);
  for (std::uint64_t pair = 0; pair < num_integer_pairs; ++pair) {
    with_integers(pair, table, *shape.no_moves, [&](const auto& game) {
      solve_visitor silent;
      const unsigned threads = std::array{1U, 2U, 4U}[pair % 3];
      const listed_graph graph(game.spans(), threads, silent);
      const listed_rules rules(graph);
      ASSERT_TRUE(graph.has_holes());
      for (const row_encoding rows : all_row_encodings) {
        retrograde_options options{threads};
        options.rows = rows;
        ASSERT_EQ(entries_of(solve_explicit(rules, options, silent).values), expected) << static_cast<int>(rows);
      }
    });
    if (HasFatalFailure()) FAIL() << "pair " << pair;
  }
}

TEST(listed_games, engines_that_can_solve_them) {
  random_generator random(40);
  const random_table_shape shape = shape_of(random, 10);
  const game_table table = table_of(random, shape);
  const auto game = listed<std::int64_t, std::int32_t>(table, *shape.no_moves);
  solve_visitor silent;
  const listed_graph graph(game.spans(), 1, silent);
  const listed_rules rules(graph);
  const engine_task task{.rules = rules, .threads = 2};
  std::vector<std::string_view> able;
  for (const engine_definition* const engine : engine_list()) {
    if (!why_unavailable(*engine, task).empty()) continue;
    able.push_back(engine->info.name);
    EXPECT_EQ(entries_in_memory(*engine->solve(task, nullptr, silent).values), iterate_values(table));
    EXPECT_GT(engine->peak_bytes(task, sample_graph(rules)), 0U);
  }
  EXPECT_EQ(able, (std::vector<std::string_view>{"explicit", "queue"}));
}

TEST(listed_games, seen_by_the_mover_are_solved_as_the_game_of_both_players) {
  constexpr std::uint64_t num_games = 300;
  random_generator random(41);
  solve_visitor silent;
  for (std::uint64_t number = 0; number < num_games; ++number) {
    random_table_shape shape = shape_of(random, 2 * number);
    shape.infinite_play.reset();
    const game_table table = table_of(random, shape);
    auto seen = listed<std::int32_t, std::int32_t>(table, *shape.no_moves);
    seen.conventions.seen_by = viewpoint::mover;
    for (std::uint8_t& owner : seen.to_move) owner = 0;
    // Position v with the first player to move is v, with the second V + v.
    listed_game<std::int32_t, std::int32_t> both;
    both.conventions.no_moves = *shape.no_moves;
    const auto size = static_cast<std::uint32_t>(table.rows.size());
    for (const player owner : {player::first, player::second}) {
      for (std::uint32_t v = 0; v < size; ++v) {
        auto end = static_cast<graph_end>(seen.terminal[v]);
        if (owner == player::second && end == graph_end::first_has_won) {
          end = graph_end::second_has_won;
        } else if (owner == player::second && end == graph_end::second_has_won) {
          end = graph_end::first_has_won;
        }
        std::vector<std::uint32_t> moves;
        for (auto i = static_cast<std::size_t>(seen.indptr[v]); i != static_cast<std::size_t>(seen.indptr[v + 1]); ++i)
          moves.push_back(static_cast<std::uint32_t>(seen.indices[i]) + (owner == player::first ? size : 0));
        both.add(owner, end, moves, seen.distance[v]);
      }
    }
    const listed_graph graph_of_both(both.spans(), 1, silent);
    std::vector<position_value> expected = entries_of(solve_explicit(listed_rules(graph_of_both), {1}, silent).values);
    const std::vector<position_value> of_second(expected.begin() + size, expected.end());
    expected.resize(size);
    ASSERT_EQ(of_second, expected) << "game " << number;
    expect_solved(seen.spans(), expected, 1);
    if (HasFatalFailure()) FAIL() << "game " << number;
  }
}

TEST(listed_games, sample_chooses_numbers_for_random_moves_and_differences_for_regular_ones) {
  constexpr std::uint32_t size = 200'000;
  random_generator random(42);
  listed_game<std::int32_t, std::int32_t> scattered;
  listed_game<std::int32_t, std::int32_t> regular;
  for (std::uint32_t v = 0; v < size; ++v) {
    std::vector<std::uint32_t> moves(4);
    for (std::uint32_t& to : moves) to = static_cast<std::uint32_t>(random.below(size));
    scattered.add(player::first, graph_end::none, moves);
    regular.add(player::first, graph_end::none, {(v + 1) % size, (v + 450) % size});
  }
  solve_visitor silent;
  const auto sample_of = [&](const auto& game) {
    const listed_graph graph(game.spans(), 1, silent);
    return sample_graph(listed_rules(graph));
  };
  EXPECT_TRUE(sample_of(scattered).differences.empty());
  EXPECT_EQ(sample_of(scattered).encoding.rows, row_encoding::numbers);
  EXPECT_FALSE(sample_of(regular).differences.empty());
}

TEST(listed_games, plans_have_the_histograms_of_ends_that_are_far_away) {
  constexpr std::uint32_t far = 1'000'000;
  listed_game<std::uint64_t, std::uint32_t> game;
  game.add(player::first, graph_end::none, {1});
  game.add(player::second, graph_end::second_has_won, {}, far);
  game.add(player::first, graph_end::tie, {}, 3);
  work_monitor silent;
  const listed_graph graph(game.spans(), 1, silent);
  const listed_rules rules(graph);
  graph_sample sample = sample_graph(rules);
  EXPECT_EQ(sample.largest_end_distance, far);
  EXPECT_EQ(graph.labels().largest_end_distance(), far);
  const auto bytes_of_histograms = [&] {
    graph_sample without_ends = sample;
    without_ends.largest_end_distance = 0;
    const engine_task task{.rules = rules, .threads = 8};
    return explicit_engine.peak_bytes(task, sample) - explicit_engine.peak_bytes(task, without_ends);
  };
  EXPECT_EQ(bytes_of_histograms(), std::uint64_t{3} * 32 * far) << "few positions are counted by one thread";
  sample.positions = 1'000'000;
  EXPECT_EQ(bytes_of_histograms(), std::uint64_t{10} * 32 * far);
}

}  // namespace
}  // namespace zermelo::test::listed_games_test
