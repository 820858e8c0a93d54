// SPDX-License-Identifier: MIT
// expect: hook player_name: std::string player_name\(player\) const
#include "../plain_game.hpp"

struct names_views : plain_game {
  std::string_view player_name(zermelo::player) const;
};

static_assert(zermelo::check_game_hooks<names_views>());
