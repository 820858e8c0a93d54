// SPDX-License-Identifier: MIT
// The group, the orbit size and the player to move of a legal position, from the hooks of its game.
#pragma once

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// @param s  a legal state; canonical if the game is reduced by symmetry
template <Game G>
[[nodiscard]] position_class class_of_state(const G& game, const typename G::state& s) {
  position_class counted_as;
  counted_as.is_legal = true;
  counted_as.to_move = player_to_move_of(game, s);
  counted_as.group = group_of_state(game, s);
  if constexpr (HasOrbitSize<G>) {
    if (counts_orbits(game)) counted_as.orbit_size = game.orbit_size(s);
  }
  return counted_as;
}

}  // namespace zermelo
