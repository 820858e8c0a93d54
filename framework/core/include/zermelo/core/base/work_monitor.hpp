// SPDX-License-Identifier: MIT
// The interface for progress reports of a long computation, and for requests to stop it. Its members are called once
// per phase or block of work, never per move.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

/// Override the members that you need; the defaults ignore reports and never request a stop. Several threads call
/// `advance` and `stop_requested` at the same time; only one thread calls `phase`.
class work_monitor {
 public:
  virtual ~work_monitor() = default;
  /// Called when a phase begins, such as "seed" or "propagate". @param total  its units of work; 0 if unknown
  virtual void phase(std::string_view /*name*/, std::uint64_t /*total*/) {}
  /// Called when `amount` more units of the phase's work are done.
  virtual void advance(std::uint64_t /*amount*/) {}
  /// Called with a one-line remark for the user.
  virtual void note(std::string_view /*remark*/) const {}
  /// Called often; if it returns true, the computation throws `interrupted`.
  [[nodiscard]] virtual bool stop_requested() const { return false; }

  /// @throws interrupted if a stop is requested.
  void check_stop() const {
    if (stop_requested()) throw interrupted("interrupted");
  }
};

}  // namespace zermelo
