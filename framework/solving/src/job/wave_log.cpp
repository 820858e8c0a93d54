// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/wave_log.hpp>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

std::string header_of(logged_margins margins) {
  return fmt::format("wave,distance_plies,win,loss,tie,seconds,resident_bytes{}",
                     margins == logged_margins::included ? ",margin" : "");
}

/// Returns the size in bytes of the lines of a log up to a wave; 0 if the file is missing, empty, or not a regular
/// file.
/// @throws input_error if the file contains lines that do not belong to a log.
std::uintmax_t bytes_up_to(const std::filesystem::path& file, const std::string& header, std::uint32_t wave) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored) || std::filesystem::is_empty(file, ignored)) return 0;
  std::ifstream log(file, std::ios::binary);
  std::string line;
  if (!std::getline(log, line) || line != header) {
    throw input_error(fmt::format("{} exists and is not a wave log; choose another file", file.string()));
  }
  std::uintmax_t size = line.size() + 1;
  // An incomplete line has no line end.
  while (std::getline(log, line) && !log.eof()) {
    const auto number = parse_number<std::uint32_t>(line.substr(0, line.find(',')));
    if (!number || *number > wave) break;
    size += line.size() + 1;
  }
  return size;
}

}  // namespace

wave_log::wave_log(const std::filesystem::path& file, std::uint32_t waves_done, logged_margins margins,
                   warning_callback warn)
    : m_path(file), m_margins(margins), m_warn(std::move(warn)) {
  const std::string header = header_of(margins);
  const std::uintmax_t cached_bytes = bytes_up_to(file, header, waves_done);
  if (cached_bytes > 0) {
    std::error_code failure;
    std::filesystem::resize_file(file, cached_bytes, failure);
    if (failure) throw input_error(fmt::format("cannot write {}: {}", file.string(), failure.message()));
  }
  errno = 0;
  m_file.open(file, std::ios::app | std::ios::binary);
  if (!m_file) {
    if (errno == EINTR) throw interrupted("interrupted");  // while waiting for the reader of a pipe
    throw input_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  }
  if (cached_bytes > 0) return;
  errno = 0;
  m_file << header << std::endl;
  if (!m_file) throw resource_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
}

void wave_log::add(const wave_report& report) {
  const auto now = clock::now();
  if (!m_file) return;
  errno = 0;
  m_file << fmt::format("{},{},{},{},{},{:.6f},{}{}", report.number, report.distance_plies, report.wins,
                        report.losses(), report.ties(), std::chrono::duration<double>(now - m_last).count(),
                        resident_bytes(),
                        m_margins == logged_margins::included ? fmt::format(",{}", report.margin) : "")
         << std::endl;
  m_last = now;
  if (!m_file) {
    m_warn(fmt::format("cannot write {}: {}; continuing without a log", m_path.string(), std::strerror(errno)));
  }
}

}  // namespace zermelo
