// SPDX-License-Identifier: MIT
// expect: hook infinite_play: std::optional<player>
#include "../plain_game.hpp"

struct always_first : plain_game {
  zermelo::player infinite_play() const;
};

static_assert(zermelo::check_game_hooks<always_first>());
