// SPDX-License-Identifier: MIT
// A solve, or the exploration before it, is saved when it is due, and goes on where it cannot be saved.
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/experiment/checkpoint_schedule.hpp>

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
#include <system_error>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "listed_game.hpp"

namespace zermelo::experiment::checkpoint_schedule_test {
namespace {

constexpr std::uint64_t num_positions = 2;

/// Draws that can be read, or not for want of memory.
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
  saved_game() { std::filesystem::remove(file, ignored); }
  saved_game(const saved_game&) = delete;
  saved_game& operator=(const saved_game&) = delete;
  ~saved_game() { std::filesystem::remove(file, ignored); }

  [[nodiscard]] solve_snapshot snapshot(std::uint32_t waves) const {
    solve_snapshot made;
    made.milestone.legal_positions = num_positions;
    made.milestone.waves = waves;
    made.entries = &entries;
    return made;
  }

  std::error_code ignored;
  std::filesystem::path file = testing::TempDir() + "zermelo-checkpoint-" + std::to_string(getpid());
  listed_game game{{{}, {}}};
  drawn_entries entries;
  std::vector<std::string> said;
  warning_callback warn = [this](const std::string& line) { said.push_back(line); };
};

TEST(checkpoint_writer, saves_every_so_many_waves) {
  saved_game saved;
  checkpoint_writer writer(saved.game, saved.file, {std::nullopt, 2}, saved.warn);
  writer.at_rest(saved.snapshot(1));
  EXPECT_FALSE(writer.has_saved() || std::filesystem::exists(saved.file));
  for (const std::uint32_t wave : {2U, 3U}) writer.at_rest(saved.snapshot(wave));
  EXPECT_TRUE(writer.has_saved());
  EXPECT_EQ(read_saved_job(saved.file, saved.game, 0).value().solve.value().milestone.waves, 2U);
  EXPECT_EQ(saved.said, std::vector<std::string>());
}

TEST(checkpoint_writer, without_memory_says_so_and_saves_the_next_time) {
  saved_game saved;
  checkpoint_writer writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn);
  saved.entries.is_memory_short = true;
  writer.at_rest(saved.snapshot(1));
  EXPECT_EQ(saved.said, std::vector{"not saved, going on: " + saved.file.string() + ": out of memory"});
  EXPECT_FALSE(writer.has_saved() || std::filesystem::exists(saved.file));
  saved.entries.is_memory_short = false;
  writer.at_rest(saved.snapshot(2));
  EXPECT_EQ(read_saved_job(saved.file, saved.game, 0).value().solve.value().milestone.waves, 2U);
}

TEST(checkpoint, of_words_is_not_read_into_less_memory_than_they_take) {
  saved_game saved;
  const std::vector<std::uint16_t> words(num_positions, 7);
  solve_snapshot snapshot = saved.snapshot(1);
  snapshot.entries = nullptr;
  snapshot.words = std::span<const std::uint16_t>(words);
  checkpoint_writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn).at_rest(snapshot);
  const std::uint64_t bytes = words.size() * sizeof(words.front());
  EXPECT_TRUE(read_saved_job(saved.file, saved.game, bytes));
  EXPECT_THROW((void)read_saved_job(saved.file, saved.game, bytes - 1), resource_error);
}

/// The keys 10 and 20.
class two_keys final : public position_keys {
 public:
  [[nodiscard]] std::uint64_t size() const override { return num_positions; }
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
};

/// A game without a ranking, of two positions; numbered or not.
class keyed_game final : public listed_game {
 public:
  keyed_game(std::shared_ptr<const position_keys> keys, std::size_t size)
      : listed_game(std::vector<listed_position>(size)), m_keys(std::move(keys)) {}
  [[nodiscard]] bool is_numbered() const override { return m_keys != nullptr; }
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const override { return m_keys; }
  [[nodiscard]] position num_positions() const override {
    if (!m_keys) throw std::logic_error("positions have no numbers yet");
    return listed_game::num_positions();
  }

