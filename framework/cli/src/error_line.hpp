// SPDX-License-Identifier: MIT
// What went wrong, in a line on standard error.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::cli {

/// A message as one line of at most 1000 bytes. One that is longer quotes more than anybody reads: its beginning and
/// its end are kept, since a message says what is wrong behind what it quotes. No character is cut apart, nor an
/// escape.
[[nodiscard]] std::string error_line(std::string_view message);

/// Writes the program's name, ": " and the line. Where that cannot be written, nobody can be told.
void print_error(std::string_view program, std::string_view message);

}  // namespace zermelo::cli
