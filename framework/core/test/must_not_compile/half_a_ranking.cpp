// SPDX-License-Identifier: MIT
// expect: hook rank needs the hooks unrank and num_positions
#include "plain_game.hpp"

struct only_ranks : plain_game {
  zermelo::position rank(const state&) const;
};

static_assert(zermelo::check_game_hooks<only_ranks>());
