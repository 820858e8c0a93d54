// SPDX-License-Identifier: MIT
// expect: no hook `for_each_predecessor` but a member `predecessors`: is the hook meant.*not_hooks = .*predecessors
#include <string_view>
#include <vector>

#include "../plain_game.hpp"

struct lists_predecessors : plain_game {
  static constexpr std::string_view not_hooks = "moves draw_board";
  std::vector<state> predecessors(const state&) const;
  void draw_board() const;
};

static_assert(zermelo::check_game_hooks<lists_predecessors>());
