// SPDX-License-Identifier: MIT
// The waves of a solve as lines of CSV.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::experiment {

/// Told, in one line, what went wrong beside a solve that goes on nevertheless.
using warning_callback = std::function<void(const std::string&)>;

/// Columns: `wave` (counted from 1), `distance_plies`, the positions of that distance by outcome for the player to
/// move (`win`, `loss`, `tie`), `seconds` since the wave before, and the process's `resident_bytes` after it. A line is
/// in the file as soon as its wave is done.
class wave_log {
 public:
  /// A log that is there already is kept up to a wave, and goes on from there.
  /// @param waves_done of a saved solve that is continued; 0: the log starts anew
  /// @throws input_error if the file cannot be written, or holds something else; resource_error.
  wave_log(const std::filesystem::path& file, std::uint32_t waves_done, warning_callback warn);

  /// The time before this does not count as the next wave's.
  void start_wave() { m_last = clock::now(); }
  /// A solve is not given up because it cannot be logged: that is a warning, once.
  void add(const wave_report& report);

 private:
  using clock = std::chrono::steady_clock;

  std::filesystem::path m_path;
  warning_callback m_warn;
  std::ofstream m_file;
  clock::time_point m_last = clock::now();
};

}  // namespace zermelo::experiment
