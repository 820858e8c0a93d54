// SPDX-License-Identifier: MIT
// Error messages and warnings on standard error.
#pragma once

#include <string_view>

namespace zermelo::cli {

/// Writes the program's name, ": " and the message, escaped by `error_line`. Ignores write errors.
void print_error(std::string_view program, std::string_view message);

}  // namespace zermelo::cli
