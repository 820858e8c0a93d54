// SPDX-License-Identifier: MIT
// Reads lines from standard input, interruptible by signals.
#pragma once

#include <optional>
#include <string>

#include <zermelo/catalog/base/bounded_lines.hpp>

namespace zermelo::cli {

class standard_input {
 public:
  standard_input();
  /// Returns the next line without its line end, the first line also without a byte-order mark; nothing at the end of
  /// the input.
  /// @throws interrupted; input_error for a line of more than 1 MiB; resource_error if reading fails.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Whether `read_line` can return a line without waiting for input.
  [[nodiscard]] bool has_line() const { return m_lines.has_line(); }

 private:
  bounded_lines m_lines;
};

}  // namespace zermelo::cli
