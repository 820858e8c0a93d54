// SPDX-License-Identifier: MIT
// Work that may crash, run for ever or fill the memory, done where that harms nobody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace zermelo::storage {

/// What the work may take.
struct isolation_limits {
  std::uint64_t memory_bytes = 0;  ///< of address space, beyond what this process has; of the answer, too
  unsigned cpu_seconds = 0;        ///< at least 1
};

/// The bytes that `work` returns, from a child of this process that lives so long. `work` may use HDF5, whatever other
/// threads of this process do with it meanwhile, and memory; no other thread, and nothing that another thread may have
/// locked. An hdf5::failure that it throws is thrown here. Thread-safe.
/// @throws hdf5::failure if the child crashes or reaches a limit; resource_error if the system makes no child, kills
/// it,
///   or has less memory for this process than the limit; interrupted if the child was, as Ctrl-C does that reaches all
///   processes of a terminal.
[[nodiscard]] std::vector<std::byte> run_isolated(const isolation_limits& limits,
                                                  const std::function<std::vector<std::byte>()>& work);

}  // namespace zermelo::storage
