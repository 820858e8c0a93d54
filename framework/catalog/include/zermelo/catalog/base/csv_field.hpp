// SPDX-License-Identifier: MIT
// Formats fields of comma-separated values.
#pragma once

#include <string>
#include <string_view>

#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

/// Returns `value` as a CSV field: escaped with `escaped_text`, and quoted if RFC 4180 requires quotes. A string that
/// begins with =, +, - or @ and is not a number is prefixed with ', since a spreadsheet would evaluate it as a formula.
[[nodiscard]] inline std::string csv_field(std::string_view value) {
  std::string text = escaped_text(value);
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos &&
      !parse_number<double>(text)) {
    text.insert(text.begin(), '\'');
  }
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

}  // namespace zermelo
