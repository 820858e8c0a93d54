// SPDX-License-Identifier: MIT
// expect: hook settle_outcomes: void settle_outcomes\(std::uint32_t slice
#include <span>

#include "../plain_game.hpp"

struct settling_bytes : plain_game {
  void settle_outcomes(std::uint32_t, zermelo::position, zermelo::position, std::span<const std::uint8_t* const>,
                       std::uint8_t*) const;
};
static_assert(zermelo::check_game_hooks<settling_bytes>());
