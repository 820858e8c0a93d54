// SPDX-License-Identifier: MIT
// expect: hook max_gain needs slices: moves that gain points lead to another group of them
#include "../plain_game.hpp"

struct gains_without_slices : plain_game {
  std::uint32_t max_gain() const;
};
static_assert(zermelo::check_game_hooks<gains_without_slices>());
