// SPDX-License-Identifier: MIT
// Tests that a solve and its exploration are saved when a checkpoint is due, and continue if saving fails.
#include <zermelo/solving/job/checkpoints.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

#include "listed_game.hpp"

namespace zermelo::checkpoints_test {
namespace {

constexpr std::uint64_t num_positions = 2;

/// Entries that are all draws; reading them throws std::bad_alloc if `is_memory_short`.
class drawn_entries final : public solution_entries {
 public:
  [[nodiscard]] std::uint64_t size() const override { return num_positions; }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 0; }
  void read(position /*first*/, std::span<position_value> entries) const override {
    if (is_memory_short) throw std::bad_alloc();
    std::fill(entries.begin(), entries.end(), position_value{outcome::draw, no_distance});
  }
  bool is_memory_short = false;
};

struct saved_game {
  [[nodiscard]] solve_snapshot snapshot(std::uint32_t waves) const {
    solve_snapshot saved;
    saved.progress.legal_positions = num_positions;
    saved.progress.waves = waves;
    saved.entries = &entries;
    return saved;
  }

  testkit::temporary_folder folder;
  std::filesystem::path file = folder / "checkpoint";
  any_game game = listed_game(std::vector<listed_position>(num_positions));
  drawn_entries entries;
  std::vector<std::string> warnings;
  warning_callback warn = [this](const std::string& line) { warnings.push_back(line); };
};

TEST(checkpoint_writer, saves_every_n_waves) {
  saved_game saved;
  checkpoint_writer writer(saved.game, saved.file, {std::nullopt, 2}, saved.warn);
  writer.on_snapshot(saved.snapshot(1));
  EXPECT_FALSE(writer.has_saved() || std::filesystem::exists(saved.file));
  for (const std::uint32_t wave : {2U, 3U}) writer.on_snapshot(saved.snapshot(wave));
  EXPECT_TRUE(writer.has_saved());
  EXPECT_EQ(read_saved_job(saved.file, saved.game, 0).value().solve.value().progress.waves, 2U);
  EXPECT_EQ(saved.warnings, std::vector<std::string>());
}

TEST(checkpoint_writer, reports_lack_of_memory_and_saves_the_next_time) {
  saved_game saved;
  checkpoint_writer writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn);
  saved.entries.is_memory_short = true;
  writer.on_snapshot(saved.snapshot(1));
  ASSERT_EQ(saved.warnings.size(), 1U);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "checkpoint ...: " + saved.file.string() + ": out of memory",
                      saved.warnings[0]);
  EXPECT_FALSE(writer.has_saved() || std::filesystem::exists(saved.file));
  saved.entries.is_memory_short = false;
  writer.on_snapshot(saved.snapshot(2));
  EXPECT_EQ(read_saved_job(saved.file, saved.game, 0).value().solve.value().progress.waves, 2U);
}

TEST(checkpoint, rejects_packed_words_that_exceed_memory_limit) {
  saved_game saved;
  const std::vector<std::uint16_t> words(num_positions, 7);
  solve_snapshot snapshot = saved.snapshot(1);
  snapshot.entries = nullptr;
  snapshot.words = std::span<const std::uint16_t>(words);
  checkpoint_writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn).on_snapshot(snapshot);
  const std::uint64_t bytes = words.size() * sizeof(words.front());
  EXPECT_TRUE(read_saved_job(saved.file, saved.game, bytes));
  EXPECT_THROW((void)read_saved_job(saved.file, saved.game, bytes - 1), resource_error);
}

/// The keys 10, 20, ...
class tens final : public position_keys {
 public:
  explicit tens(position size) : m_size(size) {}
  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] key_width width() const override { return key_width::bits_64; }
  void read(position first, std::span<wide_key> keys) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {0, 10 * (first + i + 1)};
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    for (position p = 0; p < size(); ++p) {
      if (at(p) == key) return p;
    }
    return std::nullopt;
  }

 private:
  position m_size;
};

/// A game without a ranking: each move leads from a multiple of ten to the next.
class walk_by_tens {
 public:
  using state = std::uint64_t;
  explicit walk_by_tens(position size) : m_last(10 * size) {}
  static constexpr std::string_view name() { return "listed"; }
  [[nodiscard]] state start() const { return 10; }
  [[nodiscard]] player player_to_move(const state&) const { return player::first; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state&) const { return result::drawn(); }
  void for_each_successor(const state& s, auto&& f) const {
    if (s < m_last) f(s + 10);
  }
  [[nodiscard]] std::uint64_t pack(const state& s) const { return s; }
  [[nodiscard]] state unpack(std::uint64_t key) const { return key; }

