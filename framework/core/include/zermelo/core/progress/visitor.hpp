// SPDX-License-Identifier: MIT
// The interface for reports of a running solve: its waves, and the times at which it can be saved. A visitor is called
// once per wave, never per move.
#pragma once

#include <array>
#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

/// The counts of the positions of one wave, which all have the same distance.
struct wave_report {
  std::uint32_t number = 0;  ///< number of the wave in the whole solve, starting at 1
  std::uint32_t distance_plies = 0;
  std::array<std::uint64_t, num_wave_kinds> decided_by_kind{};
  std::uint64_t wins = 0;    ///< positions won by the player to move
  std::uint32_t margin = 1;  ///< margin that the wave propagates; 0 for ties

  [[nodiscard]] std::uint64_t of(wave_kind kind) const noexcept { return decided_by_kind[index_of(kind)]; }
  [[nodiscard]] std::uint64_t ties() const noexcept { return of(wave_kind::tied); }
  [[nodiscard]] std::uint64_t losses() const noexcept {
    return of(wave_kind::won_by_first) + of(wave_kind::won_by_second) - wins;
  }
  [[nodiscard]] std::uint64_t decided() const noexcept { return wins + losses() + ties(); }
};

/// Override the members that you need. The members that this class adds are called from one thread only.
class solve_visitor : public work_monitor {
 public:
  /// Called when the terminals are known, before the first wave; also called in a resumed solve.
  /// @param tied_ends  the number of tied terminals; a position that cannot reach a tied terminal is not a tie
  virtual void seeded(std::uint64_t /*tied_ends*/) {}
  /// Called after each wave.
  virtual void wave(const wave_report& /*report*/) {}
  /// Called after each wave if one block is solved; returns whether to call `on_snapshot`. All blocks call it if any
  /// block returns true.
  [[nodiscard]] virtual bool wants_snapshot() { return true; }
  /// Called after each wave, when no thread works on the solve, so that the solve can be saved. If blocks are solved,
  /// called only if `wants_snapshot` has returned true in some block.
  virtual void on_snapshot(const solve_snapshot& /*snapshot*/) {}
};

}  // namespace zermelo
