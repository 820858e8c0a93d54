// SPDX-License-Identifier: MIT
// The moves of a game as text, for tests of its rules by hand.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::testkit {

/// The positions to which moves lead from a position, in the order of their texts, each followed by the gain of the
/// move, such as " +2", unless it is 0.
template <class G>
[[nodiscard]] std::vector<std::string> moves_from(const G& game, std::string_view text) {
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const typename G::state& s, int points = 0) {
    found.push_back(game.format(s) + (points == 0 ? "" : " +" + std::to_string(points)));
  });
  std::sort(found.begin(), found.end());
  return found;
}

/// The positions from which moves lead to a position, in the order of their texts.
template <class G>
[[nodiscard]] std::vector<std::string> moves_to(const G& game, std::string_view text) {
  std::vector<std::string> found;
  game.for_each_predecessor(game.parse(text), [&](const typename G::state& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace zermelo::testkit
