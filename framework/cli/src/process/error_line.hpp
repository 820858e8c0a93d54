// SPDX-License-Identifier: MIT
// What went wrong, in a line on standard error.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::cli {

/// A message as one line of at most 1000 bytes. Of a longer one the beginning and the end are kept, since a message
/// states the problem behind what it quotes. Neither a character nor an escape is cut apart.
[[nodiscard]] std::string error_line(std::string_view message);

/// Writes the program's name, ": " and the line. A failure to write is ignored.
void print_error(std::string_view program, std::string_view message);

}  // namespace zermelo::cli
