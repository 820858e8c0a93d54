// SPDX-License-Identifier: MIT
// Settles slices that every move leaves by outcome alone, at 2 bits a position, without distances. The outcomes of all
// targets of moves are known, so one look at each position settles it. A slice in which moves stay cannot be settled
// in this way, since outcomes prove nothing on a cycle.
//
//   time    the words and moves of all positions, in parallel; or what the game's hook `solve_outcomes` takes
//   memory  2 bits for each position of the slice and of the slices that it enters; for each thread the moves of one
//   call
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

/// Settles stretches of one slice that every move leaves. The rules and the finished outcomes must outlive the settler.
/// Thread-safe for stretches in different words of the outcomes.
class outcome_solver {
 public:
  /// @param game      the rules of the whole game
  /// @param slices    all slices of the game
  /// @param number    the slice to settle
  /// @param finished  by slice: the outcomes of at least the slices that this slice enters; else null
  outcome_solver(const rules& game, std::span<const slice> slices, std::uint32_t number,
                 std::span<const outcome_bits* const> finished);

  /// Sets the outcomes of the positions first .. last - 1, numbered from 0 in the slice; the outcomes of holes are
  /// unspecified. Returns the number of moves out of legal positions that are not terminal; nothing where the game's
  /// hook settles the positions, which does not count moves.
  /// @throws contract_error if a move stays inside, or leads to a slice that is not finished; and what the rules throw.
  std::optional<std::uint64_t> solve(position first, position last, outcome_bits& found) const;
  /// As `solve`, without the hook.
  std::uint64_t solve_by_moves(position first, position last, outcome_bits& found) const;

 private:
  struct listed_moves;
  /// Lists the words of a stretch of positions, and the targets of all moves, row after row, by the game's numbers.
  void list_moves(position first, std::span<position_word> words, listed_moves& moves) const;

  const rules& m_game;
  rules_traits m_traits;
  std::uint32_t m_number;
  position m_first;  ///< the game's number of the slice's first position
  std::uint64_t m_size;
  std::span<const outcome_bits* const> m_finished;
  finished_outcomes m_outside;
};

/// A slice that is settled by outcome.
struct solved_outcomes {
  outcome_bits outcomes;
  std::optional<std::uint64_t> edges;  ///< moves out of legal positions that are not terminal; nothing: not counted
};

/// Settles a whole slice; parameters as for outcome_solver. Phase "settle". @param threads  0: all that the machine
/// has
/// @throws interrupted, std::bad_alloc, and as outcome_solver.
[[nodiscard]] solved_outcomes solve_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                             std::span<const outcome_bits* const> finished, unsigned threads,
                                             work_monitor& monitor);

}  // namespace zermelo
