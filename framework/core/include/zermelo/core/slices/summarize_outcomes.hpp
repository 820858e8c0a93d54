// SPDX-License-Identifier: MIT
// The summary of a slice of which only outcomes are known.
#pragma once

#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {

/// The summary of a slice, and its share of the signature of the whole game.
struct slice_sums {
  solution_summary own;  ///< with positions numbered from 0, as in the table of the slice
  std::uint64_t share =
      0;  ///< the terms of the game's signature for the slice's positions, by their numbers in the game

  /// Counts one legal position. @param first  the game's number of the slice's first position
  void add(position p, position first, position_value value, player to_move) {
    own.add(p, value, to_move);
    share += signature_term(first + p, value);
  }
  slice_sums& operator+=(const slice_sums& other) {
    own += other.own;
    share += other.share;
    return *this;
  }
};

/// Summarizes the outcomes of a slice in one pass over its positions. Phase "summarize", one unit of work per position.
/// @param first  the game's number of the slice's first position @param threads  0: all of the machine
/// @throws interrupted, and what the rules throw.
[[nodiscard]] slice_sums summarize_outcomes(const rules& game, position first, const outcome_bits& outcomes,
                                            unsigned threads, work_monitor& monitor);

}  // namespace zermelo
