// SPDX-License-Identifier: MIT
// expect: hook seen_by_mover: static constexpr bool
#include "../plain_game.hpp"

struct asked_each_time : plain_game {
  bool seen_by_mover() const;
};

static_assert(zermelo::check_game_hooks<asked_each_time>());
