// SPDX-License-Identifier: MIT
// Counts the positions in which one move alone keeps what the position is worth to the player to move: the only move.
// It takes time and memory as move_counts.hpp says, for all positions.
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
  std::uint64_t positions = 0;  ///< in which play goes on
  std::uint64_t only_move = 0;  ///< of these, the positions with several moves of which one alone keeps the worth

  only_move_count& operator+=(const only_move_count& more) {
    positions += more.positions;
    only_move += more.only_move;
    return *this;
  }
  friend bool operator==(const only_move_count&, const only_move_count&) = default;
};

/// The positions of one player to move that are worth the same to that player.
struct only_move_counts {
  only_move_count all;
  std::vector<only_move_count> by_plies;  ///< [stored distance]; without positions that have none
};

/// [player to move][worth]: by verdicts after `infinite_play` and `move_limit`. A lost position has no only move. In a
/// game for points an only move is one that alone keeps the margin.
using only_move_statistics = std::array<std::array<only_move_counts, num_value_classes>, 2>;

/// Phases "read" and "moves", on `threads` threads (0: all of the machine). The keys of an explored game should be in
/// memory, see load_keys.
/// @throws as move_values and move_counter.
[[nodiscard]] only_move_statistics count_only_moves(const any_game& game, const solution_entries& values,
                                                    unsigned threads, work_monitor& monitor);

}  // namespace zermelo
