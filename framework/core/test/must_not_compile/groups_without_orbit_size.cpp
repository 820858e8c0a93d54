// SPDX-License-Identifier: MIT
// expect: hook canonical needs the hook orbit_size in a game with groups
#include <cstdint>
#include <string>

#include "plain_game.hpp"

struct groups_of_representatives : plain_game {
  state canonical(const state&) const;
  std::uint32_t group_of(const state&) const;
  std::string group_name(std::uint32_t) const;
};

static_assert(zermelo::check_game_hooks<groups_of_representatives>());
