// SPDX-License-Identifier: MIT
#include "standard_input.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include <poll.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "interrupt_guard.hpp"

namespace zermelo::cli {
namespace {

constexpr std::size_t max_input_line_bytes = std::size_t{1} << 20;  // much larger than a position or a graph

/// Waits for input, and reads the available bytes; an empty string at the end of the input.
std::string read_block() {
  // A signal that arrives before poll begins, or in another thread, does not interrupt poll; hence the short timeout.
  constexpr int timeout_milliseconds = 100;
  constexpr std::size_t block_bytes = 4096;  // a page
  while (true) {
    if (interrupt_guard::stop_requested()) throw interrupted("interrupted");
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int num_ready = poll(&input, 1, timeout_milliseconds);
    if (num_ready == 0) continue;
    std::string block(block_bytes, '\0');
    const ssize_t bytes = num_ready < 0 ? -1 : read(STDIN_FILENO, block.data(), block.size());
    if (bytes >= 0) {
      block.resize(static_cast<std::size_t>(bytes));
      return block;
    }
    // EAGAIN: standard input is non-blocking, and another process has read its bytes since poll.
    if (errno != EINTR && errno != EAGAIN) {
      throw resource_error(fmt::format("cannot read standard input: {}", std::generic_category().message(errno)));
    }
  }
}

}  // namespace

standard_input::standard_input()
    : m_lines(max_input_line_bytes, read_block,
              [](std::uint64_t number) { return fmt::format("standard input, line {}", number); }) {}

std::optional<std::string> standard_input::read_line() {
  std::optional<std::string> line = m_lines.next();
  if (!line && !m_lines.rest().empty()) line = m_lines.rest();
  if (line && m_lines.number() == 1) line->erase(0, line->size() - without_byte_order_mark(*line).size());
  return line;
}

}  // namespace zermelo::cli
