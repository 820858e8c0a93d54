// SPDX-License-Identifier: MIT
// The size of an instance of a game, computed from its parameters before the game is built: the hook `size_of`.
#pragma once

#include <cstdint>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct game_size {
  position positions = 0;            ///< the game's num_positions(), exactly; 2^64 - 1 if there are more
  std::uint64_t bytes = 0;           ///< memory of the game, such as graphs and move tables; exact up to some KiB
  std::uint64_t bytes_to_build = 0;  ///< peak memory while the game is built, including `bytes`
};

}  // namespace zermelo
