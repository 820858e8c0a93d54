// SPDX-License-Identifier: MIT
// Games for points, on random graphs: every solver says what value iteration says, and what a win-or-loss
// question for each margin says; and margins beyond the bound are refused.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <span>
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
#include <zermelo/testkit/asked_number.hpp>

#include "saved_copy.hpp"
#include "solve/altered_entries.hpp"
#include "solve/solved_alike.hpp"
#include "table_game.hpp"

namespace zermelo::test::scored_graphs_test {
namespace {

/// The margins for a player of all positions, by one game of wins and losses for each margin: does the player get so
/// many points or more? Play that reaches no such end is lost or drawn.
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
    game_table question = table;
    question.max_margin = 1;
    for_each_end(question, [&](result& end) {
      if (end.is_drawn) return;
      const bool is_met = end.winner == p && static_cast<std::uint32_t>(end.points()) >= threshold;
      end = result::won_by(is_met ? p : opponent(p), end.distance_plies);
    });
    const value_table solved = solve_queue(table_game(question));
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

/// 10,000 graphs by ZERMELO_SCORED_GRAPHS=10000.
TEST(scored_graphs, are_solved_alike_by_everything) {
  const std::uint64_t num_graphs = testkit::asked_number("ZERMELO_SCORED_GRAPHS", 3'000);
  random_generator random(4001);
  std::array<std::uint64_t, num_outcomes> seen{};
  std::uint64_t scored = 0;
  std::array<std::uint64_t, 2> widths{};
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    SCOPED_TRACE(number);
    random_table_shape shape = scored_shape(random, number);
    if (number % 4 == 3) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto expected = iterate_margins(game.table());
    for (const position_value value : expected) {
      ++seen[static_cast<std::size_t>(value.outcome)];
      if (std::abs(value.margin()) > 1) ++scored;
    }
    ASSERT_NO_FATAL_FAILURE(expect_solved_alike(game, expected, 1 + static_cast<unsigned>(number / 7 % 2)));
    ASSERT_NO_FATAL_FAILURE(expect_margins(game.table(), expected));
    ++widths[solve_implicit(game, {1}).values.bytes_per_position() / sizeof(std::uint16_t) - 1];
  }
  for (const std::uint64_t positions : seen) EXPECT_GT(positions, num_graphs);
  EXPECT_GT(scored, num_graphs);
  for (const std::uint64_t graphs : widths) EXPECT_GT(graphs, num_graphs / 10);
}

TEST(scored_graphs, value_iteration_by_margins_is_that_by_wins_where_ends_have_one_point) {
  random_generator random(4002);
  for (std::uint64_t number = 0; number < 1'000; ++number) {
    const game_table table = random_table(random, varied_shape(random, number));
    ASSERT_EQ(iterate_margins(table), iterate_values(table)) << number;
  }
}

/// A game so large that some waves are not listed, but found by their words.
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

TEST(scored_graphs, large_waves_and_widened_words_keep_their_margins) {
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

/// Keeps a copy of every wave.
class keeper : public solve_visitor {
 public:
  void wave(const wave_report& report) override { margins.push_back(report.margin); }
  void at_rest(const solve_snapshot& snapshot) override { saves.push_back(copy_of(snapshot)); }
  std::vector<saved_solve> saves;
  std::vector<std::uint32_t> margins;
};

TEST(scored_graphs, saved_as_entries_are_continued_to_the_same_end) {
  random_generator random(4005);
  solve_visitor silent;
  std::set<solve_stage> stages;
  for (std::uint64_t number = 0; number < 250; ++number) {
    const table_game game(random_table(random, scored_shape(random, number)));
    keeper visitor;
    const solution whole = solve_implicit(game, {1}, visitor);
    for (const saved_solve& saved : visitor.saves) {
      stages.insert(saved.milestone.stage);
      for (const unsigned threads : {1U, 2U}) {
        saved_solve copy = copy_of(saved);
        (void)zermelo::entries_of(copy);
        const solution continued = solve_implicit(game, {threads}, silent, &copy);
        ASSERT_EQ(entries_of(continued.values), entries_of(whole.values)) << number << ", " << saved.milestone.waves;
        ASSERT_EQ(continued.waves, whole.waves);
      }
    }
  }
  EXPECT_GT(stages.size(), 10U);
}

/// A path to an end by some points, beside an end by fewer.
table_game two_margins() {
  game_table table = path(5, result::scored(player::first, 7));
  table.max_margin = 9;
  table.rows.resize(7);
  table.rows[5].terminal = result::scored(player::second, 3);
  table.rows[6].to_move = player::first;
  table.rows[6].successors = {5};
  return table_game(std::move(table));
}

TEST(scored_graphs, waves_tell_their_margin) {
  keeper visitor;
  const solution solved = solve_implicit(two_margins(), {1}, visitor);
  EXPECT_EQ(visitor.margins, (std::vector<std::uint32_t>{7, 7, 7, 7, 7, 3, 3}));
  EXPECT_EQ(solved.values[4], (position_value{outcome::win, 4, 6}));
  EXPECT_EQ(solved.values[6], (position_value{outcome::loss, 1, 2}));
  EXPECT_EQ(solved.values[6].margin(), -3);
  EXPECT_EQ(solved.values.margin_bound(), 16U);
  EXPECT_EQ(visitor.saves.front().milestone.stage, 2U) << "9, 8, then 7";
  EXPECT_EQ(visitor.saves.front().milestone.max_margin, 9U);
}

std::string refusal_of(const auto& solve) {
  try {
    solve();
  } catch (const std::exception& refused) {
    return refused.what();
  }
  return "";
}

TEST(scored_graphs, saved_solves_that_contradict_their_margins_are_refused) {
  const table_game game = two_margins();
  keeper visitor;
  (void)solve_implicit(game, {1}, visitor);
  solve_visitor silent;
  const auto refusal = [&](std::size_t wave, const auto& change) {
    saved_solve saved = copy_of(visitor.saves[wave]);
    change(saved);
    return refusal_of([&] { (void)solve_implicit(game, {1}, silent, &saved); });
  };
  const std::string start = "the saved solve is not one of these rules: ";
  EXPECT_EQ(refusal(3, [](saved_solve&) {}), "");
  EXPECT_EQ(refusal(3, [](saved_solve& saved) { saved.milestone.max_margin = 8; }),
            start + "its margins are at most 8, those of the rules 9");
  EXPECT_EQ(refusal(3, [](saved_solve& saved) { saved.milestone.stage = 10; }), start + "it has no stage 10");
  const word_layout<std::uint16_t> layout(margin_bits_of(9));
  const auto set = [&](position p, position_value value) {
    return [&layout, p, value](saved_solve& saved) {
      auto& words = std::get<uninitialized_array<std::uint16_t>>(saved.words);
      words[p] = layout.of(value, packed_word<std::uint16_t>::to_move(words[p]));
    };
  };
  EXPECT_EQ(refusal(3, set(1, {outcome::loss, 1, 9})), start + "position 1") << "beyond the bound";
  EXPECT_EQ(refusal(3, set(1, {outcome::tie, 1, 2})), start + "position 1") << "a tie with points";
  EXPECT_EQ(refusal(3, set(1, {outcome::loss, 1, 5})), start + "position 1") << "of a later stage";
  EXPECT_EQ(refusal(3, set(0, {outcome::win, 0, 5})), start + "position 0") << "another end";
  EXPECT_EQ(refusal(3, set(1, {outcome::loss, 1, 7})), start + "nothing leads to a distance of 1 plies");
}

TEST(scored_graphs, margins_beyond_the_bound_are_refused) {
  for (const bool is_dead_end : {false, true}) {
    game_table table = path(3, result::scored(player::second, 5));
    if (is_dead_end) {
      table.rows[0].no_moves = *table.rows[0].terminal;
      table.rows[0].terminal.reset();
    }
    table.max_margin = 4;
    const table_game game(table);
    const std::string refusal = "position 0 has margin -5; max_margin is 4";
    EXPECT_EQ(refusal_of([&] { (void)solve_implicit(game, {1}); }), refusal);
    EXPECT_EQ(refusal_of([&] { (void)solve_explicit(game, {2}); }), refusal);
    EXPECT_EQ(refusal_of([&] { (void)solve_queue(game); }), refusal);
  }
}

TEST(scored_graphs, rejects_ends_of_many_points_that_are_too_far_away) {
  game_table table = path(3, result::scored(player::second, 2));
  table.max_margin = 2;
  table.rows[0].terminal->distance_plies = 8191;
  EXPECT_EQ(entries_of(solve_implicit(table_game(table), {1}).values), iterate_margins(table));
  table.rows[0].terminal->distance_plies = 8192;
  const std::string refusal =
      "position 0: the end is 8192 plies away; it may be at most 8191 plies away, since it is worth more than 1 point";
  EXPECT_EQ(refusal_of([&] { (void)solve_implicit(table_game(table), {1}); }), refusal);
  EXPECT_EQ(refusal_of([&] { (void)solve_explicit(table_game(table), {2}); }), refusal);
  EXPECT_EQ(refusal_of([&] { (void)solve_queue(table_game(table)); }), refusal);
}

TEST(scored_graphs, distances_beyond_what_is_left_beside_margins_are_refused) {
  game_table table = path(3, result::tied(16'383));
  table.max_margin = result::largest_margin;
  EXPECT_EQ(refusal_of([&] { (void)solve_implicit(table_game(table), {1}); }),
            "the distance 16384 exceeds the largest that can be stored, 16383");
  table.rows[0].terminal = result::tied(16'384);
  EXPECT_NE(refusal_of([&] { (void)solve_implicit(table_game(table), {1}); }), "");
  table.rows[0].terminal = result::tied(16'381);
  EXPECT_EQ(entries_of(solve_implicit(table_game(table), {1}).values), iterate_margins(table));
}

TEST(scored_graphs, every_alteration_of_an_entry_is_found) {
  random_generator random(4004);
  std::uint64_t refused = 0;
  for (std::uint64_t number = 0; number < 600; ++number) {
    random_table_shape shape = scored_shape(random, number);
    shape.num_positions = std::min(shape.num_positions, 10U);
    const table_game game(random_table(random, shape));
    const auto right = iterate_margins(game.table());
    ASSERT_TRUE(verify(game, right).accepted()) << number;
    for (position p = 0; p < right.size(); ++p) {
      if (right[p].outcome == outcome::illegal) continue;
      for (const position_value altered : alterations_of(right[p])) {
        auto wrong = right;
        wrong[p] = altered;
        const verify_report report = verify(game, wrong);
        ASSERT_TRUE(std::any_of(report.first.begin(), report.first.end(),
                                [p](const verify_failure& failure) { return failure.at == p; }))
            << "graph " << number << ", position " << p << ": " << right[p].margin() << " in "
            << right[p].distance_plies << " became " << altered.margin() << " in " << altered.distance_plies;
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 20'000U);
}

}  // namespace
}  // namespace zermelo::test::scored_graphs_test
