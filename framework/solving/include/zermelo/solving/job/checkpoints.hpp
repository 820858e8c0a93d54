// SPDX-License-Identifier: MIT
// Checkpoints of a solve and of the exploration before it: when they are saved, writing and reading them.
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

/// When to save between two waves of a solve, or two rounds of an exploration: as soon as one of the intervals is over;
/// never if neither is set.
struct checkpoint_schedule {
  std::optional<std::chrono::duration<double>> time_interval;  ///< 0: after every wave and every round
  std::optional<std::uint64_t> wave_interval;                  ///< in waves; rounds do not count
  [[nodiscard]] bool is_set() const noexcept { return time_interval || wave_interval; }
};

/// What a solve depends on besides its game, such as a slice and the finished slices that it enters: names (of the form
/// of parameters' names) and values. A checkpoint stores them, and only a solve with equal inputs resumes it.
using solve_inputs = std::vector<std::pair<std::string, std::string>>;

/// Writes checkpoints of one solve, and of the exploration before it, to one file.
class checkpoint_writer {
 public:
  /// `game` and `blocks` must outlive the writer. @param blocks  null: one process solves the game
  checkpoint_writer(const any_game& game, std::filesystem::path file, checkpoint_schedule schedule,
                    warning_callback warn, const solve_inputs& inputs = {}, block_exchange* blocks = nullptr);

  /// For a solve in blocks, called after every wave: whether all processes shall save. Only the first process ever says
  /// so.
  [[nodiscard]] bool wants_snapshot();

  // If the file cannot be written, the caller of `warn` is told, the last checkpoint is kept, and the solve continues.

  /// Called after every wave; saves the solve and the game's keys if a checkpoint is due. For a solve in blocks, called
  /// when all processes save, and saves in any case: the first process writes the file. @throws interrupted, also if
  /// another process fails.
  void on_snapshot(const solve_snapshot& snapshot);
  /// Called after every round of an exploration; saves it if a checkpoint is due. @throws interrupted.
  void on_snapshot(const exploration_snapshot& snapshot);
  [[nodiscard]] bool has_saved() const noexcept { return m_has_saved; }
  /// The time spent on saving so far.
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
  clock::time_point m_last = clock::now();  ///< of the last checkpoint
  std::uint64_t m_waves = 0;                ///< since the last checkpoint
  std::chrono::duration<double> m_spent{};
  bool m_has_saved = false;
};

/// The content of a checkpoint: a solve, or the exploration before it.
struct saved_job {
  std::optional<saved_exploration> exploration;
  std::shared_ptr<const position_keys> keys;  ///< read from the file; of a solve of a game without a ranking, else null
  std::optional<saved_solve> solve;
};

/// Reads the checkpoint in `file`; nothing if there is no such file. For a game with a ranking, it holds a solve
/// without keys; for any other game, an exploration, or a solve with keys, by which the caller numbers the game.
/// @param max_bytes  that the words of the solve, or the keys of the exploration, may take in memory
/// @param blocks  null: one process solves the game; else all processes call, words stay in the file, and the file must
///   hold words and be visible to all processes
/// @throws input_error if the file cannot be read, is damaged, or is of another game, instance or inputs;
///   resource_error if it needs more than `max_bytes`; interrupted.
[[nodiscard]] std::optional<saved_job> read_saved_job(const std::filesystem::path& file, const any_game& game,
                                                      std::uint64_t max_bytes, const solve_inputs& inputs = {},
                                                      block_exchange* blocks = nullptr);

}  // namespace zermelo
