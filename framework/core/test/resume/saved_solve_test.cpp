// SPDX-License-Identifier: MIT
// Tests that a solve saved between two waves resumes to the same solution with any engine.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "ring_chase.hpp"
#include "saved_copy.hpp"
#include "table_game.hpp"

namespace zermelo::test::saved_solve_test {
namespace {

using testkit::matches_pattern;

/// Waves of at least this size are split between threads.
constexpr std::uint64_t shared_from = 64;

/// Resumes every save with every engine and number of threads.
void expect_continued(const table_game& game, const std::vector<saved_solve>& saves, const solution& whole) {
  const auto expected = entries_of(whole.values);
  for (const saved_solve& saved : saves) {
    // Waves alternate between one and two threads.
    const unsigned threads = 1 + static_cast<unsigned>((saved.progress.waves + game.num_positions()) % 2);
    const retrograde_options options{threads, shared_from};
    const auto expect_whole = [&](const solution& continued) {
      ASSERT_EQ(entries_of(continued.values), expected) << "after wave " << saved.progress.waves;
      ASSERT_EQ(continued.edges, whole.edges);
      ASSERT_EQ(continued.waves, whole.waves);
      ASSERT_EQ(continued.values.bytes_per_position(), whole.values.bytes_per_position());
    };
    saved_solve copy = copy_of(saved);
    ASSERT_NO_FATAL_FAILURE(expect_whole(solve_implicit(game, options, silent, &copy)));
    copy = copy_of(saved);
    (void)zermelo::entries_of(copy);
    const solution by_entries = solve_implicit(game, options, silent, &copy);
    ASSERT_EQ(entries_of(by_entries.values), expected) << "by entries, after wave " << saved.progress.waves;
    ASSERT_EQ(by_entries.waves, whole.waves);
    copy = copy_of(saved);
    ASSERT_NO_FATAL_FAILURE(expect_whole(solve_explicit(game, options, silent, &copy)));
    copy = copy_of(saved);
    ASSERT_NO_FATAL_FAILURE(expect_whole(solve_recorded(game, options, silent, &copy)));
  }
}

TEST(saved_solve, resumes_small_graphs_from_every_wave) {
  constexpr std::uint64_t num_graphs = 400;
  random_generator random(77);
  std::set<solve_stage> stages;
  std::size_t num_saves = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = scored_shape(random, number);
    if (number % 4 == 3) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    saver visitor;
    const solution whole = solve_implicit(game, {1}, visitor);
    ASSERT_EQ(visitor.saves.size(), whole.waves);
    for (const saved_solve& saved : visitor.saves) stages.insert(saved.progress.stage);
    num_saves += visitor.saves.size();
    expect_continued(game, visitor.saves, whole);
    if (HasFatalFailure()) FAIL() << "graph " << number;
  }
  EXPECT_GT(stages.size(), 10U);
  EXPECT_GT(num_saves, num_graphs);
}

TEST(saved_solve, resumes_large_graphs_with_several_threads) {
  random_generator random(78);
  random_table_shape shape;
  shape.num_positions = 60'000;
  shape.mean_out_degree = 2.5;
  shape.terminal_chance = 0.45;
  shape.tie_chance = 0.4;
  shape.unused_chance = 0.1;
  shape.end_distances = {0, 0, 0, 0, 1, 5};
  for (const std::optional<player> infinite_play : {std::optional<player>{}, std::optional(player::second)}) {
    shape.infinite_play = infinite_play;
    const table_game game(random_table(random, shape));
    saver visitor(3);
    const solution whole = solve_explicit(game, {2}, visitor);
    ASSERT_GT(visitor.saves.size(), 2U);
    expect_continued(game, visitor.saves, whole);
  }
}

/// Adds many parallel paths of one-way moves, so that their vertices form waves that are too large to be listed. The
/// first vertices are terminals at `distance` plies, or lead to `from`, which has one ply less.
void add_bristles(game_table& table, const result& end, std::uint32_t distance, std::optional<std::uint32_t> from) {
  constexpr std::uint32_t width = 2'000;
  constexpr std::uint32_t length = 6;
  for (std::uint32_t row = 0; row < length; ++row) {
    const player to_move = (distance + row) % 2 == 0 ? player::first : player::second;
    for (std::uint32_t i = 0; i < width; ++i) {
      const auto at = static_cast<std::uint32_t>(table.rows.size());
      if (row > 0) {
        table.rows.push_back({true, to_move, std::nullopt, {}, {at - width}});
      } else if (from) {
        table.rows.push_back({true, to_move, std::nullopt, {}, {*from}});
      } else {
        table.rows.push_back({true, to_move, end, {}, {}});
      }
    }
  }
}

TEST(saved_solve, resumes_large_waves_near_the_narrow_word_limit) {
  constexpr std::uint32_t limit = packed_word<std::uint16_t>::max_low;
  constexpr std::uint32_t before = limit - 3;  // some large waves fit narrow words, and some do not
  for (const bool is_tied : {false, true}) {
    for (const bool is_seeded : {false, true}) {
      SCOPED_TRACE(fmt::format("{} {}", is_tied ? "ties" : "wins", is_seeded ? "seeded" : "reached"));
      const result end = is_tied ? result::tied(before) : result::won_by(player::first, before);
      game_table table = path(is_seeded ? 1 : before, is_tied ? result::tied() : result::won_by(player::first));
      add_bristles(table, end, before, is_seeded ? std::nullopt : std::optional(before - 1));
      const table_game game(table);
      saver visitor(1, before - 1);
      const solution whole = solve_implicit(game, {1}, visitor);
      const auto values = entries_of(whole.values);
      for (std::size_t v = table.rows.size() - 1; v >= table.rows.size() - 2'000; --v) {
        ASSERT_EQ(values[v].distance_plies, before + 5);
        ASSERT_EQ(values[v].outcome == outcome::tie, is_tied);
      }
      EXPECT_TRUE(verify(game, values).accepted());
      EXPECT_EQ(whole.values.bytes_per_position(), sizeof(std::uint32_t));
      for (const unsigned threads : {1U, 2U, 7U}) {
        const retrograde_options options{threads, shared_from};
        ASSERT_EQ(entries_of(solve_implicit(game, options).values), values) << threads;
        ASSERT_EQ(entries_of(solve_explicit(game, options).values), values) << threads;
      }
      ASSERT_GE(visitor.saves.size(), 6U);
      expect_continued(game, visitor.saves, whole);
    }
  }
}

TEST(saved_solve, resumes_saves_from_before_and_after_packed_words_widen) {
  constexpr std::uint32_t size = 10'000;
  for (const result& end : {result::won_by(player::first), result::tied()}) {
    const table_game game(path(size, end));
    saver visitor(3'000);
    const solution whole = solve_implicit(game, {1}, visitor);
    ASSERT_EQ(visitor.saves.size(), 3U);
    EXPECT_EQ(visitor.saves.front().words.index(), 0U);
    EXPECT_EQ(visitor.saves.back().words.index(), 1U);
    expect_continued(game, visitor.saves, whole);
  }
}

/// The first player moves from 0 to 1 or 2; 1 leads to the terminal 3, won by the first; 2 leads back; 4 is unused.
table_game short_game() {
  game_table table;
  table.rows.resize(5);
  table.rows[0].successors = {1, 2};
  table.rows[1] = {true, player::second, std::nullopt, {}, {3}};
  table.rows[2] = {true, player::second, std::nullopt, {}, {0}};
  table.rows[3].terminal = result::won_by(player::first);
  table.rows[4].is_legal = false;
  return table_game(table);
}

TEST(saved_solve, rejects_packed_words_that_contradict_the_rules) {
  using packed = packed_word<std::uint16_t>;
  const table_game game = short_game();
  saver visitor;
  (void)solve_implicit(game, {1}, visitor);
  // After the first wave, position 1 is lost in one ply and is pending.
  const saved_solve& saved = visitor.saves.front();
  ASSERT_EQ(saved.progress.next_distance_plies, 1U);
  const auto rejection = [&](position p, std::uint16_t word, solve_state progress) -> std::string {
    saved_solve changed = copy_of(saved);
    changed.progress = progress;
    std::get<value_table::narrow_words>(changed.words)[p] = word;
    saved_solve copy = copy_of(changed);
    const std::string message =
        testkit::error_of<input_error>([&] { return solve_implicit(game, {1}, silent, &changed); });
    EXPECT_EQ(testkit::error_of<input_error>([&] { return solve_explicit(game, {1}, silent, &copy); }), message);
    return message;
  };
  const auto expect_rejected = [&](position p, std::uint16_t word) {
    EXPECT_PRED_FORMAT2(matches_pattern, "the checkpoint ...: invalid ... position " + std::to_string(p),
                        rejection(p, word, saved.progress))
        << "word " << word;
  };
  const auto word_of = [&](position p) { return std::get<value_table::narrow_words>(saved.words)[p]; };
  EXPECT_EQ(rejection(0, word_of(0), saved.progress), "accepted");
  expect_rejected(0, packed::illegal);
  expect_rejected(0, packed::undecided(player::first, 3));
  expect_rejected(0, packed::undecided(player::second, 2));
  expect_rejected(1, packed::decided(outcome::loss, player::second, 0));
  expect_rejected(1, packed::decided(outcome::loss, player::second, 2));
  expect_rejected(1, packed::decided(outcome::loss, player::first, 1));
  expect_rejected(2, packed::decided(outcome::tie, player::second, 1));
  expect_rejected(3, packed::decided(outcome::loss, player::first, 0));
  expect_rejected(3, packed::decided(outcome::win, player::first, 1));
  expect_rejected(3, packed::undecided(player::first, 1));
  expect_rejected(4, packed::undecided(player::first, 1));
  expect_rejected(4, packed::decided(outcome::win, player::first, 1));
  for (const auto member : {&solve_state::edges, &solve_state::legal_positions}) {
    solve_state other = saved.progress;
    ++(other.*member);
    EXPECT_PRED_FORMAT2(matches_pattern, "the checkpoint ...: wrong number ...", rejection(0, word_of(0), other));
  }
}

/// About thirty waves of wins and losses, and a few of ties.
table_game long_game() {
  constexpr std::uint32_t num_wins = 30;
  game_table table = path(num_wins, result::won_by(player::first));
  table.rows.push_back({true, player::first, result::tied(), {}, {}});
  for (std::uint32_t tied = num_wins; tied < num_wins + 5; ++tied) {
    table.rows.push_back({true, player::first, std::nullopt, {}, {tied}});
  }
  return table_game(table);
}

TEST(saved_solve, rejects_solve_state_that_contradicts_its_packed_words) {
  const table_game game = long_game();
  saver visitor;
  (void)solve_implicit(game, {1}, visitor);
  std::size_t num_rejected = 0;
  for (const saved_solve& saved : visitor.saves) {
    const auto rejection = [&](const auto& change) -> std::string {
      saved_solve copy = copy_of(saved);
      change(copy.progress);
      return testkit::error_of<input_error>([&] { return solve_implicit(game, {2}, silent, &copy); });
    };
    EXPECT_EQ(rejection([](solve_state&) {}), "accepted");
    for (const auto& change : std::initializer_list<std::function<void(solve_state&)>>{
             [](solve_state& m) { ++m.next_distance_plies; }, [](solve_state& m) { --m.next_distance_plies; },
             [](solve_state& m) { ++m.waves; }, [](solve_state& m) { --m.waves; },
             [](solve_state& m) {
               m.stage = m.stage == plain_stage::ties ? plain_stage::wins_and_losses : plain_stage::ties;
             }}) {
      EXPECT_PRED_FORMAT2(matches_pattern, "the checkpoint ...: ...", rejection(change)) << saved.progress.waves;
      ++num_rejected;
    }
  }
  EXPECT_GT(num_rejected, 150U);
}

TEST(saved_solve, rejects_save_of_another_size) {
  const table_game game(game_table{std::vector<table_row>(3), std::nullopt});
  saved_solve saved{{}, uninitialized_array<std::uint16_t>(2)};
  saved_solve copy = copy_of(saved);
  const std::string rejection = "saved solve: expected 3 positions, got 2";
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return solve_implicit(game, {1}, silent, &saved); }), rejection);
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return solve_explicit(game, {1}, silent, &copy); }), rejection);
}

}  // namespace
}  // namespace zermelo::test::saved_solve_test
