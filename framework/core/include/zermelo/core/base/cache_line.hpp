// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace zermelo {

/// The number of bytes that processors move between memory and caches together, on x86-64 and most others. Values that
/// different threads write should be at least this far apart.
inline constexpr std::size_t cache_line_bytes = 64;

}  // namespace zermelo
