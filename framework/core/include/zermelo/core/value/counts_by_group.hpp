// SPDX-License-Identifier: MIT
// The numbers of positions of a solution by group: canonical positions, and all positions that they represent; see
// count_by_group.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>

namespace zermelo {

/// The counts of one group for one player to move.
struct group_tally {
  std::uint32_t group = 0;
  std::string name;
  player to_move = player::first;
  outcome_histogram all;     ///< all positions: each canonical position counts with its orbit size
  outcome_histogram orbits;  ///< only canonical positions

  friend bool operator==(const group_tally&, const group_tally&) = default;
};

/// The counts of a complete solution.
struct counts_by_group {
  bool has_groups = false;          ///< if false, there is one group, without a name
  bool has_orbits = false;          ///< if false, every position represents only itself, and `orbits` is empty
  std::vector<group_tally> groups;  ///< ascending by group, then by player to move; empty without positions

  [[nodiscard]] outcome_histogram all() const {
    outcome_histogram sum;
    for (const group_tally& group : groups) sum += group.all;
    return sum;
  }
  /// [player]: the number of positions won by that player, before `infinite_play` and `move_limit`
  [[nodiscard]] std::array<std::uint64_t, 2> winners() const {
    std::array<std::uint64_t, 2> won{};
    for (const group_tally& group : groups) {
      won[index_of(group.to_move)] += group.all.counts.win;
      won[index_of(opponent(group.to_move))] += group.all.counts.loss;
    }
    return won;
  }
  friend bool operator==(const counts_by_group&, const counts_by_group&) = default;
};

}  // namespace zermelo
