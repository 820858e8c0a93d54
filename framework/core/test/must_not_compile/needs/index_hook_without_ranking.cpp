// SPDX-License-Identifier: MIT
// expect: hook num_successors needs a ranking
#include "../plain_game.hpp"

struct unranked_with_index_hook : plain_game {
  zermelo::position num_successors(zermelo::position) const { return 0; }
};

static_assert(zermelo::check_game_hooks<unranked_with_index_hook>());
