// SPDX-License-Identifier: MIT
// expect: a game without a ranking needs state start\(\) const
#include <optional>

#include <zermelo/core/game/check_hooks.hpp>

struct nowhere_to_begin {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  zermelo::player player_to_move(const state&) const;
  std::optional<zermelo::result> terminal(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  zermelo::result no_moves(const state&) const;
};

static_assert(zermelo::check_game_hooks<nowhere_to_begin>());
