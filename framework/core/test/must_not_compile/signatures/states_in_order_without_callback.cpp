// SPDX-License-Identifier: MIT
// expect: hook for_each_state: void
#include "../plain_game.hpp"

struct states_without_callback : plain_game {
  void for_each_state(zermelo::position, zermelo::position) const {}
};
static_assert(zermelo::check_game_hooks<states_without_callback>());
