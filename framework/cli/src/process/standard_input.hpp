// SPDX-License-Identifier: MIT
// Reads lines from standard input in a way that a signal can interrupt.
#pragma once

#include <optional>
#include <string>

#include <zermelo/experiment/base/bounded_lines.hpp>

namespace zermelo::cli {

class standard_input {
 public:
  standard_input();
  /// The next line without its end, the first line also without a byte-order mark; nothing at the end of the input.
  /// @throws interrupted; input_error if a line is longer than 1 MiB, or the input is a folder; resource_error if the
  ///   input cannot be read.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Whether `read_line` can return a line without waiting for input.
  [[nodiscard]] bool has_line() const { return m_lines.has_line(); }

 private:
  experiment::bounded_lines m_lines;
};

}  // namespace zermelo::cli
