// SPDX-License-Identifier: MIT
// expect: not_hooks: static constexpr std::string_view not_hooks
#include <string>
#include <vector>

#include "../plain_game.hpp"

struct lists_names : plain_game {
  std::vector<std::string> not_hooks;
};

static_assert(zermelo::check_game_hooks<lists_names>());
