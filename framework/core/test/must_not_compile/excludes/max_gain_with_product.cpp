// SPDX-License-Identifier: MIT
// expect: a game with max_gain has no product
#include <zermelo/core/game/product_game.hpp>

#include "../plain_game.hpp"

struct product_with_gains : plain_game {
  zermelo::position num_positions() const;
  zermelo::position rank(const state&) const;
  state unrank(zermelo::position) const;
  std::uint32_t max_gain() const;
  std::vector<zermelo::slice> slices() const;
  zermelo::product_form product() const;
  void for_each_terminal(std::size_t, std::span<const zermelo::place_number>, const auto&) const {}
};
static_assert(zermelo::check_game_hooks<product_with_gains>());
