// SPDX-License-Identifier: MIT
// expect: hook start: state start\(\) const or state start\(entry\) const, not both
#include "plain_game.hpp"

struct starts_twice : plain_game {
  using plain_game::start;
  state start(const auto& entry) const {
    (void)entry(state());
    return {};
  }
};

static_assert(zermelo::check_game_hooks<starts_twice>());
