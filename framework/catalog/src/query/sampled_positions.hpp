// SPDX-License-Identifier: MIT
// Samples the numbers of a game's positions.
#pragma once

#include <algorithm>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Returns about 4,000 numbers across the game, or all numbers of a smaller game, in ascending order. The numbers
/// include unused indices.
[[nodiscard]] inline std::vector<position> sampled_positions(const any_game& game) {
  constexpr position max_sampled = 4096;
  const position step = std::max<position>(1, game.num_positions() / max_sampled);
  std::vector<position> sample;
  // The offset varies between ranges, so that the sample does not follow a period of the numbering.
  for (position begin = 0; begin < game.num_positions(); begin += step) {
    sample.push_back(begin + splitmix64_mix(begin) % std::min(step, game.num_positions() - begin));
  }
  return sample;
}

}  // namespace zermelo
