// SPDX-License-Identifier: MIT
// expect: hook slice_of: std::uint32_t slice_of\(state\) const
#include <string>
#include <vector>

#include "../plain_game.hpp"

struct slices_by_name : plain_game {
  zermelo::position num_positions() const;
  zermelo::position rank(const state&) const;
  state unrank(zermelo::position) const;
  std::vector<zermelo::slice> slices() const;
  std::string slice_of(const state&) const;
};
static_assert(zermelo::check_game_hooks<slices_by_name>());
