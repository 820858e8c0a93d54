// SPDX-License-Identifier: MIT
// Progress reports of a long computation, and the request to stop it. Called per phase and per block of work, never per
// move.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

/// Override the members that you need; by default all calls are ignored, and nothing stops. Several threads call
/// `advance` and `stop_requested` at the same time, one thread calls `phase`.
class work_monitor {
 public:
  virtual ~work_monitor() = default;
  /// A phase begins: "seed", "build", "propagate", "verify", ...; it has `total` units of work, 0 if unknown.
  virtual void phase(std::string_view /*name*/, std::uint64_t /*total*/) {}
  /// `amount` more units of the phase's work are done.
  virtual void advance(std::uint64_t /*amount*/) {}
  /// A one-line remark for the user.
  virtual void note(std::string_view /*remark*/) const {}
  /// Called often; if it returns true, the computation throws `interrupted`.
  [[nodiscard]] virtual bool stop_requested() const { return false; }

  /// @throws interrupted if a stop is requested.
  void check_stop() const {
    if (stop_requested()) throw interrupted("interrupted");
  }
};

}  // namespace zermelo
