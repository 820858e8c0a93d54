// SPDX-License-Identifier: MIT
// Options of retrograde analysis.
#pragma once

#include <cstdint>

namespace zermelo {

struct retrograde_options {
  unsigned threads = 0;  ///< 0: all that the machine has
  /// Waves of fewer vertices are spread by one thread: waking the other threads, and waiting for one that the system
  /// has suspended, would cost more than half of the time of so small a wave.
  std::uint64_t serial_below = 16384;
};

}  // namespace zermelo
