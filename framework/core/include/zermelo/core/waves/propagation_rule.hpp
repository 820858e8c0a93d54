// SPDX-License-Identifier: MIT
// The effect of a wave on the vertices that it reaches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The effect of a decided vertex on an undecided predecessor, by the predecessor's player to move.
struct propagation_rule {
  std::array<bool, 2> takes_at_once{};  ///< if true, one decided successor decides the predecessor; if false, only all
                                        ///< successors together
  std::array<outcome, 2> becomes{};     ///< the decided outcome
};

/// The rule of a wave. A player makes a winning move at once, and loses if all moves lead to wins of the opponent. A
/// player that cannot win moves to a tie at once, except the player that wins endless play.
/// @param kind  the kind, as the predecessors name the players
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

/// The kinds that a stage propagates, in their order within a wave.
[[nodiscard]] inline wave_kinds kinds_of(solve_stage stage, std::uint32_t max_margin = 1) {
  static constexpr std::array winning{wave_kind::won_by_first, wave_kind::won_by_second};
  static constexpr std::array tied{wave_kind::tied};
  return margin_of(stage, max_margin) > 0 ? wave_kinds(winning) : wave_kinds(tied);
}

}  // namespace zermelo::detail
