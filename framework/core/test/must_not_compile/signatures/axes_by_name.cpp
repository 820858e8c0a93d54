// SPDX-License-Identifier: MIT
// expect: hook axes: std::vector<axis> axes\(\) const
#include "../plain_game.hpp"

struct names_axes : plain_game {
  std::vector<std::string> axes() const;
};

static_assert(zermelo::check_game_hooks<names_axes>());
