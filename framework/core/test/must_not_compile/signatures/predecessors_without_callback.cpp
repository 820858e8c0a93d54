// SPDX-License-Identifier: MIT
// expect: hook for_each_predecessor: void
#include "../plain_game.hpp"

struct predecessors_as_list : plain_game {
  void for_each_predecessor(const state&) const;
};

static_assert(zermelo::check_game_hooks<predecessors_as_list>());
