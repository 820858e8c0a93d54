// SPDX-License-Identifier: MIT
// expect: a product form is product_form product\(\) const and void for_each_terminal
#include <zermelo/core/game/product_game.hpp>

#include "../plain_game.hpp"

struct product_only : plain_game {
  zermelo::product_form product() const;
};

static_assert(zermelo::check_game_hooks<product_only>());
