// SPDX-License-Identifier: MIT
// expect: hook for_each_leaving_index needs slices
#include "../plain_game.hpp"

struct leaving_without_slices : plain_game {
  zermelo::position for_each_leaving_index(zermelo::position, auto&&) const { return 0; }
};
static_assert(zermelo::check_game_hooks<leaving_without_slices>());
