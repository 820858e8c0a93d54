// SPDX-License-Identifier: MIT
// Error messages and warnings as single lines on standard error.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::cli {

/// A message, escaped by `shown_text`, as one line of at most 1000 bytes. Of a longer message the beginning and the end
/// are kept, since messages state the problem behind what they quote. No character is cut apart.
[[nodiscard]] std::string error_line(std::string_view message);

/// Writes the program's name, ": " and the line. A failure to write is ignored.
void print_error(std::string_view program, std::string_view message);

}  // namespace zermelo::cli
