// SPDX-License-Identifier: MIT
// Runs work that may crash, hang or fill the memory in a child process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace zermelo::storage {

struct isolation_limits {
  std::uint64_t memory_bytes = 0;  ///< address space in addition to that of this process; also limits the answer
  unsigned cpu_seconds = 0;        ///< at least 1
};

/// Runs `work` in a child process, and returns its result. `work` may allocate memory and use HDF5, even if other
/// threads of this process use HDF5 at the same time. `work` must not depend on other threads, or on locks that they
/// may hold. Thread-safe.
/// @throws hdf5::failure if `work` throws it, or the child crashes or reaches a limit; resource_error if the system
/// cannot start a child, kills it, or has less memory for this process than the limit; interrupted if a stop signal has
/// terminated the child, such as Ctrl-C, which is sent to all processes of a terminal.
[[nodiscard]] std::vector<std::byte> run_isolated(const isolation_limits& limits,
                                                  const std::function<std::vector<std::byte>()>& work);

}  // namespace zermelo::storage
