// SPDX-License-Identifier: MIT
// The progress reports of a long computation, and the request to stop it. Called per phase and per block of work, never
// per move.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

/// Override the members whose calls you need; by default all calls are ignored, and nothing stops. `advance` and
/// `stop_requested` are called by several threads at once, `phase` by one.
class work_monitor {
 public:
  virtual ~work_monitor() = default;
  /// A phase begins: "seed", "build", "propagate", "verify", ...; `total` units of work, 0 if unknown.
  virtual void phase(std::string_view /*name*/, std::uint64_t /*total*/) {}
  /// `amount` more units of the phase's work are done.
  virtual void advance(std::uint64_t /*amount*/) {}
  /// A remark for the user, one line.
  virtual void note(std::string_view /*remark*/) const {}
  /// Called often; if it returns true, the computation throws `interrupted`.
  [[nodiscard]] virtual bool stop_requested() const { return false; }

  /// @throws interrupted if a stop is requested.
  void check_stop() const {
    if (stop_requested()) throw interrupted("interrupted");
  }
};

}  // namespace zermelo
