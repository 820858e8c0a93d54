// SPDX-License-Identifier: MIT
// expect: a game with max_gain has no infinite_play
#include "../plain_game.hpp"

struct endless_gains : plain_game {
  std::uint32_t max_gain() const;
  std::vector<zermelo::slice> slices() const;
  std::uint32_t slice_of(const state&) const;
  std::optional<zermelo::player> infinite_play() const;
};
static_assert(zermelo::check_game_hooks<endless_gains>());
