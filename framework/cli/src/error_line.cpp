// SPDX-License-Identifier: MIT
// Long messages are cut in the middle.
#include "error_line.hpp"

#include <cstddef>
#include <iostream>

#include <zermelo/core/base/shown_text.hpp>

namespace zermelo::cli {

std::string error_line(std::string_view message) {
  constexpr std::size_t longest = 1000;
  constexpr std::size_t kept_at_end = 300;
  constexpr std::string_view gap = " ... ";
  if (message.size() <= longest) return shown_text(message);
  const std::string_view begin = message.substr(0, longest - kept_at_end - gap.size());
  return shown_text(begin).append(gap).append(shown_text(message.substr(message.size() - kept_at_end)));
}

void print_error(std::string_view message) { std::cerr << "zermelo: " << error_line(message) << std::endl; }

}  // namespace zermelo::cli
