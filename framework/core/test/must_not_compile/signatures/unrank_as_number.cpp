// SPDX-License-Identifier: MIT
// expect: hook unrank: state unrank\(position\) const; public
#include "../plain_game.hpp"

struct unranks_numbers : plain_game {
  zermelo::position num_positions() const;
  zermelo::position rank(const state&) const;
  zermelo::position unrank(zermelo::position) const;
};

static_assert(zermelo::check_game_hooks<unranks_numbers>());
