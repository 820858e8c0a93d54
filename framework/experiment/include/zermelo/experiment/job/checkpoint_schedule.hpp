// SPDX-License-Identifier: MIT
// Saving a solve, and the exploration before it, from time to time.
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
#include <zermelo/experiment/job/wave_log.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

namespace zermelo::experiment {

class any_game;

/// When to save, between two waves of a solve or rounds of an exploration; whichever comes first, never if nothing is
/// set.
struct checkpoint_schedule {
  std::optional<std::chrono::duration<double>> every;  ///< 0: after every wave and every round
  std::optional<std::uint64_t> every_waves;            ///< rounds are no waves
  [[nodiscard]] bool is_set() const noexcept { return every || every_waves; }
};

/// What a solve is of beside its game, such as a slice and the finished ones that it enters: names, as parameters have
/// them, and values. A checkpoint says it, and only a solve of the same goes on with it.
using solve_inputs = std::vector<std::pair<std::string, std::string>>;

/// Writes checkpoints of one solve, and of the exploration before it, to one file.
class checkpoint_writer {
 public:
  /// The game must outlive it, and so must the other blocks of a solve that are with other processes.
  checkpoint_writer(const any_game& game, std::filesystem::path file, checkpoint_schedule schedule,
                    warning_callback warn, const solve_inputs& inputs = {}, block_exchange* blocks = nullptr);

  /// Of a block, called after every wave: whether this process wants that all of them save. The first one decides.
  [[nodiscard]] bool wants_rest();

  // Called after every wave, or every round of an exploration; both save if it is time, the one with the game's keys. A
  // solve is not given up because it cannot be saved: that is a warning, the last checkpoint is kept, and the next is
  // tried when it is due. Of a block, called when all save: the first process writes the file, and if it cannot, goes
  // on with all others; what fails in another one ends all.
  void at_rest(const solve_snapshot& snapshot);
  void at_rest(const exploration_snapshot& snapshot);
  [[nodiscard]] bool has_saved() const noexcept { return m_has_saved; }
  /// How long the saving itself took.
  [[nodiscard]] std::chrono::duration<double> time_spent() const noexcept { return m_spent; }

 private:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_due() const;
  void save_if_due(const std::function<void()>& save);
  void save_now(const std::function<void()>& save);
  void save_blocks(const solve_snapshot& snapshot);

  const any_game& m_game;
  std::filesystem::path m_file;
  storage::checkpoint_metadata m_metadata;
  checkpoint_schedule m_schedule;
  warning_callback m_warn;
  block_exchange* m_blocks;
  clock::time_point m_last = clock::now();
  std::uint64_t m_waves = 0;  ///< since the last
  std::chrono::duration<double> m_spent{};
  bool m_has_saved = false;
};

/// What was saved of a solve: its waves, or the exploration before them.
struct saved_job {
  std::optional<saved_exploration> exploration;
  std::shared_ptr<const position_keys> keys;  ///< of the solve's positions, in the file; null: the game has a ranking
  std::optional<saved_solve> solve;
};

/// What was saved in `file`; nothing if there is no such file. A game with a ranking gets a solve without keys, any
/// other an exploration, or a solve with keys, by which it is to be numbered if it is not.
/// @param blocks  null: this process is alone; else all read it, their words stay in the file, and it must be one with
///   words that all of them see
/// @param most_bytes  that its words, or the keys of an exploration, may take
/// @throws input_error if it cannot be read, is damaged, or of another game or instance; resource_error if it takes
///   more.
[[nodiscard]] std::optional<saved_job> read_saved_job(const std::filesystem::path& file, const any_game& game,
                                                      std::uint64_t most_bytes, const solve_inputs& inputs = {},
                                                      block_exchange* blocks = nullptr);

}  // namespace zermelo::experiment
