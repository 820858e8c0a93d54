// SPDX-License-Identifier: MIT
// How many threads there may be is the system's to say, and it says so by refusing one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <oneapi/tbb/global_control.h>

namespace zermelo::cli {

/// The threads of one of several processes on this machine, unless it is told: its share of the machine's cores, or
/// those to which it is bound.
[[nodiscard]] unsigned threads_beside(std::uint64_t num_neighbours);

/// While it lives, work is done by as many threads as the system grants, up to those that are asked for. oneTBB makes
/// its threads when there is work for them, and ends the process where it gets none: hence they are counted and made
/// before.
class thread_allowance {
 public:
  /// @param wanted threads in all, this one among them
  explicit thread_allowance(unsigned wanted);

  /// How many there may be. (oneTBB complains on standard error of who asks for more.)
  [[nodiscard]] unsigned threads() const noexcept { return m_threads; }

 private:
  unsigned m_threads;
  std::optional<tbb::global_control> m_fewer;
};

/// While it lives, what ends the process in the middle of the work, where no caller could catch it, is a line and an
/// exit status if a resource is the reason, such as a thread that another program has got meanwhile. One at a time: a
/// process has one handler.
class last_resort {
 public:
  /// @param program the name that stands before the line; outlives this
  explicit last_resort(std::string_view program);
  ~last_resort();
  last_resort(const last_resort&) = delete;
  last_resort& operator=(const last_resort&) = delete;

 private:
  void (*m_before)();
};

}  // namespace zermelo::cli
