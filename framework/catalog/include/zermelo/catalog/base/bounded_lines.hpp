// SPDX-License-Identifier: MIT
// Reads the lines of an untrusted input, and rejects a line that is too long before it is completely in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

/// Reads lines from blocks of bytes. Time is linear in the input; memory is one block and one line.
class bounded_lines {
 public:
  /// @param read_block  returns the next bytes of the input; an empty string at the end of the input
  /// @param location_of  returns the location of a line for messages, given its number from 1
  bounded_lines(std::size_t max_line_bytes, std::function<std::string()> read_block,
                std::function<std::string(std::uint64_t)> location_of)
      : m_max_line_bytes(max_line_bytes), m_read_block(std::move(read_block)), m_location_of(std::move(location_of)) {}

  /// Returns the next line without its line end, or nothing at the end of the input.
  /// @throws input_error if the line is longer than `max_line_bytes`; what `read_block` throws
  [[nodiscard]] std::optional<std::string> next() {
    ++m_number;
    std::string line;
    while (true) {
      const std::string_view unused = std::string_view(m_block).substr(m_used);
      const std::size_t end = unused.find('\n');
      line += unused.substr(0, end);
      if (line.size() > m_max_line_bytes) {
        throw input_error(fmt::format("{}: longer than {} bytes", m_location_of(m_number), m_max_line_bytes));
      }
      m_used += end == std::string_view::npos ? unused.size() : end + 1;
      if (end != std::string_view::npos) return line;
      m_block = m_read_block();
      m_used = 0;
      if (m_block.empty()) {
        m_rest = std::move(line);
        return std::nullopt;
      }
    }
  }
  /// Returns the number of the line that the last call of `next` read, from 1.
  [[nodiscard]] std::uint64_t number() const noexcept { return m_number; }
  /// Returns the bytes after the last line end. Precondition: `next` has returned nothing.
  [[nodiscard]] const std::string& rest() const noexcept { return m_rest; }
  /// Whether `next` can return a line without reading a block.
  [[nodiscard]] bool has_line() const { return m_block.find('\n', m_used) != std::string::npos; }

 private:
  std::size_t m_max_line_bytes;
  std::function<std::string()> m_read_block;
  std::function<std::string(std::uint64_t)> m_location_of;
  std::string m_block;     ///< the block that was read last
  std::size_t m_used = 0;  ///< bytes of m_block already read
  std::uint64_t m_number = 0;
  std::string m_rest;
};

}  // namespace zermelo
