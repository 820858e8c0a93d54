// SPDX-License-Identifier: MIT
// A slice of a game: positions that play may enter, and that it leaves for good when it leaves them, such as those with
// the same men on the board. Slices lie one after the other in the game's index space.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct slice {
  std::string name;                   ///< one word, such as "4-3"; no two slices have the same
  position size = 0;                  ///< numbers, holes included
  std::vector<std::uint32_t> enters;  ///< slices that moves lead to, by number; itself if moves stay inside
};

}  // namespace zermelo
