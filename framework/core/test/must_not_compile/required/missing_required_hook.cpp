// SPDX-License-Identifier: MIT
// expect: hook no_moves: result no_moves\(state\) const
#include "../plain_game.hpp"

struct never_stuck : plain_game {
  zermelo::result no_moves(const state&) const = delete;
};

static_assert(zermelo::check_game_hooks<never_stuck>());
