// SPDX-License-Identifier: MIT
// Comma-separated values.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::experiment {

/// A field of a line: quoted, as RFC 4180 has it, if it has to be.
[[nodiscard]] inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

}  // namespace zermelo::experiment