 private:
  state m_last;
};

any_game unnumbered_game(position size) {
  return any_game({std::string(walk_by_tens::name())}, erased_game_of<walk_by_tens>::make(walk_by_tens(size)));
}
any_game numbered_game(position size) {
  any_game game = unnumbered_game(size);
  number_by(game, std::make_shared<tens>(size));
  return game;
}

struct saved_keyed_game : saved_game {
  any_game unnumbered = unnumbered_game(num_positions);
  any_game numbered = numbered_game(num_positions);
  const std::vector<wide_key> closed{{0, 10}};
  const std::vector<wide_key> open{{0, 20}, {0, 5}};
  exploration_snapshot exploration{key_width::bits_64, closed.size(), open.size(),
                                   [this](const auto& take) { take(closed); },
                                   [this](const auto& take) { take(open); }};
};

TEST(checkpoint_writer, saves_exploration_by_time_only) {
  using seconds = std::chrono::duration<double>;
  saved_keyed_game saved;
  checkpoint_writer by_waves(saved.unnumbered, saved.file, {std::nullopt, 1}, saved.warn);
  for (int round = 0; round < 3; ++round) by_waves.on_snapshot(saved.exploration);
  EXPECT_FALSE(by_waves.has_saved() || std::filesystem::exists(saved.file));
  checkpoint_writer by_time(saved.unnumbered, saved.file, {seconds(0), std::nullopt}, saved.warn);
  by_time.on_snapshot(saved.exploration);
  EXPECT_TRUE(by_time.has_saved());
  const auto job = read_saved_job(saved.file, saved.unnumbered, 1000);
  ASSERT_TRUE(job && job->exploration);
  EXPECT_FALSE(job->solve || job->keys);
  EXPECT_EQ(job->exploration->closed, saved.closed);
  EXPECT_EQ(job->exploration->open, saved.open);
  EXPECT_THROW((void)read_saved_job(saved.file, saved.unnumbered, 3 * sizeof(wide_key) - 1), resource_error);
  EXPECT_EQ(saved.warnings, std::vector<std::string>());
}

TEST(checkpoint_writer, stores_keys_of_positions_together_with_waves) {
  saved_keyed_game saved;
  checkpoint_writer(saved.numbered, saved.file, {std::nullopt, 1}, saved.warn).on_snapshot(saved.snapshot(3));
  for (const any_game* game : {&saved.unnumbered, &saved.numbered}) {
    const auto job = read_saved_job(saved.file, *game, 0);
    ASSERT_TRUE(job && job->solve && job->keys);
    EXPECT_FALSE(job->exploration);
    EXPECT_EQ(job->solve->progress.waves, 3U);
    EXPECT_EQ(job->keys->find({0, 20}), std::optional<position>(1));
  }
}

TEST(checkpoint, rejects_mixing_of_keyed_and_ranked_games) {
  saved_keyed_game saved;
  const auto expect_rejected = [&](const any_game& game, const std::string& message) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, saved.file.string() + message,
                        testkit::error_of([&] { (void)read_saved_job(saved.file, game, 1000); }));
  };
  checkpoint_writer(saved.numbered, saved.file, {std::nullopt, 1}, saved.warn).on_snapshot(saved.snapshot(1));
  expect_rejected(saved.game, ": ... has keys, ... listed ... use");
  expect_rejected(numbered_game(num_positions + 1), ": ... 2 positions, ... 3...");
  checkpoint_writer(saved.unnumbered, saved.file, {std::chrono::seconds(0), std::nullopt}, saved.warn)
      .on_snapshot(saved.exploration);
  expect_rejected(saved.game, ": ... has keys, ... listed ... use");
  checkpoint_writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn).on_snapshot(saved.snapshot(1));
  expect_rejected(saved.unnumbered, ": no keys, ... listed needs; ...");
  expect_rejected(saved.numbered, ": no keys, ... listed needs; ...");
}

}  // namespace
}  // namespace zermelo::checkpoints_test
