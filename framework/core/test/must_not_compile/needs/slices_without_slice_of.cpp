// SPDX-License-Identifier: MIT
// expect: hook slices needs a ranking, of which slices are stretches, or else slice_of
#include <vector>

#include "../plain_game.hpp"

struct slices_of_keys : plain_game {
  std::vector<zermelo::slice> slices() const;
};
static_assert(zermelo::check_game_hooks<slices_of_keys>());
