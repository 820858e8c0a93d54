// SPDX-License-Identifier: MIT
// expect: hook for_each_successor_index: void
#include "../plain_game.hpp"

struct walks_states : plain_game {
  void for_each_successor_index(const state&, auto&&) const {}
};

static_assert(zermelo::check_game_hooks<walks_states>());
