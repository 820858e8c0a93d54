// SPDX-License-Identifier: MIT
// A range of consecutive numbers, such as of positions, vertices or entries.
#pragma once

#include <cstdint>
#include <span>

namespace zermelo {

/// The numbers begin .. end - 1.
struct index_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The sum of the sizes of all ranges.
[[nodiscard]] inline std::uint64_t total_size(std::span<const index_range> ranges) noexcept {
  std::uint64_t size = 0;
  for (const index_range& range : ranges) size += range.end - range.begin;
  return size;
}

}  // namespace zermelo
