// SPDX-License-Identifier: MIT
// How standard input is waited for.
#include "standard_input.hpp"

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "interrupt_guard.hpp"

namespace zermelo::cli {
namespace {

[[noreturn]] void throw_read_error(int error_number) {
  const std::string message =
      fmt::format("cannot read standard input: {}", std::generic_category().message(error_number));
  if (error_number == EISDIR) throw input_error(message);
  throw resource_error(message);
}

}  // namespace

std::optional<std::string> standard_input::read_line() {
  ++m_line_number;
  std::string line;
  while (true) {
    const std::string_view unused = std::string_view(m_block).substr(m_used);
    const std::size_t end = unused.find('\n');
    line += unused.substr(0, end);
    if (line.size() > max_line_bytes) {
      throw input_error(fmt::format("standard input, line {}: longer than {} bytes", m_line_number, max_line_bytes));
    }
    if (end != std::string_view::npos) {
      m_used += end + 1;
      return without_mark(std::move(line));
    }
    if (read_more()) continue;
    if (line.empty()) return std::nullopt;
    return without_mark(std::move(line));
  }
}

std::string standard_input::without_mark(std::string line) const {
  if (m_line_number == 1) line.erase(0, line.size() - without_byte_order_mark(line).size());
  return line;
}

bool standard_input::read_more() {
  m_block.clear();
  m_used = 0;
  // A signal may arrive before poll begins, or in another thread, and then does not end poll. Hence poll is called with
  // a short timeout.
  constexpr int wait_milliseconds = 100;
  constexpr std::size_t block_bytes = 4096;  // a page
  while (true) {
    if (interrupt_guard::stop_requested()) throw interrupted("interrupted");
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&input, 1, wait_milliseconds);
    if (ready == 0) continue;
    std::array<char, block_bytes> block;
    const ssize_t got = ready < 0 ? -1 : read(STDIN_FILENO, block.data(), block.size());
    if (got >= 0) {
      m_block.assign(block.data(), static_cast<std::size_t>(got));
      return got > 0;
    }
    // EAGAIN: standard input is non-blocking, and another process has read its bytes since poll.
    if (errno != EINTR && errno != EAGAIN) throw_read_error(errno);
  }
}

}  // namespace zermelo::cli
