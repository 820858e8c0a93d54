// SPDX-License-Identifier: MIT
// expect: hook group_of needs the hook group_name beside it: std::string group_name\(std::uint32_t\) const
#include <cstdint>

#include "../plain_game.hpp"

struct nameless_groups : plain_game {
  std::uint32_t group_of(const state&) const;
};

static_assert(zermelo::check_game_hooks<nameless_groups>());
