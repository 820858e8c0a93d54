// SPDX-License-Identifier: MIT
// What a solve tells beside its work: its waves, and the moments at which it can be saved. Called per wave, never per
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

/// Override what you want to hear of. The members added here are called from one thread.
class solve_visitor : public work_monitor {
 public:
  /// The ends of play are known, before the first wave; of a solve that goes on with a saved one as well.
  /// @param tied_ends only positions that lead to one of these can be ties
  virtual void seeded(std::uint64_t /*tied_ends*/) {}
  /// A wave is done (phases that propagate only).
  virtual void wave(const wave_report& /*report*/) {}
  /// Of a solve of one block: whether all blocks are to come to `at_rest` after this wave. One that wants it is enough.
  [[nodiscard]] virtual bool wants_rest() { return true; }
  /// Called after each wave, when no thread works on the solve: the moment to save it. Of a block: if any wants it.
  virtual void at_rest(const solve_snapshot& /*snapshot*/) {}
};

}  // namespace zermelo
