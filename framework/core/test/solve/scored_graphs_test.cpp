// SPDX-License-Identifier: MIT
// Tests games for points on random graphs: every solver agrees with value iteration and with a win-or-loss query for
// each margin, and rejects margins beyond the bound.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/number_from_environment.hpp>

#include "saved_copy.hpp"
#include "solve/expect_same_solution.hpp"
#include "table_game.hpp"

namespace zermelo::test::scored_graphs_test {
namespace {

/// The margins of all positions for a player. For each margin, solves a game in which the player wins if it gets at
/// least that number of points. Play that reaches no such terminal is lost or drawn.
std::vector<std::uint32_t> margins_by_thresholds(const game_table& table, player p) {
  std::vector<std::uint32_t> margins(table.rows.size(), 0);
  std::set<std::uint32_t> thresholds;
  const auto for_each_end = [](game_table& of, const auto& f) {
    for (table_row& row : of.rows) {
      if (row.terminal) f(*row.terminal);
      f(row.no_moves);
    }
  };
  game_table copy = table;
  for_each_end(copy, [&](const result& end) {
    if (end.winner == p) thresholds.insert(static_cast<std::uint32_t>(end.points()));
  });
  for (const std::uint32_t threshold : thresholds) {
    game_table thresholded = table;
    thresholded.max_margin = 1;
    for_each_end(thresholded, [&](result& end) {
      if (end.is_drawn) return;
      const bool is_met = end.winner == p && static_cast<std::uint32_t>(end.points()) >= threshold;
      end = result::won_by(is_met ? p : opponent(p), end.distance_plies);
    });
    const value_table solved = solve_queue(table_game(thresholded));
    for (position v = 0; v < margins.size(); ++v) {
      if (raw_winner(solved[v].outcome, table.rows[v].to_move) == p) margins[v] = threshold;
    }
  }
  return margins;
}

void expect_margins(const game_table& table, const std::vector<position_value>& values) {
  for (const player p : {player::first, player::second}) {
    const std::vector<std::uint32_t> margins = margins_by_thresholds(table, p);
    for (position v = 0; v < margins.size(); ++v) {
      if (!table.rows[v].is_legal) continue;
      const int own = table.rows[v].to_move == p ? values[v].margin() : -values[v].margin();
      ASSERT_EQ(margins[v], static_cast<std::uint32_t>(std::max(own, 0))) << "position " << v;
    }
  }
}

/// Tests 10,000 graphs with ZERMELO_SCORED_GRAPHS=10000. Every second graph has no points.
TEST(scored_graphs, all_solvers_match_value_iteration) {
  const std::uint64_t num_graphs = testkit::number_from_environment("ZERMELO_SCORED_GRAPHS", 4'500);
  random_generator random(4001);
  std::array<std::array<std::uint64_t, num_outcomes>, 3> seen{};  // [winner of endless play]
  std::uint64_t scored = 0;
  std::array<std::uint64_t, 2> widths{};
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    SCOPED_TRACE(number);
    const bool has_points = number % 2 == 0;
    random_table_shape shape = has_points ? scored_shape(random, number / 2) : varied_shape(random, number / 2);
    if (number / 2 % 4 == 3) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto expected = iterate_values(game.table());
    for (const position_value value : expected) {
      ++seen[shape.infinite_play ? index_of(*shape.infinite_play) : 2][static_cast<std::size_t>(value.outcome)];
      if (std::abs(value.margin()) > 1) ++scored;
    }
    ASSERT_NO_FATAL_FAILURE(expect_same_solution(game, expected, 1 + static_cast<unsigned>(number / 7 % 2)));
    const forward_table_game forwards(game.table());
    ASSERT_EQ(entries_of(solve_explicit(forwards, {2}).values), expected);
    ASSERT_EQ(entries_of(solve_queue(forwards)), expected);
    if (!has_points) continue;
    ASSERT_NO_FATAL_FAILURE(expect_margins(game.table(), expected));
    ++widths[solve_implicit(game, {1}).values.bytes_per_position() / sizeof(std::uint16_t) - 1];
  }
  for (const auto& of_one_rule : seen) {
    for (const std::uint64_t positions : of_one_rule) EXPECT_GT(positions, num_graphs / 4);
  }
  EXPECT_GT(scored, num_graphs / 2);
  for (const std::uint64_t graphs : widths) EXPECT_GT(graphs, num_graphs / 20);
}

TEST(scored_graphs, margin_iteration_equals_value_iteration_for_one_point_terminals) {
  random_generator random(4002);
  for (std::uint64_t number = 0; number < 1'000; ++number) {
    const game_table table = random_table(random, varied_shape(random, number));
    ASSERT_EQ(iterate_margins(table), iterate_values(table)) << number;
  }
}

/// A game so large that some waves are not listed but found by scanning words.
game_table large_table(std::uint32_t max_margin, const std::vector<std::uint32_t>& end_distances) {
  random_generator random(4003);
  random_table_shape shape;
  shape.num_positions = 60'000;
  shape.mean_out_degree = 3;
  shape.terminal_chance = 0.1;
  shape.tie_chance = 0.1;
  shape.end_distances = end_distances;
  shape.max_margin = max_margin;
  return random_table(random, shape);
}

TEST(scored_graphs, large_waves_and_widened_words_preserve_margins) {
  for (const std::uint32_t max_margin : {3U, 60U, 300U}) {
    for (const std::vector<std::uint32_t>& distances : {std::vector<std::uint32_t>{0}, {0, 125, 126, 127, 128}}) {
      const table_game game(large_table(max_margin, distances));
      const auto expected = entries_of(solve_queue(game));
      ASSERT_TRUE(verify(game, expected, 2).accepted());
      for (const unsigned threads : {1U, 2U}) {
        retrograde_options options{threads};
        options.serial_below = 64;
        ASSERT_EQ(entries_of(solve_implicit(game, options).values), expected) << max_margin;
        ASSERT_EQ(entries_of(solve_explicit(game, options).values), expected) << max_margin;
      }
    }
  }
}

/// A path to a terminal with some points, and a separate terminal with fewer points.
table_game two_margins() {
  game_table table = path(5, result::scored(player::first, 7));
  table.max_margin = 9;
  table.rows.resize(7);
  table.rows[5].terminal = result::scored(player::second, 3);
  table.rows[6].to_move = player::first;
  table.rows[6].successors = {5};
  return table_game(std::move(table));
}

TEST(scored_graphs, waves_report_their_margin) {
  saver visitor;
  const solution solved = solve_implicit(two_margins(), {1}, visitor);
  std::vector<std::uint32_t> margins;
  for (const wave_report& wave : visitor.waves) margins.push_back(wave.margin);
  EXPECT_EQ(margins, (std::vector<std::uint32_t>{7, 7, 7, 7, 7, 3, 3}));
  EXPECT_EQ(solved.values[4], (position_value{outcome::win, 4, 6}));
  EXPECT_EQ(solved.values[6], (position_value{outcome::loss, 1, 2}));
  EXPECT_EQ(solved.values[6].margin(), -3);
  EXPECT_EQ(solved.values.margin_bound(), 16U);
  EXPECT_EQ(visitor.saves.front().progress.stage, 2U) << "9, 8, then 7";
  EXPECT_EQ(visitor.saves.front().progress.max_margin, 9U);
}

TEST(scored_graphs, rejects_saved_solves_that_contradict_their_margins) {
  const table_game game = two_margins();
  saver visitor;
  (void)solve_implicit(game, {1}, visitor);
  const auto rejection = [&](std::size_t wave, const auto& change) {
    saved_solve saved = copy_of(visitor.saves[wave]);
    change(saved);
    return testkit::error_of<input_error>([&] { return solve_implicit(game, {1}, silent, &saved); });
  };
  const std::string start = "the checkpoint does not match the game's rules: ";
  EXPECT_EQ(rejection(3, [](saved_solve&) {}), "accepted");
  EXPECT_EQ(rejection(3, [](saved_solve& saved) { saved.progress.max_margin = 8; }),
            start + "expected max_margin 9, got 8");
  EXPECT_EQ(rejection(3, [](saved_solve& saved) { saved.progress.stage = 10; }), start + "unknown stage 10");
  const word_layout<std::uint16_t> layout(margin_bits_of(9));
  const auto set = [&](position p, position_value value) {
    return [&layout, p, value](saved_solve& saved) {
      auto& words = std::get<uninitialized_array<std::uint16_t>>(saved.words);
      words[p] = layout.of(value, packed_word<std::uint16_t>::to_move(words[p]));
    };
  };
  const std::string invalid = start + "invalid value of position ";
  EXPECT_EQ(rejection(3, set(1, {outcome::loss, 1, 9})), invalid + "1") << "a margin beyond the bound";
  EXPECT_EQ(rejection(3, set(1, {outcome::tie, 1, 2})), invalid + "1") << "a tie that has points";
  EXPECT_EQ(rejection(3, set(1, {outcome::loss, 1, 5})), invalid + "1") << "a margin of the next stage";
  EXPECT_EQ(rejection(3, set(0, {outcome::win, 0, 5})), invalid + "0") << "another margin than the terminal's";
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, start + "... distance 1, ... distance 0",
                      rejection(3, set(1, {outcome::loss, 1, 7})));
}

TEST(scored_graphs, rejects_margins_beyond_the_bound) {
  for (const bool is_dead_end : {false, true}) {
    game_table table = path(3, result::scored(player::second, 5));
    if (is_dead_end) {
      table.rows[0].no_moves = *table.rows[0].terminal;
      table.rows[0].terminal.reset();
    }
    table.max_margin = 4;
    expect_all_reject(table_game(table), "position 0 has margin -5; max_margin is 4");
  }
}

TEST(scored_graphs, rejects_too_distant_terminals_of_several_points) {
  game_table table = path(3, result::scored(player::second, 2));
  table.max_margin = 2;
  table.rows[0].terminal->distance_plies = 8191;
  EXPECT_EQ(entries_of(solve_implicit(table_game(table), {1}).values), iterate_margins(table));
  table.rows[0].terminal->distance_plies = 8192;
  expect_all_reject(table_game(table), "position 0: ... 8191 ... more than 1 point, got 8192");
}

}  // namespace
}  // namespace zermelo::test::scored_graphs_test
