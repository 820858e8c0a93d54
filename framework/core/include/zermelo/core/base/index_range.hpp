// SPDX-License-Identifier: MIT
// Neighbouring numbers: positions, vertices, entries.
#pragma once

#include <cstdint>
#include <span>

namespace zermelo {

/// Those from `begin` up to, not including, `end`.
struct index_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// How many numbers are in ranges that do not overlap.
[[nodiscard]] inline std::uint64_t count_in(std::span<const index_range> ranges) noexcept {
  std::uint64_t count = 0;
  for (const index_range& range : ranges) count += range.end - range.begin;
  return count;
}

}  // namespace zermelo
