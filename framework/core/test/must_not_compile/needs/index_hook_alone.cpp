// SPDX-License-Identifier: MIT
// expect: needs for_each_predecessor beside it
#include "../plain_game.hpp"

struct only_predecessor_indices : plain_game {
  void for_each_predecessor_index(zermelo::position, auto&&) const {}
};

static_assert(zermelo::check_game_hooks<only_predecessor_indices>());
