// SPDX-License-Identifier: MIT
// What went wrong, in a line on standard error.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::cli {

/// A message as one line. One that is very long quotes more than anybody reads: its beginning and its end are kept,
/// since a message says what is wrong behind what it quotes.
[[nodiscard]] std::string error_line(std::string_view message);

/// Writes "zermelo: " and the line. Where that cannot be written, nobody can be told.
void print_error(std::string_view message);

}  // namespace zermelo::cli
