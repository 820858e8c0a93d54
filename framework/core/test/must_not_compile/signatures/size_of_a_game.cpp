// SPDX-License-Identifier: MIT
// expect: hook size_of: static game_size size_of
#include "../plain_game.hpp"

struct sized_game : plain_game {
  zermelo::game_size size_of() const;
};

static_assert(zermelo::check_game_hooks<sized_game>());
