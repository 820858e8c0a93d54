// SPDX-License-Identifier: MIT
// Writes the waves of a solve as lines of CSV.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo {

/// Receives one line about a failure that does not stop the solve.
using warning_callback = std::function<void(const std::string&)>;

/// Whether a log has the margins of its waves.
enum class logged_margins : bool { left_out, included };

/// Columns: `wave` (counted from 1), `distance_plies`, the positions of that distance by outcome for the player to move
/// (`win`, `loss`, `tie`), `seconds` since the wave before, and the process's `resident_bytes` after it; with margins
/// also the `margin` of the wave, 0 for ties. Each line is flushed when its wave is done.
class wave_log {
 public:
  /// Opens a log. The lines of an existing log up to wave `waves_done` are retained.
  /// @param waves_done  the number of waves already done by a resumed solve; 0: the log starts again
  /// @throws input_error if the file cannot be written, or is not a log; resource_error.
  wave_log(const std::filesystem::path& file, std::uint32_t waves_done, logged_margins margins, warning_callback warn);

  /// Starts the clock of the next wave; earlier time does not count.
  void start_wave() { m_last = clock::now(); }
  /// Appends the line of a wave. If the line cannot be written, warns once, and ignores all further waves.
  void add(const wave_report& report);

 private:
  using clock = std::chrono::steady_clock;

  std::filesystem::path m_path;
  logged_margins m_margins;
  warning_callback m_warn;
  std::ofstream m_file;
  clock::time_point m_last = clock::now();
};

}  // namespace zermelo
