// SPDX-License-Identifier: MIT
// What a solve reports while it runs: its waves, and the moments at which it can be saved. A visitor is called once per
// wave, never per move.
#pragma once

#include <array>
#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

/// The counts of the positions of one wave, which all have one distance.
struct wave_report {
  std::uint32_t number = 0;  ///< from 1, over the whole solve
  std::uint32_t distance_plies = 0;
  std::array<std::uint64_t, num_wave_kinds> decided_by_kind{};
  std::uint64_t wins = 0;    ///< positions won by the player to move
  std::uint32_t margin = 1;  ///< that the wave spreads; 0 for ties

  [[nodiscard]] std::uint64_t of(wave_kind kind) const noexcept { return decided_by_kind[index_of(kind)]; }
  [[nodiscard]] std::uint64_t ties() const noexcept { return of(wave_kind::tied); }
  [[nodiscard]] std::uint64_t losses() const noexcept {
    return of(wave_kind::won_by_first) + of(wave_kind::won_by_second) - wins;
  }
  [[nodiscard]] std::uint64_t decided() const noexcept { return wins + losses() + ties(); }
};

/// Override the members whose calls you need. The members that this class adds are called from one thread.
class solve_visitor : public work_monitor {
 public:
  /// Called once the ends of play are known, before the first wave, also of a resumed solve.
  /// @param tied_ends  the number of tied ends; a position from which no tied end can be reached is no tie
  virtual void seeded(std::uint64_t /*tied_ends*/) {}
  /// Called after each wave.
  virtual void wave(const wave_report& /*report*/) {}
  /// Called after each wave where one block is solved: whether to call `on_snapshot`. All blocks do if any block
  /// returns true.
  [[nodiscard]] virtual bool wants_snapshot() { return true; }
  /// Called after each wave, when no thread works on the solve: the moment to save the solve. Where blocks are solved,
  /// only if `wants_snapshot` has returned true in any block.
  virtual void on_snapshot(const solve_snapshot& /*snapshot*/) {}
};

}  // namespace zermelo
