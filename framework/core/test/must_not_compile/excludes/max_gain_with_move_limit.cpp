// SPDX-License-Identifier: MIT
// expect: a game with max_gain has no move_limit
#include "../plain_game.hpp"

struct hurried_gains : plain_game {
  std::uint32_t max_gain() const;
  std::vector<zermelo::slice> slices() const;
  std::uint32_t slice_of(const state&) const;
  std::optional<std::uint64_t> move_limit() const;
};
static_assert(zermelo::check_game_hooks<hurried_gains>());
