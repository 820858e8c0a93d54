// SPDX-License-Identifier: MIT
// expect: hook num_successors: position num_successors\(position\) const
#include "../plain_game.hpp"

struct counts_in_int : plain_game {
  int num_successors(zermelo::position) const;
};

static_assert(zermelo::check_game_hooks<counts_in_int>());
