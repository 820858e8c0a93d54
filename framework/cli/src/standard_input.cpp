// SPDX-License-Identifier: MIT
// How standard input is waited for.
#include "standard_input.hpp"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include <zermelo/core/base/error.hpp>

#include "interrupt_guard.hpp"

namespace zermelo::cli {

std::optional<std::string> standard_input::read_line() {
  std::size_t end;
  while ((end = m_unused.find('\n')) == std::string::npos) {
    if (read_more()) continue;
    if (m_unused.empty()) return std::nullopt;
    return std::exchange(m_unused, {});
  }
  std::string line = m_unused.substr(0, end);
  m_unused.erase(0, end + 1);
  return line;
}

bool standard_input::read_more() {
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
  m_unused.append(block.data(), static_cast<std::size_t>(got));
  return true;
}

}  // namespace zermelo::cli
