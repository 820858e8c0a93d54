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

/// Long values, such as whole grids, are cut in messages, between characters.
[[nodiscard]] inline std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 40;
  const auto is_inside_character = [text](std::size_t at) { return (static_cast<unsigned char>(text[at]) >> 6) == 2; };
  std::size_t kept = std::min(text.size(), longest);
  while (kept > longest - 4 && kept < text.size() && is_inside_character(kept)) --kept;
  std::string shown(text.substr(0, kept));
  std::replace(shown.begin(), shown.end(), '\n', '/');
  return text.size() > longest ? shown + "..." : shown;
}

}  // namespace zermelo
