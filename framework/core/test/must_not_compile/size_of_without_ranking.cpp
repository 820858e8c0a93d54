// SPDX-License-Identifier: MIT
// expect: hook size_of needs a ranking
#include "plain_game.hpp"

struct sized : plain_game {
  static zermelo::game_size size_of(const zermelo::parameter_values&);
};

static_assert(zermelo::check_game_hooks<sized>());
