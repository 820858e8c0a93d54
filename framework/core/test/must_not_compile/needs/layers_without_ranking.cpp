// SPDX-License-Identifier: MIT
// expect: hook layers needs a ranking
#include <vector>

#include "../plain_game.hpp"

struct unranked_with_layers : plain_game {
  std::vector<zermelo::position> layers() const { return {0}; }
};

static_assert(zermelo::check_game_hooks<unranked_with_layers>());
