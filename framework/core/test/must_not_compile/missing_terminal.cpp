// SPDX-License-Identifier: MIT
// expect: a game needs the hook terminal: std::optional<result> terminal\(state\) const
#include "plain_game.hpp"

struct never_ended {
  using state = int;
  zermelo::player player_to_move(state) const;
  void for_each_successor(state, auto&&) const {}
  zermelo::result no_moves(state) const;
};

static_assert(zermelo::check_game_hooks<never_ended>());
