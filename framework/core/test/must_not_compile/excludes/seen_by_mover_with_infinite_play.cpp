// SPDX-License-Identifier: MIT
// expect: a game that is seen_by_mover has no infinite_play
#include "../plain_game.hpp"

struct never_ending {
  using state = plain_game::state;
  static constexpr bool seen_by_mover = true;
  std::optional<zermelo::result> terminal(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const;
  state start() const;
  std::optional<zermelo::player> infinite_play() const;
};

static_assert(zermelo::check_game_hooks<never_ending>());
