// SPDX-License-Identifier: MIT
// expect: hook orbit_size: std::uint64_t orbit_size\(state\) const
#include "../plain_game.hpp"

struct short_orbit_size : plain_game {
  state canonical(const state&) const;
  int orbit_size(const state&) const;
};

static_assert(zermelo::check_game_hooks<short_orbit_size>());
