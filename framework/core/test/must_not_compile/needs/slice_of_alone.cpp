// SPDX-License-Identifier: MIT
// expect: hook slice_of needs the hook slices beside it
#include "../plain_game.hpp"

struct slice_of_nothing : plain_game {
  std::uint32_t slice_of(const state&) const;
};
static_assert(zermelo::check_game_hooks<slice_of_nothing>());
