// SPDX-License-Identifier: MIT
// Options of retrograde analysis.
#pragma once

#include <cstdint>

namespace zermelo {

struct retrograde_options {
  unsigned threads = 0;  ///< 0 uses all processors
  /// One thread propagates waves with fewer vertices, since waking the other threads, and waiting for a suspended
  /// thread, would take more than half of the time of such a small wave.
  std::uint64_t serial_below = 16384;
};

}  // namespace zermelo
