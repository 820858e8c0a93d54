// SPDX-License-Identifier: MIT
// expect: hook move_limit: std::optional<std::uint64_t>
#include "../plain_game.hpp"

struct limited : plain_game {
  int move_limit() const;
};

static_assert(zermelo::check_game_hooks<limited>());
