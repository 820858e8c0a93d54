// SPDX-License-Identifier: MIT
// Proves that play from a start reaches every position of a numbering, or counts the unreached positions. A predecessor
// of each position would prove nothing, since the positions of an unreachable cycle also have predecessors.
//
// The proof is a forward search from the start with the reference path of the rules. Open positions (reached, but not
// yet expanded) are bits, in blocks of positions; a thread expands a block until no position in it is open. The result
// does not depend on threads.
//
//   time     each position is expanded once; each round, of at most V, tests the flags of V / 16384 blocks
//   memory   2 V bits
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct unreached_positions {
  std::uint64_t count = 0;
  std::optional<position> first{};  ///< the unreached position with the least number
};

/// Phase "reach".
/// @param is_expanded  whether the moves of a position count; called by several threads. If empty, all moves count
/// @throws input_error for a move to a number that is not a position; interrupted; what the rules throw.
[[nodiscard]] unreached_positions find_unreached(const rules& game, position start, unsigned threads,
                                                 work_monitor& monitor,
                                                 const std::function<bool(position)>& is_expanded = nullptr);

/// The positions that play from `start` reaches: bit p % 64 of word p / 64. Phase "reach". @throws what find_unreached
/// throws.
[[nodiscard]] zeroed_pages<std::uint64_t> find_reached(const rules& game, position start, unsigned threads,
                                                       work_monitor& monitor);
/// @param reached  the result of find_reached
[[nodiscard]] inline bool is_reached(const zeroed_pages<std::uint64_t>& reached, position p) {
  return (reached[p / 64] >> (p % 64) & 1) != 0;
}

}  // namespace zermelo
