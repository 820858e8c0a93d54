// SPDX-License-Identifier: MIT
// Solves slices that every move leaves for outcomes only, without distances, at 2 bits per position. The outcomes of
// all targets of moves are known, so one pass over the positions decides them. A slice with inner moves cannot be
// solved in this way, since outcomes prove nothing on a cycle.
//
//   time    the words and moves of all positions, in parallel; or the time of the game's hook `solve_outcomes`
//   memory  2 bits per position of the slice and of the slices to which it leads; per thread the moves of one call
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/finished_outcomes.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// Solves ranges of one slice that every move leaves. The rules and the finished outcomes must outlive this object.
/// Thread-safe for ranges in different words of the outcomes.
class outcome_solver {
 public:
  /// @param game      the rules of the whole game
  /// @param slices    all slices of the game
  /// @param number    the slice to solve
  /// @param finished  [slice]: its outcomes, at least for the slices to which this slice leads; null for other slices
  outcome_solver(const rules& game, std::span<const slice> slices, std::uint32_t number,
                 std::span<const outcome_bits* const> finished);

  /// Sets the outcomes of the positions first .. last - 1, numbered from 0 in the slice; the outcomes of illegal
  /// positions are unspecified. Returns the number of moves out of legal positions that are not terminal; nothing if
  /// the game's hook solves the positions, since it does not count moves.
  /// @throws contract_error if a move stays inside, or leads to a slice that is not finished; and what the rules throw.
  std::optional<std::uint64_t> solve(position first, position last, outcome_bits& found) const;
  /// Like `solve`, but does not use the hook.
  std::uint64_t solve_by_moves(position first, position last, outcome_bits& found) const;

 private:
  struct listed_moves;
  /// Lists the words of a range of positions, and the targets of all moves, row after row, by the game's numbers.
  void list_moves(position first, std::span<position_word> words, listed_moves& moves) const;

  const rules& m_game;
  rules_traits m_traits;
  std::uint32_t m_number;
  position m_first;  ///< the game's number of the slice's first position
  std::uint64_t m_size;
  std::span<const outcome_bits* const> m_finished;
  finished_outcomes m_outside;
};

/// A slice that is solved for outcomes.
struct solved_outcomes {
  outcome_bits outcomes;
  std::optional<std::uint64_t> edges;  ///< moves out of legal positions that are not terminal; nothing: not counted
};

/// Solves a whole slice; parameters as for outcome_solver. Phase "one_pass". @param threads  0: all of the machine
/// @throws interrupted, std::bad_alloc, and what outcome_solver throws.
[[nodiscard]] solved_outcomes solve_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                             std::span<const outcome_bits* const> finished, unsigned threads,
                                             work_monitor& monitor);

}  // namespace zermelo
