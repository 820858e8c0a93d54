// SPDX-License-Identifier: MIT
// expect: hook notation needs the hooks format and parse beside it
#include <string>

#include "../plain_game.hpp"

struct nobody_reads_it : plain_game {
  std::string notation(const state&) const;
};

static_assert(zermelo::check_game_hooks<nobody_reads_it>());
