// SPDX-License-Identifier: MIT
// Proves that play from a start reaches every position of a numbering, or counts those that it does not reach. That
// each has a predecessor would not do: positions of a cycle have one, and may be reached from nowhere else.
//
// A search forwards from the start. Positions that are reached and not yet expanded are marked by
// bits, in blocks of positions. A thread keeps a block until no such position is left in it, and asks the rules about
// many positions a call, by their second channel. The result does not depend on threads.
//
//   time     V + E calls of the rules, and a look-up a move; each round, of V at most, looks at V / 16384 blocks
//   memory   2 V bits
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct unreached_positions {
  std::uint64_t count = 0;
  std::optional<position> first{};  ///< the unreached position with the lowest number
};

/// Phase "reach".
/// @param is_expanded  whether the moves of a position count; asked from several threads. Null: all moves do
/// @throws input_error for a move to what is no position; interrupted; what the rules throw.
[[nodiscard]] unreached_positions find_unreached(const rules& game, position start, unsigned threads,
                                                 work_monitor& monitor,
                                                 const std::function<bool(position)>& is_expanded = nullptr);

}  // namespace zermelo
