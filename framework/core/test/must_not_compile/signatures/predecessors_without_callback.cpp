// SPDX-License-Identifier: MIT
// expect: hook for_each_predecessor: void
#include "../plain_game.hpp"

struct lists_predecessors : plain_game {
  void for_each_predecessor(const state&) const;
};

static_assert(zermelo::check_game_hooks<lists_predecessors>());
