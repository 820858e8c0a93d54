// SPDX-License-Identifier: MIT
// Neighbouring numbers: positions, vertices, entries.
#pragma once

#include <cstdint>

namespace zermelo {

/// Those from `begin` up to, not including, `end`.
struct index_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

}  // namespace zermelo
