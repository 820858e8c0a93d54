// SPDX-License-Identifier: MIT
// How a wave acts on the vertices that it reaches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// How a decided vertex acts on a predecessor that is still undecided, by the predecessor's owner.
struct propagation_rule {
  std::array<bool, 2> takes_at_once{};  ///< the first such successor decides; else the last one of all successors does
  std::array<outcome, 2> becomes{};     ///< the outcome that is decided
};

/// The rule of a wave. An owner takes a move to the owner's win at once, and loses where all moves lead to wins of the
/// opponent. An owner who cannot win takes a tie at once, unless endless play is a win for that player.
/// @param kind  as seen from the predecessors
[[nodiscard]] constexpr propagation_rule rule_of(wave_kind kind, std::optional<player> infinite_play) {
  propagation_rule rule;
  for (const player to_move : {player::first, player::second}) {
    const bool takes = kind == wave_kind::tied ? infinite_play != to_move : winner_of(kind) == to_move;
    rule.takes_at_once[index_of(to_move)] = takes;
    rule.becomes[index_of(to_move)] = outcome_of(kind, to_move);
  }
  return rule;
}

using wave_kinds = std::span<const wave_kind>;

/// The kinds that a stage spreads, in their order within a wave.
[[nodiscard]] inline wave_kinds kinds_of(solve_stage stage, std::uint32_t max_margin = 1) {
  static constexpr std::array winning{wave_kind::won_by_first, wave_kind::won_by_second};
  static constexpr std::array tied{wave_kind::tied};
  return margin_of(stage, max_margin) > 0 ? wave_kinds(winning) : wave_kinds(tied);
}

}  // namespace zermelo::detail
