// SPDX-License-Identifier: MIT
// Schedules, writes and reads the checkpoints of a solve and of the exploration before it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

namespace zermelo {

class any_game;

/// When to save between two waves of a solve, or two rounds of an exploration: as soon as one of the intervals has
/// passed; never if no interval is set.
struct checkpoint_schedule {
  std::optional<std::chrono::duration<double>> time_interval;  ///< checked after every wave and every round
  std::optional<std::uint64_t> wave_interval;                  ///< number of waves; not used for rounds
  [[nodiscard]] bool is_set() const noexcept { return time_interval || wave_interval; }
};

/// The inputs of a solve other than its game, such as a slice and the finished slices that it leads to: names (in the
/// form of parameter names) and values. A checkpoint stores them, and only a solve with equal inputs can resume from
/// it.
using solve_inputs = std::vector<std::pair<std::string, std::string>>;

/// Writes the checkpoints of a solve, and of the exploration before it, to one file.
class checkpoint_writer {
 public:
  /// `game` and `blocks` must outlive the writer. @param blocks  null: one process solves the game
  checkpoint_writer(const any_game& game, std::filesystem::path file, checkpoint_schedule schedule,
                    warning_callback warn, const solve_inputs& inputs = {}, block_exchange* blocks = nullptr);

  /// Called after every wave of a solve in blocks. Returns whether all processes should save; always false except in
  /// the first process.
  [[nodiscard]] bool wants_snapshot();

  // If the file cannot be written, `warn` is called, the last checkpoint is retained, and the solve continues.

  /// Called after every wave; saves the solve and the game's keys if a checkpoint is due. In a solve in blocks, called
  /// when all processes save; always saves, and the first process writes the file. @throws interrupted, also if another
  /// process fails.
  void on_snapshot(const solve_snapshot& snapshot);
  /// Called after every round of an exploration; saves the exploration if a checkpoint is due. @throws interrupted.
  void on_snapshot(const exploration_snapshot& snapshot);
  [[nodiscard]] bool has_saved() const noexcept { return m_has_saved; }
  /// Returns the time spent on saving so far.
  [[nodiscard]] std::chrono::duration<double> time_spent() const noexcept { return m_spent; }

 private:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_due() const;
  /// Calls `write`, and warns if it fails.
  void save(const std::function<void()>& write);
  void save_blocks(const solve_snapshot& snapshot);

  const any_game& m_game;
  std::filesystem::path m_file;
  storage::checkpoint_metadata m_metadata;
  checkpoint_schedule m_schedule;
  warning_callback m_warn;
  block_exchange* m_blocks;
  clock::time_point m_last = clock::now();  ///< time of the last checkpoint
  std::uint64_t m_waves = 0;                ///< waves since the last checkpoint
  std::chrono::duration<double> m_spent{};
  bool m_has_saved = false;
};

/// The content of a checkpoint: a solve, or an exploration before a solve.
struct saved_job {
  std::optional<saved_exploration> exploration;
  std::shared_ptr<const position_keys> keys;  ///< read from the file, for a solve of a game without a ranking; else
                                              ///< null
  std::optional<saved_solve> solve;
};

/// Reads the checkpoint in `file`; nothing if the file does not exist. For a game with a ranking, the checkpoint must
/// contain a solve without keys; for any other game, an exploration, or a solve with keys, which the caller uses to
/// number the game.
/// @param max_bytes  the memory limit for the words of the solve, or the keys of the exploration
/// @param blocks  null: one process solves the game; otherwise, all processes must call, words stay in the file, and
/// the file must contain words and be visible to all processes
/// @throws input_error if the file cannot be read, is damaged, or belongs to another game, instance or inputs;
/// resource_error if it needs more than `max_bytes`; interrupted.
[[nodiscard]] std::optional<saved_job> read_saved_job(const std::filesystem::path& file, const any_game& game,
                                                      std::uint64_t max_bytes, const solve_inputs& inputs = {},
                                                      block_exchange* blocks = nullptr);

}  // namespace zermelo
