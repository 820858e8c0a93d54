// SPDX-License-Identifier: MIT
// expect: a game that is seen_by_mover has no player_to_move
#include "plain_game.hpp"

struct two_minds : plain_game {
  static constexpr bool seen_by_mover = true;
};

static_assert(zermelo::check_game_hooks<two_minds>());
