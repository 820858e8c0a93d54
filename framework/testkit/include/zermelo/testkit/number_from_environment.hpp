// SPDX-License-Identifier: MIT
// The size of a test from an environment variable, so that a test of seconds can run for minutes on demand.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace zermelo::testkit {

/// The number in an environment variable; `usual` if it is not set. @throws std::invalid_argument if its value is not a
/// number.
[[nodiscard]] inline std::uint64_t number_from_environment(const std::string& variable, std::uint64_t usual) {
  const char* const requested = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return requested == nullptr ? usual : std::stoull(requested);
}

}  // namespace zermelo::testkit
