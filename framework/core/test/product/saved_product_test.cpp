// SPDX-License-Identifier: MIT
// Tests that a product solve saved between two waves resumes to the same solution, from its own entries and from the
// words of other engines, which have the same snapshots.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "cops_and_robbers_game.hpp"
#include "corridors.hpp"
#include "random_product_game.hpp"
#include "saved_copy.hpp"
#include "scratch_in_memory.hpp"
#include "table_game.hpp"
#include "visitors.hpp"

namespace zermelo::test::saved_product_test {
namespace {

using testkit::matches_pattern;

constexpr player first = player::first;
constexpr player second = player::second;

constexpr std::uint32_t longest_plies = (1U << 29) - 1;

/// Mutable entries in memory.
class stored_entries final : public solution_entries {
 public:
  explicit stored_entries(std::vector<position_value> entries) : values(std::move(entries)) {}
  [[nodiscard]] std::uint64_t size() const override { return values.size(); }
  void read(position begin, std::span<position_value> entries) const override {
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin), entries.size(), entries.begin());
  }
  [[nodiscard]] std::uint32_t distance_bound() const override { return longest_plies; }

  std::vector<position_value> values;
};

/// A copy of a solve between waves, by any engine.
struct saved_state {
  solve_state progress;
  std::vector<position_value> entries;
  friend bool operator==(const saved_state&, const saved_state&) = default;
};

saved_state saved_state_of(const solve_snapshot& snapshot) {
  if (snapshot.entries != nullptr) return {snapshot.progress, entries_of(*snapshot.entries)};
  return std::visit(
      [&](auto words) {
        using packed = packed_word<typename decltype(words)::value_type>;
        saved_state found{snapshot.progress, {}};
        for (const auto word : words) found.entries.push_back(packed::value(word));
        return found;
      },
      snapshot.words);
}

saved_solve saved_of(const saved_state& at) { return {at.progress, {}, std::make_unique<stored_entries>(at.entries)}; }

void expect_waves(std::span<const wave_report> found, std::span<const wave_report> expected) {
  const auto fields_of = [](const wave_report& w) {
    return std::tuple(w.number, w.distance_plies, w.decided_by_kind, w.wins, w.margin);
  };
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(fields_of(found[i]), fields_of(expected[i]));
}

/// Records every `step`th snapshot and all waves.
class listener : public solve_visitor {
 public:
  explicit listener(std::uint64_t step = 1) : m_step(step) {}
  void wave(const wave_report& report) override { waves.push_back(report); }
  void on_snapshot(const solve_snapshot& snapshot) override {
    if (waves.size() % m_step == 0) saved_states.push_back(saved_state_of(snapshot));
  }
  [[nodiscard]] std::uint64_t step() const { return m_step; }
  std::vector<wave_report> waves;
  std::vector<saved_state> saved_states;

 private:
  std::uint64_t m_step;
};

/// Resumes from `saved_states` and checks that the solution, later waves and later snapshots equal those of the
/// uninterrupted solve.
template <class G>
void expect_continued(const G& game, const std::vector<saved_state>& saved_states, const product_solution& whole,
                      const listener& heard, std::span<const unsigned> thread_counts) {
  const auto expected = entries_of(whole);
  for (const saved_state& at : saved_states) {
    for (const unsigned threads : thread_counts) {
      SCOPED_TRACE(fmt::format("after wave {}, {} threads", at.progress.waves, threads));
      saved_solve saved = saved_of(at);
      listener visitor(heard.step());
      const overflow_space overflow = threads == 4 ? all_in_scratch() : overflow_space();
      const product_solution continued = solve_product(game, threads, visitor, &saved, overflow);
      ASSERT_TRUE(entries_of(continued) == expected);
      ASSERT_EQ(continued.edges(), whole.edges());
      ASSERT_EQ(continued.waves(), whole.waves());
      ASSERT_EQ(continued.distance_bound(), whole.distance_bound());
      ASSERT_EQ(saved.entries, nullptr) << "entries are freed after use";
      expect_waves(visitor.waves, std::span(heard.waves).subspan(at.progress.waves));
      if (heard.step() != 1) continue;
      for (std::size_t i = 0; i < visitor.saved_states.size(); ++i) {
        ASSERT_TRUE(visitor.saved_states[i] == heard.saved_states[at.progress.waves + i])
            << "different snapshot " << i << " later";
      }
    }
  }
}

