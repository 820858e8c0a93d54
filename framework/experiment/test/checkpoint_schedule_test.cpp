// SPDX-License-Identifier: MIT
// A solve is saved when it is due, and goes on where it cannot be saved.
#include <zermelo/experiment/checkpoint_schedule.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "listed_game.hpp"

namespace zermelo::experiment {
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
  EXPECT_EQ(read_saved_solve(saved.file, saved.game, 0).value().milestone.waves, 2U);
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
  EXPECT_EQ(read_saved_solve(saved.file, saved.game, 0).value().milestone.waves, 2U);
}

TEST(checkpoint, of_words_is_not_read_into_less_memory_than_they_take) {
  saved_game saved;
  const std::vector<std::uint16_t> words(num_positions, 7);
  solve_snapshot snapshot = saved.snapshot(1);
  snapshot.entries = nullptr;
  snapshot.words = std::span<const std::uint16_t>(words);
  checkpoint_writer(saved.game, saved.file, {std::nullopt, 1}, saved.warn).at_rest(snapshot);
  const std::uint64_t bytes = words.size() * sizeof(words.front());
  EXPECT_TRUE(read_saved_solve(saved.file, saved.game, bytes));
  EXPECT_THROW((void)read_saved_solve(saved.file, saved.game, bytes - 1), resource_error);
}

}  // namespace
}  // namespace zermelo::experiment
