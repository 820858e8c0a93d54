// SPDX-License-Identifier: MIT
// expect: no hook `terminal` but a member `is_terminal`: is the hook meant
#include "../plain_game.hpp"

struct asks_by_another_name {
  using state = int;
  zermelo::player player_to_move(state) const;
  bool is_terminal(state) const;
  void for_each_successor(state, auto&&) const {}
  zermelo::result no_moves(state) const;
};

static_assert(zermelo::check_game_hooks<asks_by_another_name>());
