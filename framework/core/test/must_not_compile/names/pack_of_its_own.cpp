// SPDX-License-Identifier: MIT
// expect: hook pack: std::uint64_t pack\(state\) const.*another name if it is no hook
#include "../plain_game.hpp"

class packs_cards : public plain_game {
  using pack = int;
};

static_assert(zermelo::check_game_hooks<packs_cards>());
