// SPDX-License-Identifier: MIT
// expect: hook canonical: state canonical\(state\) const
#include "../plain_game.hpp"

struct canonical_index : plain_game {
  zermelo::position canonical(zermelo::position) const;
};

static_assert(zermelo::check_game_hooks<canonical_index>());
