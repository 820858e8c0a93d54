// SPDX-License-Identifier: MIT
// Estimates the size of a game's graph from a sample of its positions.
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Estimates of a graph. `positions` and `max_margin` are exact.
struct graph_sample {
  std::uint64_t positions = 0;
  double edges_per_position = 0;
  std::uint64_t largest_out_degree = 0;
  /// The most frequent differences target - source of moves, most frequent first. Their number makes a difference_graph
  /// smallest. Empty if the graph should not be stored by differences: for a part of a game, if rows of numbers need at
  /// most as much memory, or if too many moves have other differences.
  std::vector<std::uint64_t> differences;
  double others_per_position = 0;          ///< number of moves whose difference is not in `differences`
  double leaving_moves_per_position = 0;   ///< for a part of a game
  std::uint32_t largest_end_distance = 0;  ///< of the sampled terminals, in plies
  std::uint32_t max_margin = 1;            ///< from the rules
};

/// Samples up to `positions_sampled` positions of a game. The sample depends only on the game.
/// @param monitor  only for stop requests @throws interrupted, and what the rules throw.
[[nodiscard]] graph_sample sample_graph(const rules& game, const work_monitor& monitor = work_monitor());

}  // namespace zermelo
