// SPDX-License-Identifier: MIT
// A visitor that ends a solve which takes more memory than it may, whatever was planned for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include <zermelo/core/progress/forwarding_visitor.hpp>

namespace zermelo {

/// Whenever the solve has reported some more work, on any thread, the guard reads the resident size of the process. It
/// throws resource_error if the size is above the limit by more than a tenth, or by more than some MiB that libraries
/// take where that is more; without a limit, if the machine has next to no memory left, before the system ends the
/// process.
class memory_guard final : public forwarding_visitor {
 public:
  /// @param next  all calls are passed on to it; must outlive the guard
  /// @param limit_bytes  that the process may take; 0: all that the machine has
  /// @param work  what is solved, for the message
  /// @param available_bytes  returns the memory that the machine has left; empty: as the system reports it
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
  std::uint64_t m_reserve_bytes;  ///< what the machine has to have left
  mutable std::atomic<std::uint64_t> m_work_done{0};
  /// The resident size at which the machine's memory is read again.
  mutable std::atomic<std::uint64_t> m_next_read_bytes;
};

}  // namespace zermelo
