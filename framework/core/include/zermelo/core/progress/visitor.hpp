// SPDX-License-Identifier: MIT
// Reports of a solve while it runs: its waves, and the moments at which it can be saved. Called per wave, never per
// move.
#pragma once

#include <array>
#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

/// The vertices that one wave spread from: all of one distance.
struct wave_report {
  std::uint32_t number = 0;  ///< from 1, over the whole solve
  std::uint32_t distance_plies = 0;
  std::array<std::uint64_t, num_wave_kinds> decided_by_kind{};
  std::uint64_t wins = 0;  ///< those won by the player to move

  [[nodiscard]] std::uint64_t of(wave_kind kind) const noexcept { return decided_by_kind[index_of(kind)]; }
  [[nodiscard]] std::uint64_t ties() const noexcept { return of(wave_kind::tied); }
  [[nodiscard]] std::uint64_t losses() const noexcept {
    return of(wave_kind::won_by_first) + of(wave_kind::won_by_second) - wins;
  }
  [[nodiscard]] std::uint64_t decided() const noexcept { return wins + losses() + ties(); }
};

/// Override the members whose calls you need. The members added here are called from one thread.
class solve_visitor : public work_monitor {
 public:
  /// Called once before the first wave, also of a resumed solve: the ends of play are known.
  /// @param tied_ends  how many ends are tied; a position from which play leads to none of them cannot be a tie
  virtual void seeded(std::uint64_t /*tied_ends*/) {}
  /// Called after each wave of the phases that propagate.
  virtual void wave(const wave_report& /*report*/) {}
  /// Asked after each wave where one block is solved: whether all blocks shall come to `at_rest`. They all do if any
  /// block says so.
  [[nodiscard]] virtual bool wants_rest() { return true; }
  /// Called after each wave, when no thread works on the solve: the moment to save it. Where blocks are solved, only if
  /// any block `wants_rest`.
  virtual void at_rest(const solve_snapshot& /*snapshot*/) {}
};

}  // namespace zermelo
