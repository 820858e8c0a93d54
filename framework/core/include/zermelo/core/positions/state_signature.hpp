// SPDX-License-Identifier: MIT
// A digest of a solution that is independent of the numbers of positions: it is the same whether a game is solved whole
// or in slices, ranked or explored, as long as the positions are the same.
//
//   signature = sum over legal positions of mix(hash(state) + outcome + 8 * distance)    modulo 2^64
//
// `outcome` and `distance` as in solve_signature.hpp. The hash of a state is that of its key, where the game has
// `pack`, else mix of the 64-bit FNV-1a digest of its text. With `canonical` the states are representatives.
#pragma once

#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Reads the entries in runs; time V, some microseconds a position where states are hashed by their text. Phase
/// "summarize". @throws interrupted, and what reading the entries throws.
[[nodiscard]] std::uint64_t state_signature(const rules& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor);

/// The signature of a ranked game.
template <RankedGame G>
[[nodiscard]] std::uint64_t state_signature(const G& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor) {
  return state_signature(rules_of_game<G>(game), values, threads, monitor);
}

}  // namespace zermelo
