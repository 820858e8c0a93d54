// SPDX-License-Identifier: MIT
// Memory that questions need, held against what is available.
#pragma once

#include <cstdint>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/experiment/base/memory.hpp>

namespace zermelo::experiment {

/// @param need  subject and verb of the message, such as "sorting needs"
/// @throws resource_error if fewer bytes are available.
inline void expect_available(std::string_view need, std::uint64_t bytes) {
  const std::uint64_t available = available_memory_bytes();
  if (bytes <= available) return;
  throw resource_error(
      fmt::format("{} {} of memory, {} are available", need, format_bytes(bytes), format_bytes(available)));
}

}  // namespace zermelo::experiment
