// SPDX-License-Identifier: MIT
// How a long computation reports and is stopped. Called per phase, per batch of positions and per wave,
// never per move.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <zermelo/core/error.hpp>
#include <zermelo/core/saved_solve.hpp>

namespace zermelo {

/// The vertices that one wave spread from: all of one distance.
struct wave_report {
  std::uint32_t number = 0;  ///< from 1, over the whole solve
  std::uint32_t distance_plies = 0;
  std::array<std::uint64_t, 3> decided_by_kind{};  ///< won by first, won by second, tied
  std::uint64_t wins = 0;                          ///< those won by the player to move

  [[nodiscard]] std::uint64_t ties() const noexcept { return decided_by_kind[2]; }
  [[nodiscard]] std::uint64_t losses() const noexcept { return decided_by_kind[0] + decided_by_kind[1] - wins; }
  [[nodiscard]] std::uint64_t decided() const noexcept { return wins + losses() + ties(); }
};

/// Override what you want to hear of. `advance` and `stop_requested` are called from several threads at once;
/// the others from one.
class solve_visitor {
 public:
  virtual ~solve_visitor() = default;
  /// A phase begins: "seed", "build", "propagate", "verify", ...; `total` units of work, 0 if unknown.
  virtual void phase(std::string_view /*name*/, std::uint64_t /*total*/) {}
  /// `amount` more units of the phase's work are done.
  virtual void advance(std::uint64_t /*amount*/) {}
  /// A wave spreads from these vertices, in about this order; called for each piece of it, before it starts.
  virtual void spreads_from(std::span<const std::uint32_t> /*vertices*/) {}
  virtual void spreads_from(std::span<const std::uint64_t> /*vertices*/) {}
  /// A wave is done (phases that propagate only).
  virtual void wave(const wave_report& /*report*/) {}
  /// Called after each wave, when no thread works on the solve: the moment to save it.
  virtual void at_rest(const solve_snapshot& /*snapshot*/) {}
  /// Asked often; true makes the computation throw `interrupted`.
  [[nodiscard]] virtual bool stop_requested() const { return false; }

  void check_stop() const {
    if (stop_requested()) throw interrupted("interrupted");
  }
};

}  // namespace zermelo
