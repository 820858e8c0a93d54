// SPDX-License-Identifier: MIT
// expect: a game with is_relative cannot have the hook player_to_move
#include "plain_game.hpp"

struct two_minds : plain_game {
  static constexpr bool is_relative = true;
};

static_assert(zermelo::check_game_hooks<two_minds>());