 private:
  std::shared_ptr<const position_keys> m_keys;
};

struct saved_keyed_game : saved_game {
  keyed_game unnumbered{nullptr, 0};
  keyed_game numbered{std::make_shared<two_keys>(), num_positions};
  const std::vector<wide_key> closed{{0, 10}};
  const std::vector<wide_key> open{{0, 20}, {0, 5}};
  exploration_snapshot exploration{key_width::bits_64, closed.size(), open.size(),
                                   [this](const auto& take) { take(closed); },
                                   [this](const auto& take) { take(open); }};
};

TEST(checkpoint_writer, saves_an_exploration_by_time_alone) {
  using seconds = std::chrono::duration<double>;
  saved_keyed_game saved;
  checkpoint_writer by_waves(saved.unnumbered, saved.file, {std::nullopt, 1}, saved.warn);
  for (int round = 0; round < 3; ++round) by_waves.at_rest(saved.exploration);
  EXPECT_FALSE(by_waves.has_saved() || std::filesystem::exists(saved.file));
  checkpoint_writer by_time(saved.unnumbered, saved.file, {seconds(0), std::nullopt}, saved.warn);
  by_time.at_rest(saved.exploration);
  EXPECT_TRUE(by_time.has_saved());
  const auto job = read_saved_job(saved.file, saved.unnumbered, 1000);
  ASSERT_TRUE(job && job->exploration);
  EXPECT_FALSE(job->solve || job->keys);
  EXPECT_EQ(job->exploration->closed, saved.closed);
  EXPECT_EQ(job->exploration->open, saved.open);
  EXPECT_THROW((void)read_saved_job(saved.file, saved.unnumbered, 3 * sizeof(wide_key) - 1), resource_error);
  EXPECT_EQ(saved.said, std::vector<std::string>());
}

TEST(checkpoint_writer, saves_the_keys_of_a_solve_with_its_waves) {
  saved_keyed_game saved;
  checkpoint_writer(saved.numbered, saved.file, {std::nullopt, 1}, saved.warn).at_rest(saved.snapshot(3));
  for (const keyed_game* game : {&saved.unnumbered, &saved.numbered}) {
    const auto job = read_saved_job(saved.file, *game, 0);
    ASSERT_TRUE(job && job->solve && job->keys);
    EXPECT_FALSE(job->exploration);
    EXPECT_EQ(job->solve->milestone.waves, 3U);
    EXPECT_EQ(job->keys->find({0, 20}), std::optional<position>(1));
  }
}

TEST(checkpoint, of_a_game_with_keys_is_none_of_one_with_a_ranking_nor_the_reverse) {
  saved_keyed_game saved;
  const auto expect_refused = [&](const any_game& game, const std::string& message) {
    try {
      (void)read_saved_job(saved.file, game, 1000);
      ADD_FAILURE() << "read, but expected: " << message;
    } catch (const input_error& refused) {
      EXPECT_EQ(refused.what(), saved.file.string() + message);
    }
  };
  checkpoint_writer(saved.numbered, saved.file, {std::nullopt, 1}, saved.warn).at_rest(saved.snapshot(1));
  expect_refused(saved.game, " holds positions by key, but listed has a ranking");
  expect_refused(keyed_game(std::make_shared<two_keys>(), num_positions + 1), " holds 2 positions, the game has 3");
  checkpoint_writer(saved.unnumbered, saved.file, {std::chrono::seconds(0), std::nullopt}, saved.warn)
      .at_rest(saved.exploration);
  expect_refused(saved.game, " holds positions by key, but listed has a ranking");
  checkpoint_writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn).at_rest(saved.snapshot(1));
  expect_refused(saved.unnumbered, " holds no keys, and listed has no ranking");
  expect_refused(saved.numbered, " holds no keys, and listed has no ranking");
}

}  // namespace
}  // namespace zermelo::experiment::checkpoint_schedule_test
