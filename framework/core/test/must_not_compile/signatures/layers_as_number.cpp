// SPDX-License-Identifier: MIT
// expect: hook layers: std::vector<position> layers\(\) const
#include "../plain_game.hpp"

struct counts_layers : plain_game {
  zermelo::position layers() const { return 2; }
};

static_assert(zermelo::check_game_hooks<counts_layers>());