constexpr std::array<unsigned, 3> all_thread_counts{1, 2, 4};

/// Also copies the snapshots of engines with words.
class keeper : public listener {
 public:
  void on_snapshot(const solve_snapshot& snapshot) override {
    listener::on_snapshot(snapshot);
    saves.push_back(copy_of(snapshot));
  }
  std::vector<saved_solve> saves;
};

TEST(saved_product, resumes_random_games_from_every_wave) {
  constexpr std::uint64_t num_games = 300;
  random_generator random(80);
  std::set<std::pair<solve_stage, bool>> stages;  // stage, and whether waves are split between threads
  std::size_t num_saved_states = 0;
  for (std::uint64_t number = 0; number < num_games; ++number) {
    random_product_shape shape = varied_product_shape(random, number);
    if (number % 3 == 0) {
      shape.rows = 3 + static_cast<std::uint32_t>(random.below(10));
      shape.columns = 100 / shape.rows + 1;
    }
    if (number % 5 == 0) shape.drawn_chance = 0.3;
    const random_product_game game(random, shape);
    SCOPED_TRACE(fmt::format("game {}", number));
    listener heard;
    const product_solution whole = solve_product(game, 1, heard);
    ASSERT_EQ(heard.saved_states.size(), whole.waves());
    num_saved_states += heard.saved_states.size();
    for (const saved_state& at : heard.saved_states) stages.insert({at.progress.stage, shape.walkers.size() > 2});
    expect_continued(game, heard.saved_states, whole, heard, all_thread_counts);
    if (HasFatalFailure()) FAIL();
  }
  EXPECT_EQ(stages.size(), 4U);
  EXPECT_GT(num_saved_states, 4 * num_games);
}

TEST(saved_product, is_interchangeable_with_saves_of_word_engines) {
  random_generator random(81);
  for (std::uint64_t number = 0; number < 120; ++number) {
    random_product_shape shape = varied_product_shape(random, number);
    if (number % 2 == 0) shape.drawn_chance = 0.3;
    const random_product_game game(random, shape);
    SCOPED_TRACE(fmt::format("game {}", number));
    listener by_rows;
    const product_solution whole = solve_product(game, 2, by_rows);
    const auto expected = entries_of(whole);
    keeper by_words;
    (void)solve_explicit(game, {1}, by_words);
    ASSERT_TRUE(by_rows.saved_states == by_words.saved_states);
    expect_waves(by_words.waves, by_rows.waves);
    for (saved_solve& saved : by_words.saves) {
      const product_solution continued = solve_product(game, 2, silent, &saved);
      ASSERT_TRUE(entries_of(continued) == expected);
      ASSERT_EQ(continued.waves(), whole.waves());
    }
    for (const saved_state& at : by_rows.saved_states) {
      saved_solve saved = saved_of(at);
      listener resumed;
      const solution continued = solve_explicit(game, {number % 3 == 0 ? 4U : 1U}, resumed, &saved);
      ASSERT_TRUE(entries_of(continued.values) == expected) << "after wave " << at.progress.waves;
      ASSERT_EQ(continued.waves, whole.waves());
      ASSERT_EQ(saved.entries, nullptr) << "entries are freed after use";
      for (std::size_t i = 0; i < resumed.saved_states.size(); ++i) {
        ASSERT_TRUE(resumed.saved_states[i] == by_rows.saved_states[at.progress.waves + i])
            << "different snapshot " << i;
      }
    }
  }
}

