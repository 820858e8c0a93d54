// SPDX-License-Identifier: MIT
// Saving a solve from time to time.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/experiment/any_game.hpp>
#include <zermelo/experiment/wave_log.hpp>
#include <zermelo/storage/checkpoint.hpp>

namespace zermelo::experiment {

/// When to save, between two waves; whichever comes first, never if nothing is set.
struct checkpoint_schedule {
  std::optional<std::chrono::duration<double>> every;  ///< 0: after every wave
  std::optional<std::uint64_t> every_waves;
  [[nodiscard]] bool is_set() const noexcept { return every || every_waves; }
};

/// Writes checkpoints of one solve to one file.
class checkpoint_writer {
 public:
  checkpoint_writer(const any_game& game, std::filesystem::path file, checkpoint_schedule schedule,
                    warning_callback warn);

  /// Called after every wave; saves if it is time. A solve is not given up because it cannot be saved: that is a
  /// warning, the last checkpoint is kept, and the next is tried when it is due.
  void at_rest(const solve_snapshot& snapshot);
  [[nodiscard]] bool has_saved() const noexcept { return m_has_saved; }
  /// How long the saving itself took.
  [[nodiscard]] std::chrono::duration<double> time_spent() const noexcept { return m_spent; }

 private:
  using clock = std::chrono::steady_clock;

  std::filesystem::path m_file;
  storage::checkpoint_metadata m_metadata;
  checkpoint_schedule m_schedule;
  warning_callback m_warn;
  clock::time_point m_last = clock::now();
  std::uint64_t m_waves = 0;  ///< since the last
  std::chrono::duration<double> m_spent{};
  bool m_has_saved = false;
};

/// The solve that was saved in `file`; nothing if there is no such file.
/// @param most_bytes  that its words may take
/// @throws input_error if it cannot be read, is damaged, or of another game or instance; resource_error if its words
///   take more.
[[nodiscard]] std::optional<saved_solve> read_saved_solve(const std::filesystem::path& file, const any_game& game,
                                                          std::uint64_t most_bytes);

}  // namespace zermelo::experiment
