// SPDX-License-Identifier: MIT
// Comma-separated values.
#pragma once

#include <string>
#include <string_view>

#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::experiment {

/// A field of a line: shown as `shown_text` has it, and quoted, as RFC 4180 has it, if it has to be. Spreadsheets
/// compute what begins with =, +, - or @, and who wrote the text may be a stranger: unless it is a number, it gets a '
/// before it, which tells them that it is text.
[[nodiscard]] inline std::string csv_field(std::string_view of) {
  std::string text = shown_text(of);
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos &&
      !parse_number<double>(text)) {
    text.insert(text.begin(), '\'');
  }
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

}  // namespace zermelo::experiment
