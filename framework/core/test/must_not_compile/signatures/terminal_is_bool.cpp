// SPDX-License-Identifier: MIT
// expect: hook terminal: std::optional<result> terminal\(state\) const
#include "../plain_game.hpp"

struct ends_without_result : plain_game {
  bool terminal(const state&) const;
};

static_assert(zermelo::check_game_hooks<ends_without_result>());
