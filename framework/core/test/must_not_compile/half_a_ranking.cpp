// SPDX-License-Identifier: MIT
// expect: a ranking is position num_positions\(\) const
#include "plain_game.hpp"

struct only_ranks : plain_game {
  zermelo::position rank(const state&) const;
};

static_assert(zermelo::check_game_hooks<only_ranks>());
