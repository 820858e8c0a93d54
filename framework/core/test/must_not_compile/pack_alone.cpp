// SPDX-License-Identifier: MIT
// expect: packing is std::uint64_t pack\(state\) const
#include "plain_game.hpp"

struct packs_only : plain_game {
  std::uint64_t pack(const state&) const;
};

static_assert(zermelo::check_game_hooks<packs_only>());
