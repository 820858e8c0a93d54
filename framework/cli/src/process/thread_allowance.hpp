// SPDX-License-Identifier: MIT
// Limits work to the number of threads that the system grants.
#pragma once

#include <optional>

#include <oneapi/tbb/global_control.h>

namespace zermelo::cli {

/// During the lifetime of an allowance, oneTBB uses only as many threads as the system grants. oneTBB starts threads
/// when there is work for them, and terminates the process if a thread cannot be started. Hence the constructor counts
/// threads by starting them, and starts oneTBB's threads immediately if threads are scarce. If the address space is
/// scarce, threads have small stacks, in an eighth of the space that the program leaves, and share one heap.
class thread_allowance {
 public:
  /// @param wanted  total number of threads, at least 1, including this thread
  explicit thread_allowance(unsigned wanted);

  /// Returns the number of threads granted, from 1 to `wanted`. (oneTBB warns on standard error if more are requested.)
  [[nodiscard]] unsigned threads() const noexcept { return m_threads; }

 private:
  unsigned m_threads;
  std::optional<tbb::global_control> m_limit;  ///< nothing: all threads are granted
  std::optional<tbb::global_control> m_stack;  ///< set if the address space is scarce
};

}  // namespace zermelo::cli
