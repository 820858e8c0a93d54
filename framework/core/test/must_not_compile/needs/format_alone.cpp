// SPDX-License-Identifier: MIT
// expect: hook format needs the hook parse beside it: state parse\(std::string_view\) const
#include "../plain_game.hpp"

struct formats_only : plain_game {
  std::string format(const state&) const;
};

static_assert(zermelo::check_game_hooks<formats_only>());
