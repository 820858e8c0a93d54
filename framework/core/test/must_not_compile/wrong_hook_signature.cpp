// SPDX-License-Identifier: MIT
// expect: hook is_legal: bool is_legal\(state\) const
#include "plain_game.hpp"

struct legal_by_index : plain_game {
  bool is_legal(int position) const;
};

static_assert(zermelo::check_game_hooks<legal_by_index>());
