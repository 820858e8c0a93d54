// SPDX-License-Identifier: MIT
// How a long computation reports and is stopped. Called per phase and per block of work, never per move.
#pragma once

#include <cstdint>
#include <string_view>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

/// Override what you want to hear of; as it is, it says nothing and never stops. `advance` and `stop_requested` are
/// called from several threads at once, `phase` from one.
class work_monitor {
 public:
  virtual ~work_monitor() = default;
  /// A phase begins: "seed", "build", "propagate", "verify", ...; `total` units of work, 0 if unknown.
  virtual void phase(std::string_view /*name*/, std::uint64_t /*total*/) {}
  /// `amount` more units of the phase's work are done.
  virtual void advance(std::uint64_t /*amount*/) {}
  /// Something that whoever began the work should know of it, in a line.
  virtual void note(std::string_view /*what*/) const {}
  /// Asked often; true makes the computation throw `interrupted`.
  [[nodiscard]] virtual bool stop_requested() const { return false; }

  void check_stop() const {
    if (stop_requested()) throw interrupted("interrupted");
  }
};

}  // namespace zermelo
