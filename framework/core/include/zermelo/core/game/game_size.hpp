// SPDX-License-Identifier: MIT
// What an instance of a game takes, said from its parameters before it is built: the hook `size_of`.
#pragma once

#include <cstdint>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct game_size {
  position positions = 0;            ///< the game's num_positions(), exactly; 2^64 - 1 if there are more
  std::uint64_t bytes = 0;           ///< what the game keeps: graphs, move tables, boards. Some KiB do not matter
  std::uint64_t bytes_to_build = 0;  ///< the most that it holds while it is built, `bytes` included
};

}  // namespace zermelo
