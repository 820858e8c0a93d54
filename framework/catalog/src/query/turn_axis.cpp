// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/turn_axis.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/game/axis.hpp>

namespace zermelo {

std::optional<turn_axis> turn_axis::of(const any_game& game) { return of(game.axes(), game.player_names()); }

std::optional<turn_axis> turn_axis::of(const std::vector<axis>& axes, const std::array<std::string, 2>& player_names) {
  turn_axis found;
  for (std::size_t a = axes.size(); a-- > 0;) {
    const auto& labels = axes[a].labels;
    if (labels.size() == player_names.size() &&
        std::is_permutation(labels.begin(), labels.end(), player_names.begin())) {
      found.is_first_player_first = labels[0] == player_names[0];
      return found;
    }
    found.range_length *= axes[a].size;
  }
  return std::nullopt;
}

}  // namespace zermelo
