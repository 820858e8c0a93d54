// SPDX-License-Identifier: MIT
// expect: hook product needs a ranking without holes and without symmetry
#include <zermelo/core/game/product_game.hpp>

#include "../plain_game.hpp"

struct product_without_ranking : plain_game {
  zermelo::product_form product() const;
  void for_each_terminal(std::size_t, std::span<const zermelo::place_number>, auto&&) const {}
};

static_assert(zermelo::check_game_hooks<product_without_ranking>());
