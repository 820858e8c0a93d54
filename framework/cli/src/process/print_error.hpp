// SPDX-License-Identifier: MIT
// Prints error messages and warnings to standard error.
#pragma once

#include <string_view>

namespace zermelo::cli {

/// Writes the program's name, ": " and the message, escaped by `error_line`. Ignores write errors.
void print_error(std::string_view program, std::string_view message);

}  // namespace zermelo::cli
