// SPDX-License-Identifier: MIT
#include <zermelo/core/base/error_line.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/core/base/escaped_text.hpp>

namespace zermelo {

std::string error_line(std::string_view message) {
  constexpr std::size_t max_line_bytes = 1000;
  constexpr std::size_t max_bytes_at_end = 300;
  constexpr std::string_view gap = " ... ";
  std::string line = escaped_text(message);
  if (line.size() <= max_line_bytes) return line;
  std::size_t gap_begin = 0;
  std::size_t gap_end = 0;  // index in `line`; does not split the escape of a character
  while (gap_end < line.size() - max_bytes_at_end) {
    const std::size_t bytes = std::max<std::size_t>(first_character(message).bytes, 1);
    gap_end += escaped_text(message.substr(0, bytes)).size();
    message.remove_prefix(bytes);
    if (gap_end <= max_line_bytes - max_bytes_at_end - gap.size()) gap_begin = gap_end;
  }
  return line.replace(gap_begin, gap_end - gap_begin, gap);
}

}  // namespace zermelo
