// SPDX-License-Identifier: MIT
// Writing the log line by line.
#include "wave_log.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/error.hpp>
#include <zermelo/core/parameters.hpp>
#include <zermelo/experiment/memory.hpp>

namespace zermelo::cli {

namespace {

constexpr std::string_view header = "wave,distance_plies,win,loss,tie,seconds,resident_bytes";

/// The lines of a log up to a wave.
std::string lines_up_to(const std::filesystem::path& file, std::uint32_t wave) {
  std::ifstream log(file);
  std::string kept;
  std::string line;
  if (!std::getline(log, line)) return kept;
  if (line != header) throw input_error(fmt::format("--log: {} is no log of waves", file.string()));
  // A line that was cut off has no line end.
  while (std::getline(log, line) && !log.eof()) {
    const auto number = detail::parse_number<std::uint32_t>(line.substr(0, line.find(',')));
    if (!number || *number > wave) break;
    kept += line + "\n";
  }
  return kept;
}

}  // namespace

wave_log::wave_log(const std::filesystem::path& file, std::uint32_t waves_done) : m_path(file) {
  const std::string kept = waves_done > 0 ? lines_up_to(file, waves_done) : std::string();
  errno = 0;
  m_file.open(file, std::ios::trunc);
  if (!m_file) throw input_error(fmt::format("--log: cannot write {}: {}", file.string(), std::strerror(errno)));
  write(std::string(header) + "\n" + kept);
}

void wave_log::add(const wave_report& report) {
  const auto now = clock::now();
  write(fmt::format("{},{},{},{},{},{:.6f},{}\n", report.number, report.distance_plies, report.wins, report.losses(),
                    report.ties(), std::chrono::duration<double>(now - m_last).count(), experiment::resident_bytes()));
  m_last = now;
}

void wave_log::write(std::string_view lines) {
  errno = 0;
  m_file << lines << std::flush;
  if (!m_file) throw resource_error(fmt::format("--log: cannot write {}: {}", m_path.string(), std::strerror(errno)));
}

}  // namespace zermelo::cli
