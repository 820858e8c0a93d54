// SPDX-License-Identifier: MIT
// Reads the size of a test from an environment variable, so that a short test can run longer on demand.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace zermelo::testkit {

/// Returns the number in an environment variable, or `usual` if the variable is not set. @throws std::invalid_argument
/// if its value is not a number.
[[nodiscard]] inline std::uint64_t number_from_environment(const std::string& variable, std::uint64_t usual) {
  const char* const requested = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return requested == nullptr ? usual : std::stoull(requested);
}

}  // namespace zermelo::testkit