TEST(saved_product, resumes_waves_shared_by_threads) {
  random_generator random(82);
  random_product_shape shape;
  shape.walkers = {{first, 600}, {second, 900}};
  shape.infinite_play = second;
  shape.end_chance = 0.02;
  shape.rows = 32;
  shape.columns = 32;
  const random_product_game game(random, shape);
  listener heard(60);
  const product_solution whole = solve_product(game, 2, heard);
  ASSERT_EQ(heard.saved_states.size(), 2U);
  expect_continued(game, heard.saved_states, whole, heard, all_thread_counts);
}

TEST(saved_product, resumes_when_waves_decide_few_positions_per_row) {
  // Logs that have become tables.
  const cops_and_robbers game(grid_board(1, 120), 1);
  listener heard(40);
  const product_solution whole = solve_product(game, 1, heard);
  expect_continued(game, heard.saved_states, whole, heard, std::array{2U});
}

TEST(saved_product, resumes_distances_beyond_narrow_words_in_both_stages) {
  for (const auto& [to_win, to_tie] : {std::pair{4'500U, 20U}, {20U, 4'500U}}) {
    for (const std::optional<player> infinite_play : {std::optional<player>{}, std::optional(second)}) {
      const auto game = corridors(to_win, to_tie, infinite_play, true);
      listener heard(1'500);
      const product_solution whole = solve_product(game, 1, heard);
      ASSERT_GT(whole.distance_bound(), 8'191U);
      ASSERT_EQ(heard.saved_states.size(), 6U);
      expect_continued(game, heard.saved_states, whole, heard, std::array{2U});
      saved_solve saved = saved_of(heard.saved_states.back());
      EXPECT_TRUE(entries_of(solve_explicit(game, {1}, silent, &saved).values) == entries_of(whole))
          << "resumed from words";
    }
  }
}

/// The runner walks from 3 to a win at 0, and from 5 to a tie at 4.
class saved_corridor : public testing::Test {
 protected:
  saved_corridor() { (void)solve_product(m_game, 1, m_heard); }
  /// The error for a snapshot, without its beginning; equal for all engines and numbers of threads.
  [[nodiscard]] std::string rejection(const saved_state& at) const {
    const std::string start = "the checkpoint does not match the game's rules: ";
    std::string message;
    for (const unsigned threads : {2U, 1U}) {
      saved_solve saved = saved_of(at);
      message = testkit::error_of<input_error>([&] { return solve_product(m_game, threads, silent, &saved); });
      saved = saved_of(at);
      const std::string other =
          testkit::error_of<input_error>([&] { return solve_explicit(m_game, {threads}, silent, &saved); });
      // In words, a wrong counter may be found before the entry.
      EXPECT_TRUE(message.find("position") == std::string::npos || other.find(start) == 0) << other;
      EXPECT_TRUE(other == "accepted" || message.find(start) == 0) << message;
    }
    return message.find(start) == 0 ? message.substr(start.size()) : message;
  }
  void expect_rejected(saved_state at, position p, position_value entry) const {
    at.entries[p] = entry;
    EXPECT_EQ(rejection(at), fmt::format("invalid value of position {}", p));
  }
  /// The position with the runner to move; positions of the other player's turn precede them.
  [[nodiscard]] position runner_at(node_number node) const { return m_game.num_positions() / 2 + node; }

  listed_form_game m_game = corridors(4, 2, std::nullopt, false);
  listener m_heard;
};

TEST_F(saved_corridor, rejects_entries_that_contradict_the_rules) {
  // Waves of distance 0 to 6, and 0 to 2.
  ASSERT_EQ(m_heard.saved_states.size(), 10U);
  for (const saved_state& at : m_heard.saved_states) EXPECT_EQ(rejection(at), "accepted");
  const saved_state& winning = m_heard.saved_states[1];
  ASSERT_EQ(winning.progress.next_distance_plies, 2U);
  // Terminals.
  expect_rejected(winning, runner_at(0), {outcome::draw, no_distance});
  expect_rejected(winning, runner_at(0), {outcome::win, 0});
  expect_rejected(winning, runner_at(0), {outcome::loss, 1});
  expect_rejected(winning, runner_at(4), {outcome::loss, 0});
  expect_rejected(winning, 4, {outcome::draw, no_distance});
  // Positions that are not terminal.
  expect_rejected(winning, runner_at(1), {outcome::illegal, no_distance});
  expect_rejected(winning, runner_at(1), {outcome::illegal, 3});
  expect_rejected(winning, runner_at(1), {outcome::draw, 1});
  expect_rejected(winning, runner_at(2), {outcome::win, 0});
  expect_rejected(winning, runner_at(2), {outcome::loss, 3});
  expect_rejected(winning, runner_at(2), {outcome::loss, no_distance});
  expect_rejected(winning, runner_at(5), {outcome::tie, 1});
  const saved_state& tied = m_heard.saved_states.back();
  ASSERT_EQ(tied.progress.stage, plain_stage::ties);
  ASSERT_EQ(tied.progress.next_distance_plies, 3U);
  expect_rejected(tied, runner_at(5), {outcome::tie, 4});
  expect_rejected(tied, runner_at(5), {outcome::loss, longest_plies + 1});
  saved_state changed = tied;
  changed.entries[runner_at(5)] = {outcome::tie, 3};  // the only tie in 1 ply
  EXPECT_PRED_FORMAT2(matches_pattern, "...distance 2, ... distance 1", rejection(changed));
  changed.entries[runner_at(5)] = {outcome::loss, longest_plies};
  EXPECT_PRED_FORMAT2(matches_pattern, "...distance 536870911, ... distance 536870910", rejection(changed));
  saved_state late = m_heard.saved_states[5];
  ASSERT_EQ(late.progress.next_distance_plies, 6U);
  for (position_value& entry : late.entries) {
    if (entry.distance_plies == 6) entry = {outcome::draw, no_distance};
  }
  EXPECT_EQ(rejection(late), "accepted");  // wrong, but every position and the distances are consistent
}

TEST_F(saved_corridor, rejects_solve_state_of_other_rules) {
  for (const auto member : {&solve_state::edges, &solve_state::legal_positions}) {
    saved_state other = m_heard.saved_states.front();
    ++(other.progress.*member);
    EXPECT_EQ(rejection(other), "wrong number of positions or moves");
  }
  saved_state beyond = m_heard.saved_states.front();
  beyond.progress.next_distance_plies = (std::uint64_t{1} << 29) + 1;
  EXPECT_PRED_FORMAT2(matches_pattern, "...distance ... 2^29", rejection(beyond));
  --beyond.progress.next_distance_plies;
  EXPECT_PRED_FORMAT2(matches_pattern, "no position ... distance 536870911", rejection(beyond));
  saved_state later = m_heard.saved_states.back();
  later.progress.stage = plain_stage::ties + 1;
  EXPECT_EQ(rejection(later), "unknown stage 2");
  saved_state of_margins = m_heard.saved_states.front();
  of_margins.progress.max_margin = 2;
  EXPECT_PRED_FORMAT2(matches_pattern, "...margins above 1", rejection(of_margins));
}

TEST_F(saved_corridor, rejects_save_of_another_size) {
  saved_state shorter = m_heard.saved_states.front();
  shorter.entries.pop_back();
  saved_solve saved = saved_of(shorter);
  EXPECT_THROW((void)solve_product(m_game, 1, silent, &saved), contract_error);
}

TEST_F(saved_corridor, resumes_without_repeating_finished_waves) {
  class phases : public solve_visitor {
   public:
    void phase(std::string_view name, std::uint64_t total) override {
      events += fmt::format("{} of {}, ", name, total);
    }
    void seeded(std::uint64_t tied_ends) override { events += fmt::format("{} ties, ", tied_ends); }
    void wave(const wave_report& report) override { events += fmt::format("wave {}, ", report.number); }
    std::string events;
  };
  phases visitor;
  saved_solve saved = saved_of(m_heard.saved_states[8]);
  (void)solve_product(m_game, 1, visitor, &saved);
  EXPECT_EQ(visitor.events, "seed of 12, 2 ties, resume of 12, propagate of 12, wave 10, ");
}

}  // namespace
}  // namespace zermelo::test::saved_product_test
