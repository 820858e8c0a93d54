// SPDX-License-Identifier: MIT
// expect: hook rank needs the hook unrank beside it: state unrank\(position\) const
#include "../plain_game.hpp"

struct only_ranks : plain_game {
  zermelo::position rank(const state&) const;
};

static_assert(zermelo::check_game_hooks<only_ranks>());
