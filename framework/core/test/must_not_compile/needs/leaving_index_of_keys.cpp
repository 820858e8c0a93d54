// SPDX-License-Identifier: MIT
// expect: hook for_each_leaving_index needs a ranking
#include <vector>

#include "../plain_game.hpp"

struct leaving_by_index : plain_game {
  std::vector<zermelo::slice> slices() const;
  std::uint32_t slice_of(const state&) const;
  zermelo::position for_each_leaving_index(zermelo::position, auto&&) const { return 0; }
};
static_assert(zermelo::check_game_hooks<leaving_by_index>());
