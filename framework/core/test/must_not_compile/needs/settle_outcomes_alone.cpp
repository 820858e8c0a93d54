// SPDX-License-Identifier: MIT
// expect: hook settle_outcomes needs slices
#include <span>

#include "../plain_game.hpp"

struct settling_without_slices : plain_game {
  void settle_outcomes(std::uint32_t, zermelo::position, zermelo::position,
                       std::span<const zermelo::outcome_bits* const>, zermelo::outcome_bits&) const;
};
static_assert(zermelo::check_game_hooks<settling_without_slices>());
