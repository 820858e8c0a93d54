// SPDX-License-Identifier: MIT
// expect: hook uses_canonical needs canonical and a ranking
#include "../plain_game.hpp"

struct nothing_to_fold : plain_game {
  bool uses_canonical() const { return false; }
};

static_assert(zermelo::check_game_hooks<nothing_to_fold>());
