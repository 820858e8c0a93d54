// SPDX-License-Identifier: MIT
// The axis that tells whose turn it is.
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

/// The axis whose two places are the players: the positions of an index space as pairs of stretches that differ in the
/// player to move alone.
struct turn_axis {
  std::uint64_t range_length = 1;     ///< positions
  bool is_first_player_first = true;  ///< whether the first player's stretch of a pair is the first one

  /// Nothing if the game has no such axis.
  [[nodiscard]] static std::optional<turn_axis> of(const any_game& game);
  /// By the axes of a game and the names of its players.
  [[nodiscard]] static std::optional<turn_axis> of(const std::vector<axis>& axes,
                                                   const std::array<std::string, 2>& player_names);

  /// Whether p lies in the first stretch of its pair.
  [[nodiscard]] bool is_in_first_range(position p) const noexcept { return p / range_length % 2 == 0; }
  [[nodiscard]] player player_to_move(position p) const noexcept {
    return is_in_first_range(p) == is_first_player_first ? player::first : player::second;
  }
  /// The position of the other stretch of p's pair; may be a hole.
  [[nodiscard]] position across(position p) const noexcept {
    return is_in_first_range(p) ? p + range_length : p - range_length;
  }
};

}  // namespace zermelo
