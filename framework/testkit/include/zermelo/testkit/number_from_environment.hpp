// SPDX-License-Identifier: MIT
// How far a test goes, by a variable of the environment: a test that takes seconds goes on for minutes where that is
// asked for.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace zermelo::testkit {

/// The number that a variable of the environment says; `usual` where it is not set. @throws std::invalid_argument where
/// it is no number.
[[nodiscard]] inline std::uint64_t number_from_environment(const std::string& variable, std::uint64_t usual) {
  const char* const requested = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return requested == nullptr ? usual : std::stoull(requested);
}

}  // namespace zermelo::testkit
