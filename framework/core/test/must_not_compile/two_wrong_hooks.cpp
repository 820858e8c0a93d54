// SPDX-License-Identifier: MIT
// expect: hook is_legal: bool is_legal\(state\) const
#include <string>

#include "plain_game.hpp"

struct wrong_twice : plain_game {
  bool is_legal(const state&);
  std::string drawing(const state&);
};

static_assert(zermelo::check_game_hooks<wrong_twice>());
