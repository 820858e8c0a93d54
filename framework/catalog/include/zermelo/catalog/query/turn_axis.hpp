// SPDX-License-Identifier: MIT
// Finds the axis that determines the player to move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

/// The axis whose two indices are the players. It divides the positions into pairs of ranges that differ only in the
/// player to move.
struct turn_axis {
  std::uint64_t range_length = 1;     ///< positions per range
  bool is_first_player_first = true;  ///< whether the first range of a pair has the first player to move

  /// Returns nothing if the game has no such axis.
  [[nodiscard]] static std::optional<turn_axis> of(const any_game& game);
  /// Finds the axis among the axes of a game, given the names of the players.
  [[nodiscard]] static std::optional<turn_axis> of(const std::vector<axis>& axes,
                                                   const std::array<std::string, 2>& player_names);

  /// Whether p lies in the first range of its pair.
  [[nodiscard]] bool is_in_first_range(position p) const noexcept { return p / range_length % 2 == 0; }
  [[nodiscard]] player player_to_move(position p) const noexcept {
    return is_in_first_range(p) == is_first_player_first ? player::first : player::second;
  }
  /// Returns the corresponding position in the other range of p's pair, which may be an unused index.
  [[nodiscard]] position across(position p) const noexcept {
    return is_in_first_range(p) ? p + range_length : p - range_length;
  }
};

}  // namespace zermelo
