// SPDX-License-Identifier: MIT
// A sample of a game's position numbers.
#pragma once

#include <algorithm>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// About 4,000 numbers across the game, ascending, including unused indices; all numbers of a smaller game.
[[nodiscard]] inline std::vector<position> sampled_positions(const any_game& game) {
  constexpr position max_sampled = 4096;
  const position step = std::max<position>(1, game.num_positions() / max_sampled);
  std::vector<position> sample;
  // The offset varies between ranges, so that no period of the numbering hides positions.
  for (position begin = 0; begin < game.num_positions(); begin += step) {
    sample.push_back(begin + splitmix64_mix(begin) % std::min(step, game.num_positions() - begin));
  }
  return sample;
}

}  // namespace zermelo
