// SPDX-License-Identifier: MIT
// How standard input is waited for.
#include "standard_input.hpp"

#include <array>
#include <cerrno>
#include <string_view>

#include <poll.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "interrupt_guard.hpp"

namespace zermelo::cli {

std::optional<std::string> standard_input::read_line() {
  ++m_line_number;
  std::string line;
  while (true) {
    const std::string_view unused = std::string_view(m_block).substr(m_used);
    const std::size_t end = unused.find('\n');
    line += unused.substr(0, end);
    if (line.size() > longest_line) {
      throw input_error(fmt::format("standard input, line {}: longer than {} bytes", m_line_number, longest_line));
    }
    if (end != std::string_view::npos) {
      m_used += end + 1;
      return line;
    }
    if (read_more()) continue;
    if (line.empty()) return std::nullopt;
    return line;
  }
}

bool standard_input::read_more() {
  m_block.clear();
  m_used = 0;
  // A signal may come just before the wait begins, or to another thread, and would then not end it: hence the
  // wait is cut into short ones.
  constexpr int wait_milliseconds = 100;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  int ready = 0;
  while (ready <= 0) {
    if (interrupt_guard::stop_requested()) throw interrupted("interrupted");
    ready = poll(&input, 1, wait_milliseconds);
    if (ready < 0 && errno != EINTR) return false;
  }
  std::array<char, 4096> block;
  const ssize_t got = read(STDIN_FILENO, block.data(), block.size());
  if (got <= 0) return false;
  m_block.assign(block.data(), static_cast<std::size_t>(got));
  return true;
}

}  // namespace zermelo::cli
