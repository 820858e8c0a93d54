// SPDX-License-Identifier: MIT
// Texts as numbers, and texts in messages.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace zermelo {

/// A number that is the whole text; nothing if it is not one, or out of the range of its type.
template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

/// Long values, such as whole grids, are cut in messages.
[[nodiscard]] inline std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  std::replace(shown.begin(), shown.end(), '\n', '/');
  return text.size() > longest ? shown + "..." : shown;
}

/// A text on one line, whatever words of the user's or of a file's are in it: spaces for control characters.
[[nodiscard]] inline std::string one_line(std::string_view text) {
  std::string line(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  return line;
}

}  // namespace zermelo
