// SPDX-License-Identifier: MIT
#include <zermelo/storage/file/system_error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::storage {

void throw_system_error(const std::string& subject, int number) {
  constexpr std::array resource_errors{ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EMFILE, ENFILE};
  const std::string message = fmt::format("{}: {}", subject, std::generic_category().message(number));
  if (std::find(resource_errors.begin(), resource_errors.end(), number) != resource_errors.end()) {
    throw resource_error(message);
  }
  throw input_error(message);
}

}  // namespace zermelo::storage
