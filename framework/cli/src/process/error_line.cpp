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

/// How many bytes a shown text's first character has, or the escape that stands for it.
std::size_t first_bytes(std::string_view shown) {
  constexpr std::array<std::string_view, 5> escapes{"\\n", "\\r", "\\t", "\\xff", "\\u001b"};
  const auto is_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
  for (const std::string_view like : escapes) {
    const std::string_view escape = shown.substr(0, like.size());
    if (escape.size() == like.size() && escape.starts_with(like.substr(0, 2)) &&
        std::ranges::all_of(escape.substr(2), is_digit)) {
      return escape.size();
    }
  }
  return detail::first_character(shown).bytes;
}

}  // namespace

std::string error_line(std::string_view message) {
  constexpr std::size_t longest = 1000;
  constexpr std::size_t kept_at_end = 300;
  constexpr std::string_view gap = " ... ";
  std::string line = shown_text(message);
  if (line.size() <= longest) return line;
  std::size_t gap_begin = 0;
  std::size_t gap_end = 0;
  while (gap_end < line.size() - kept_at_end) {
    gap_end += first_bytes(std::string_view(line).substr(gap_end));
    if (gap_end <= longest - kept_at_end - gap.size()) gap_begin = gap_end;
  }
  return line.replace(gap_begin, gap_end - gap_begin, gap);
}

void print_error(std::string_view program, std::string_view message) {
  std::cerr << program << ": " << error_line(message) << std::endl;
}

}  // namespace zermelo::cli
