// SPDX-License-Identifier: MIT
#include <zermelo/experiment/question/turn_axis.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/core/game/axis.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::experiment {

std::optional<turn_axis> turn_axis::of(const any_game& game) {
  const auto names = game.player_names();
  const auto axes = game.axes();
  turn_axis found;
  for (std::size_t a = axes.size(); a-- > 0;) {
    const auto& labels = axes[a].labels;
    if (labels.size() == names.size() && std::is_permutation(labels.begin(), labels.end(), names.begin())) {
      found.is_first_player_first = labels[0] == names[0];
      return found;
    }
    found.stretch_length *= axes[a].size;
  }
  return std::nullopt;
}

}  // namespace zermelo::experiment
