// SPDX-License-Identifier: MIT
#include "print_error.hpp"

#include <iostream>

#include <zermelo/core/base/error_line.hpp>

namespace zermelo::cli {

void print_error(std::string_view program, std::string_view message) {
  std::cerr << program << ": " << error_line(message) << '\n';
}

}  // namespace zermelo::cli
