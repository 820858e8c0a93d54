// SPDX-License-Identifier: MIT
// The scope and the report of a check of a game module; see check_game.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace zermelo {

/// The positions to check.
struct check_scope {
  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t sampled = all;      ///< number of positions spread over the index space
  std::uint64_t played = 0;         ///< number of positions reached by random play from the start, if the game has one
  std::uint64_t max_moves = all;    ///< each part of the check stops after listing this many moves
  std::size_t max_violations = 20;  ///< few, since a wrong hook usually fails everywhere

  /// A sample that is checked within seconds for any game.
  [[nodiscard]] static check_scope sample() {
    return {.sampled = 4096, .played = 4096, .max_moves = 20'000'000, .max_violations = 10};
  }
};

/// Counts of the checked positions of one group; with the hook `canonical`, of canonical positions.
struct checked_group {
  std::string name;  ///< empty if the game does not name groups
  std::uint64_t legal = 0;
  std::uint64_t ends = 0;   ///< legal positions that are terminal or have no moves
  std::uint64_t moves = 0;  ///< out of the other legal positions

  friend bool operator==(const checked_group&, const checked_group&) = default;
};

/// The result of a check.
struct check_report {
  std::uint64_t checked = 0;            ///< positions; states if the game has no ranking
  std::vector<std::string> violations;  ///< one sentence each; at most scope.max_violations
  bool is_cut_short = false;            ///< the check stopped at scope.max_violations violations
  std::vector<checked_group> groups;    ///< groups of the checked positions, in the order of their numbers
  std::string unchecked;                ///< a sentence on parts of the contract that were not checked; may be empty
};

}  // namespace zermelo
