// SPDX-License-Identifier: MIT
// Finds the lowest position that meets a condition, on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::python {

/// The lowest p < size for which test(p) is true, or `size` if test(p) is false for all p. Reports progress in the
/// current phase.
/// @param threads  at least 1
/// @throws interrupted; whatever test throws
template <class Test>
[[nodiscard]] position first_position(std::uint64_t size, unsigned threads, work_monitor& monitor, const Test& test) {
  std::atomic<position> lowest{size};  // relaxed: read after the loop, whose end orders it
  for_each_block(size, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (position p = begin; p < std::min(end, lowest.load(std::memory_order_relaxed)); ++p) {
      if (!test(p)) continue;
      lower_to(lowest, p);
      return;
    }
  });
  return lowest.load();
}

}  // namespace zermelo::python
