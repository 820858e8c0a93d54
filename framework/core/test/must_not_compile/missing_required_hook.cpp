// SPDX-License-Identifier: MIT
// expect: a game needs: a regular type `state`
#include "plain_game.hpp"

struct never_stuck : plain_game {
  zermelo::result no_moves(const state&) const = delete;
};

static_assert(zermelo::check_game_hooks<never_stuck>());
