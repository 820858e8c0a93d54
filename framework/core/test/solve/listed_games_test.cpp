// SPDX-License-Identifier: MIT
// Tests that every solver finds the entries of value iteration from the definitions for games in arrays of any types.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/store_rules.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/csr_rules.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "listed_game.hpp"
#include "solve/with_colours.hpp"
#include "table_game.hpp"

namespace zermelo::test::listed_games_test {
namespace {

static_assert(SuccessorGraph<csr_graph> && !PredecessorGraph<csr_graph>);
static_assert(SuccessorGraph<borrowed_rows<std::uint32_t, std::uint64_t>>);

/// Expects that every solver finds the expected entries, and that the verifier accepts exactly these.
void expect_solved(const graph_spans& arrays, const std::vector<position_value>& expected, unsigned threads) {
  const csr_graph graph(arrays, threads, silent);
  const csr_rules game(graph);
  for (const index_width width : {index_width::narrow, index_width::wide}) {
    const retrograde_options options{threads, 2};
    ASSERT_EQ(entries_of(solve_explicit(game, options, silent).values), expected);
    ASSERT_EQ(entries_of(solve_recorded(game, options, silent, nullptr).values), expected);
    const stored_graph stored = store_rules(game, {threads, width}, silent);
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

/// The `number`th shape, with one rule for dead ends. Every second shape resembles a parity game: it has no ties, few
/// terminals and a player that wins endless play.
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

TEST(csr_games, all_solvers_agree_on_random_games) {
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

TEST(csr_games, are_supported_only_by_explicit_and_queue_engines) {
  random_generator random(40);
  const random_table_shape shape = shape_of(random, 10);
  const game_table table = table_of(random, shape);
  const auto game = listed<std::int64_t, std::int32_t>(table, *shape.no_moves);
  const csr_graph graph(game.spans(), 1, silent);
  const csr_rules rules(graph);
  const engine_task task{.rules = rules, .threads = 2};
  std::vector<std::string_view> able;
  for (const engine_definition* const engine : engine_list()) {
    if (!why_unavailable(*engine, task).empty()) continue;
    able.push_back(engine->info.name);
    EXPECT_EQ(entries_of(*engine->solve(task, nullptr, silent).values), iterate_values(table));
    EXPECT_GT(engine->peak_bytes(task, sample_graph(rules)), 0U);
  }
  EXPECT_EQ(able, (std::vector<std::string_view>{"explicit", "queue"}));
}

TEST(csr_games, relative_games_match_games_with_colours) {
  constexpr std::uint64_t num_games = 300;
  random_generator random(41);
  for (std::uint64_t number = 0; number < num_games; ++number) {
    random_table_shape shape = shape_of(random, 2 * number);
    shape.infinite_play.reset();
    const game_table table = table_of(random, shape);
    auto seen = listed<std::int32_t, std::int32_t>(table, *shape.no_moves);
    seen.conventions.seen_by = viewpoint::to_move;
    for (std::uint8_t& to_move : seen.to_move) to_move = 0;
    // In such arrays the rule for dead ends applies to the first player.
    game_table of_first = table;
    for (table_row& row : of_first.rows) row.no_moves = apply(*shape.no_moves, player::first);
    expect_solved(seen.spans(), values_without_colours(of_first), 1);
    if (HasFatalFailure()) FAIL() << "game " << number;
  }
}

TEST(csr_games, memory_estimate_includes_histograms_of_distant_terminals) {
  constexpr std::uint32_t far = 1'000'000;
  listed_game<std::uint64_t, std::uint32_t> game;
  game.add(player::first, graph_end::none, {1});
  game.add(player::second, graph_end::second_has_won, {}, far);
  game.add(player::first, graph_end::tie, {}, 3);
  const csr_graph graph(game.spans(), 1, silent);
  const csr_rules rules(graph);
  graph_sample sample = sample_graph(rules);
  EXPECT_EQ(sample.largest_end_distance, far);
  EXPECT_EQ(graph.labels().largest_end_distance(), far);
  const auto bytes_of_histograms = [&] {
    graph_sample without_ends = sample;
    without_ends.largest_end_distance = 0;
    const engine_task task{.rules = rules, .threads = 8};
    return explicit_engine.peak_bytes(task, sample) - explicit_engine.peak_bytes(task, without_ends);
  };
  EXPECT_EQ(bytes_of_histograms(), std::uint64_t{3} * 32 * far) << "one thread counts few positions";
  sample.positions = 1'000'000;
  EXPECT_EQ(bytes_of_histograms(), std::uint64_t{10} * 32 * far);
}

}  // namespace
}  // namespace zermelo::test::listed_games_test
