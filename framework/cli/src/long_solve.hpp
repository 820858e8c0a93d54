// SPDX-License-Identifier: MIT
// A solve that may take hours: it is logged wave by wave, saved between waves, and continued.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/experiment/any_game.hpp>

#include "checkpoints.hpp"
#include "progress.hpp"
#include "wave_log.hpp"

namespace zermelo::cli {

struct long_solve_options {
  std::filesystem::path output;  ///< empty: no table, and no checkpoint either
  checkpoint_schedule schedule;
  bool resume = false;
  std::filesystem::path log;  ///< empty: none
};

class long_solve {
 public:
  /// Reads what was saved, if the solve is to go on, and starts the log.
  /// @throws input_error if the options do not go together, a file is in the way, or the checkpoint is of another
  ///   instance; resource_error.
  long_solve(const long_solve_options& options, const experiment::any_game& game, experiment::engine engine);

  /// Solves, or goes on. @throws as experiment::any_game::solve; input_error if the checkpoint does not fit the rules.
  [[nodiscard]] experiment::solved_game run(experiment::solve_options options, progress& shown);
  /// The checkpoint from which an interrupted solve can go on: one that this has read or written.
  [[nodiscard]] std::optional<std::filesystem::path> checkpoint() const;
  /// Removes it: the table is written.
  void finish() const;

 private:
  const experiment::any_game& m_game;
  std::filesystem::path m_file;  ///< the checkpoint's
  std::optional<saved_solve> m_saved;
  bool m_resumed = false;
  std::optional<wave_log> m_log;
  std::optional<checkpoint_writer> m_writer;
};

/// Says before a long solve, not after it, that a file cannot be written. @throws input_error.
void check_output(const std::filesystem::path& file);

}  // namespace zermelo::cli
