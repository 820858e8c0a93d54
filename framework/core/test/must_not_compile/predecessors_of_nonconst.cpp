// SPDX-License-Identifier: MIT
// expect: hook for_each_predecessor: void
#include "plain_game.hpp"

struct changes_itself : plain_game {
  void for_each_predecessor(const state&, auto&&) {}
};

static_assert(zermelo::check_game_hooks<changes_itself>());
