// SPDX-License-Identifier: MIT
// Finds a legal position, as an example of a game's notation.
#pragma once

#include <algorithm>
#include <optional>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Returns the start, or the first legal position of a game without a start. Returns nothing if the first million
/// indices are illegal.
[[nodiscard]] inline std::optional<position> some_position(const any_game& game) {
  constexpr position max_checked = 1 << 20;
  if (const auto start = game.start()) return start;
  for (position p = 0; p < std::min(game.num_positions(), max_checked); ++p) {
    if (is_legal(game, p)) return p;
  }
  return std::nullopt;
}

}  // namespace zermelo
