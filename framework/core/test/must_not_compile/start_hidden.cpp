// SPDX-License-Identifier: MIT
// expect: hook start: state start\(\) const
#include "plain_game.hpp"

struct keeps_its_start : plain_game {
 private:
  state start() const;
};

static_assert(zermelo::check_game_hooks<keeps_its_start>());
