// SPDX-License-Identifier: MIT
// expect: text is std::string format\(state\) const
#include "plain_game.hpp"

struct formats_only : plain_game {
  std::string format(const state&) const;
};

static_assert(zermelo::check_game_hooks<formats_only>());
