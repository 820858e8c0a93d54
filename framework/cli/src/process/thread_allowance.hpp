// SPDX-License-Identifier: MIT
// Finds out how many threads the system grants, by having it refuse one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <oneapi/tbb/global_control.h>

namespace zermelo::cli {

/// The default number of threads of one of several ranks on this machine: its share of the machine's cores, or the
/// cores to which it is bound.
[[nodiscard]] unsigned threads_per_rank(std::uint64_t num_local_blocks);

/// While it lives, work is done by as many threads as the system grants, up to those that are asked for. oneTBB makes
/// its threads when there is work for them, and ends the process where it gets none: hence threads are counted and made
/// beforehand.
class thread_allowance {
 public:
  /// @param wanted threads in all, this one among them
  explicit thread_allowance(unsigned wanted);

  /// The number of threads granted. (oneTBB warns on standard error if more are requested.)
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
