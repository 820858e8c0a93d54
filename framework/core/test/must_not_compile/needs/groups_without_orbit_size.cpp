// SPDX-License-Identifier: MIT
// expect: a game with canonical and groups needs orbit_size
#include <cstdint>
#include <string>

#include "../plain_game.hpp"

struct groups_of_representatives : plain_game {
  state canonical(const state&) const;
  std::uint32_t group_of(const state&) const;
  std::string group_name(std::uint32_t) const;
};

static_assert(zermelo::check_game_hooks<groups_of_representatives>());
