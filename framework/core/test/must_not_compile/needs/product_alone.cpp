// SPDX-License-Identifier: MIT
// expect: hook product needs the hook for_each_terminal beside it: void for_each_terminal
#include <zermelo/core/game/product_game.hpp>

#include "../plain_game.hpp"

struct product_only : plain_game {
  zermelo::product_form product() const;
};

static_assert(zermelo::check_game_hooks<product_only>());
