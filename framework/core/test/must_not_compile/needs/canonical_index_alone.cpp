// SPDX-License-Identifier: MIT
// expect: hook is_canonical_index needs canonical and a ranking
#include "../plain_game.hpp"

struct nothing_to_tell : plain_game {
  bool is_canonical_index(zermelo::position) const { return true; }
};

static_assert(zermelo::check_game_hooks<nothing_to_tell>());
