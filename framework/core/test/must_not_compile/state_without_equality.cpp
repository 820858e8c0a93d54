// SPDX-License-Identifier: MIT
// expect: type `state` must be a regular value
#include "plain_game.hpp"

struct incomparable {
  struct state {};
  zermelo::player player_to_move(const state&) const;
  std::optional<zermelo::result> terminal(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const;
};

static_assert(zermelo::check_game_hooks<incomparable>());
