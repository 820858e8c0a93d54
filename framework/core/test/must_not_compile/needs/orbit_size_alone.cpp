// SPDX-License-Identifier: MIT
// expect: hook orbit_size needs canonical
#include <cstdint>

#include "../plain_game.hpp"

struct orbits_of_nothing : plain_game {
  std::uint64_t orbit_size(const state&) const;
};

static_assert(zermelo::check_game_hooks<orbits_of_nothing>());
