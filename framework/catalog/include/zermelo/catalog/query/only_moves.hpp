// SPDX-License-Identifier: MIT
// Counts the positions with an only move, the one move that keeps the position's value for the player to move. Time and
// memory are those of move_counts.hpp for all positions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <zermelo/catalog/query/move_counts.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

struct only_move_count {
  std::uint64_t positions = 0;  ///< positions that are not terminal
  std::uint64_t only_move = 0;  ///< positions with several moves of which exactly one keeps the value

  only_move_count& operator+=(const only_move_count& more) {
    positions += more.positions;
    only_move += more.only_move;
    return *this;
  }
  friend bool operator==(const only_move_count&, const only_move_count&) = default;
};

/// The counts for the positions with a given player to move and a given value for this player.
struct only_move_counts {
  only_move_count all;
  std::vector<only_move_count> by_plies;  ///< [stored distance]; omits positions without a distance
};

/// [player to move][value], where values take `infinite_play` and `move_limit` into account. A lost position has no
/// only move. In a game for points, an only move is the one move that keeps the margin.
using only_move_statistics = std::array<std::array<only_move_counts, num_value_classes>, 2>;

/// Counts the only moves of all positions on `threads` threads (0 uses all threads of the machine). Reports phases
/// "read" and "moves". The keys of an explored game should be in memory, see load_keys.
/// @throws what move_values and move_counter throw
[[nodiscard]] only_move_statistics count_only_moves(const any_game& game, const solution_entries& values,
                                                    unsigned threads, work_monitor& monitor);

}  // namespace zermelo
