// SPDX-License-Identifier: MIT
// Formats the moves of a game as text, for tests with moves worked out by hand.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::testkit {

/// Returns the targets of the moves from a position, sorted as text. Each is followed by the gain of the move, such as
/// " +2", unless the gain is 0.
template <class G>
[[nodiscard]] std::vector<std::string> moves_from(const G& game, std::string_view text) {
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const typename G::state& s, int points = 0) {
    found.push_back(game.format(s) + (points == 0 ? "" : " +" + std::to_string(points)));
  });
  std::sort(found.begin(), found.end());
  return found;
}

/// Returns the positions from which moves lead to a position, sorted as text.
template <class G>
[[nodiscard]] std::vector<std::string> moves_to(const G& game, std::string_view text) {
  std::vector<std::string> found;
  game.for_each_predecessor(game.parse(text), [&](const typename G::state& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace zermelo::testkit
