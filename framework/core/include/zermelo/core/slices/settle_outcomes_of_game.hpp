// SPDX-License-Identifier: MIT
// Slices that every move leaves, settled by outcome alone, of a game by its hooks; see settle_outcomes.hpp.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// Settles a whole slice. Phase "settle". @throws interrupted, std::bad_alloc, and as outcome_settler.
template <RankedGame G>
  requires HasSlices<G>
[[nodiscard]] settled_outcomes settle_outcomes(const G& game, std::span<const slice> slices, std::uint32_t number,
                                               std::span<const outcome_bits* const> finished, unsigned threads,
                                               work_monitor& monitor) {
  return settle_outcomes(rules_of_game<G>(game), slices, number, finished, threads, monitor);
}

}  // namespace zermelo
