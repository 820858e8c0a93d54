// SPDX-License-Identifier: MIT
// A sample of a game's numbers, to see what its positions have.
#pragma once

#include <algorithm>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Some 4,000 numbers all over the game, ascending, unused indices among them; all numbers of a smaller game.
[[nodiscard]] inline std::vector<position> sampled_positions(const any_game& game) {
  constexpr position max_sampled = 4096;
  const position step = std::max<position>(1, game.num_positions() / max_sampled);
  std::vector<position> sample;
  // Each at another place in its range, so that no period of the numbering hides positions.
  for (position begin = 0; begin < game.num_positions(); begin += step) {
    sample.push_back(begin + splitmix64_mix(begin) % std::min(step, game.num_positions() - begin));
  }
  return sample;
}

}  // namespace zermelo
