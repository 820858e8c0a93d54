// SPDX-License-Identifier: MIT
// Long messages are cut in the middle.
#include "error_line.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iostream>

#include <zermelo/core/base/shown_text.hpp>

namespace zermelo::cli {
namespace {

/// The length in bytes of the first character of a shown text, or of the escape in its place.
std::size_t first_unit_bytes(std::string_view shown) {
  // Told by length and first two bytes; the rest are hexadecimal digits.
  constexpr std::array<std::string_view, 5> escape_patterns{"\\n", "\\r", "\\t", "\\xff", "\\u001b"};
  const auto is_hex_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
  for (const std::string_view pattern : escape_patterns) {
    const std::string_view escape = shown.substr(0, pattern.size());
    if (escape.size() == pattern.size() && escape.starts_with(pattern.substr(0, 2)) &&
        std::ranges::all_of(escape.substr(2), is_hex_digit)) {
      return escape.size();
    }
  }
  return first_character(shown).bytes;
}

}  // namespace

std::string error_line(std::string_view message) {
  constexpr std::size_t max_line_bytes = 1000;
  constexpr std::size_t kept_bytes_at_end = 300;
  constexpr std::string_view gap = " ... ";
  std::string line = shown_text(message);
  if (line.size() <= max_line_bytes) return line;
  std::size_t gap_begin = 0;
  std::size_t gap_end = 0;
  while (gap_end < line.size() - kept_bytes_at_end) {
    gap_end += first_unit_bytes(std::string_view(line).substr(gap_end));
    if (gap_end <= max_line_bytes - kept_bytes_at_end - gap.size()) gap_begin = gap_end;
  }
  return line.replace(gap_begin, gap_end - gap_begin, gap);
}

void print_error(std::string_view program, std::string_view message) {
  std::cerr << program << ": " << error_line(message) << '\n';
}

}  // namespace zermelo::cli
