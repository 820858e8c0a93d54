// SPDX-License-Identifier: MIT
// A range of consecutive numbers, such as of positions, vertices or entries.
#pragma once

#include <cstdint>
#include <span>

namespace zermelo {

/// The numbers from `begin` up to, not including, `end`.
struct index_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The sizes of all ranges, added up.
[[nodiscard]] inline std::uint64_t total_size(std::span<const index_range> ranges) noexcept {
  std::uint64_t size = 0;
  for (const index_range& range : ranges) size += range.end - range.begin;
  return size;
}

}  // namespace zermelo
