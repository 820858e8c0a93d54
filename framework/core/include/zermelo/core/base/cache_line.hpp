// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace zermelo {

/// The size of a cache line on x86-64 and most other architectures. Values that different threads write should be at
/// least this far apart.
inline constexpr std::size_t cache_line_bytes = 64;

}  // namespace zermelo
