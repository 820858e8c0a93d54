// SPDX-License-Identifier: MIT
// Limits work to as many threads as the system grants.
#pragma once

#include <optional>

#include <oneapi/tbb/global_control.h>

namespace zermelo::cli {

/// While an allowance lives, oneTBB uses only as many threads as the system grants. oneTBB starts threads when there is
/// work for them, and ends the process if a thread is rejected. Hence the constructor counts threads by starting them,
/// and starts oneTBB's at once where threads are few. Where the address space is scarce, threads have small stacks,
/// which get an eighth of what the program leaves of it, and share one heap.
class thread_allowance {
 public:
  /// @param wanted  threads in all, from 1, this thread included
  explicit thread_allowance(unsigned wanted);

  /// The number of threads granted, from 1 to `wanted`. (oneTBB warns on standard error if more are requested.)
  [[nodiscard]] unsigned threads() const noexcept { return m_threads; }

 private:
  unsigned m_threads;
  std::optional<tbb::global_control> m_limit;  ///< nothing: all are granted
  std::optional<tbb::global_control> m_stack;  ///< set where the address space is scarce
};

}  // namespace zermelo::cli
