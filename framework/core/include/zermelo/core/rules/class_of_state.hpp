// SPDX-License-Identifier: MIT
// The group and the orbit size of a legal position, by the hooks of its game.
#pragma once

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Precondition: s is legal and, where the game is folded, a representative.
template <Game G>
[[nodiscard]] position_class class_of_state(const G& game, const typename G::state& s) {
  position_class found;
  found.is_legal = true;
  found.to_move = player_to_move_of(game, s);
  found.group = group_of_state(game, s);
  if constexpr (HasOrbitSize<G>) {
    if (counts_orbits(game)) found.orbit_size = game.orbit_size(s);
  }
  return found;
}

}  // namespace zermelo
