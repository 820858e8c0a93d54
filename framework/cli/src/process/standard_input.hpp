// SPDX-License-Identifier: MIT
// Lines from standard input that can be waited for without becoming deaf to Ctrl-C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace zermelo::cli {

class standard_input {
 public:
  /// Far more than any position takes.
  static constexpr std::size_t max_line_bytes = std::size_t{1} << 20;

  /// The next line without its end, nor a byte-order mark before the first one; nothing at the end of the input. Takes
  /// time in proportion to the line.
  /// @throws interrupted; input_error if a line is longer than `max_line_bytes` bytes, or the input is a folder;
  ///   resource_error if it cannot be read.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Whether a whole line has been read already.
  [[nodiscard]] bool has_line() const { return m_block.find('\n', m_used) != std::string::npos; }

 private:
  /// The first line without a byte-order mark, any other one as it is.
  [[nodiscard]] std::string without_mark(std::string line) const;
  /// Reads what there is in place of the block, after waiting for it; false at the end of the input.
  [[nodiscard]] bool read_more();

  std::string m_block;     ///< what was read last
  std::size_t m_used = 0;  ///< of it
  std::uint64_t m_line_number = 0;
};

}  // namespace zermelo::cli
