// SPDX-License-Identifier: MIT
// expect: hook pack needs the hook unpack with keys of the same width
#include "plain_game.hpp"

struct two_widths : plain_game {
  std::uint64_t pack(const state&) const;
  state unpack(const zermelo::wide_key&) const;
};

static_assert(zermelo::check_game_hooks<two_widths>());
