// SPDX-License-Identifier: MIT
// Checks the outcomes of a slice that every move leaves against the forward rules of the game, by state. Distances are
// not compared, since there may be none. The outcome of a position is that of its best move, in the order of
// entry_scores.hpp, or the game's result at an end of play. Since no move stays inside, that is a proof, if the
// outcomes of the entered slices are right; on a cycle outcomes might support each other.
//
//   time    V + E, in parallel
//   memory  the moves of 128 positions, and some runs of entries, for each thread
//   throws  interrupted; contract_error if a move stays inside; what the rules throw, and reading the entries
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// @param slices    all slices of the game
/// @param values    the entries of the slice, numbered from 0
/// @param finished  by slice: the outcomes of at least the entered slices, but not of the slice itself; else null
/// @param scope     its stretch is in numbers of the slice
/// Failures have the game's numbers. Phase "verify".
[[nodiscard]] verify_report verify_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                            const solution_entries& values,
                                            std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                            work_monitor& monitor);

/// The same of a ranked game.
template <RankedGame G>
[[nodiscard]] verify_report verify_outcomes(const G& game, std::span<const slice> slices, std::uint32_t number,
                                            const solution_entries& values,
                                            std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                            work_monitor& monitor) {
  return verify_outcomes(rules_of_game<G>(game), slices, number, values, finished, scope, monitor);
}

}  // namespace zermelo
