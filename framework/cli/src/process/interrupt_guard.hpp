// SPDX-License-Identifier: MIT
// Turns Ctrl-C, SIGTERM and a closed terminal into stop requests.
#pragma once

#include <array>
#include <atomic>

#include <signal.h>

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo::cli {

/// During the lifetime of a guard, SIGINT, SIGTERM and SIGHUP set a flag, however often they arrive; SIGPIPE and
/// SIGXFSZ are ignored, so that the write that caused them fails and is reported. A new guard clears the flag; the
/// destructor restores the earlier handlers. At most one guard may exist at a time, since a process has one handler per
/// signal.
class interrupt_guard {
 public:
  interrupt_guard();
  ~interrupt_guard();
  interrupt_guard(const interrupt_guard&) = delete;
  interrupt_guard& operator=(const interrupt_guard&) = delete;

  /// Returns the flag, which a signal sets.
  [[nodiscard]] static const std::atomic<bool>& stop_requested();

 private:
  static constexpr std::array m_signals{SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
  std::array<struct sigaction, m_signals.size()> m_previous_actions{};
};

/// Forwards the stop request to a computation.
class interrupt_monitor final : public work_monitor {
 public:
  [[nodiscard]] bool stop_requested() const override { return interrupt_guard::stop_requested().load(); }
};

}  // namespace zermelo::cli
