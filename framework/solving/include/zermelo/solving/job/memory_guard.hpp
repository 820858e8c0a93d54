// SPDX-License-Identifier: MIT
// Defines a visitor that stops a solve if it exceeds its memory limit, even if the plan expected less.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

/// Each time the solve has reported a certain amount of work, on any thread, the guard reads the resident size of the
/// process. It throws resource_error if the size exceeds the limit by more than a tenth, or by more than some MiB for
/// libraries, whichever is larger. Without a limit, it throws if the machine has almost no memory left, before the
/// system kills the process.
class memory_guard final : public forwarding_visitor {
 public:
  /// @param next  receives all calls; must outlive the guard
  /// @param limit_bytes  the memory limit of the process; 0: all memory of the machine
  /// @param work  a description of the solve, for the message
  /// @param available_bytes  returns the memory that is left on the machine; empty: as the system reports it
  memory_guard(solve_visitor& next, std::uint64_t limit_bytes, std::string work,
               std::function<std::uint64_t()> available_bytes = {});

  void advance(std::uint64_t amount) override;
  [[nodiscard]] bool stop_requested() const override;

 private:
  void count(std::uint64_t work) const;
  void expect_memory() const;

  std::uint64_t m_limit_bytes;
  std::string m_work;
  std::function<std::uint64_t()> m_available_bytes;
  std::uint64_t m_reserve_bytes;  ///< the memory that must be left on the machine
  mutable std::atomic<std::uint64_t> m_work_done{0};
  /// The resident size at which the machine's memory is read again.
  mutable std::atomic<std::uint64_t> m_next_read_bytes;
};

}  // namespace zermelo
