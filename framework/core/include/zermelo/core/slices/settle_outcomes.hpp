// SPDX-License-Identifier: MIT
// Settles slices that every move leaves by outcome alone, at 2 bits a position, without distances. The outcomes to
// which moves lead are known, so one look at each position settles it. A slice in which moves stay cannot be settled
// so, since outcomes prove nothing on a cycle.
//
//   time    V + E of the rules, in parallel; or what the game's hook `settle_outcomes` takes
//   memory  2 bits for each position of the slice and of those that it enters; for each thread the moves of one call
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

class rules;

struct settled_outcomes {
  outcome_bits outcomes;
  std::optional<std::uint64_t> edges;  ///< moves out of legal positions that are not terminal; nothing: not counted
};

/// Settles a whole slice. Phase "settle". @throws interrupted, std::bad_alloc, and as outcome_settler.
[[nodiscard]] settled_outcomes settle_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                               std::span<const outcome_bits* const> finished, unsigned threads,
                                               work_monitor& monitor);

}  // namespace zermelo
