// SPDX-License-Identifier: MIT
// expect: hook merges_moves needs canonical and hooks by index
#include "plain_game.hpp"

struct nothing_to_fold : plain_game {
  static constexpr bool merges_moves = true;
};

static_assert(zermelo::check_game_hooks<nothing_to_fold>());
