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

  std::uint64_t spread = all;      ///< number of positions that are spread over the index space
  std::uint64_t played = 0;        ///< number of positions that are met by random play from the start, if there is one
  std::uint64_t most_moves = all;  ///< the check stops once so many moves have been listed
  std::size_t most_findings = 20;  ///< few, since what is wrong once is usually wrong everywhere

  /// A sample that takes seconds, whatever the game.
  [[nodiscard]] static check_scope sample() {
    constexpr std::uint64_t some_thousand = 4096;
    constexpr std::uint64_t moves_of_seconds = 20'000'000;
    constexpr std::size_t findings_to_read = 10;
    return {some_thousand, some_thousand, moves_of_seconds, findings_to_read};
  }
};

/// Counts of the checked positions of one group; with the hook `canonical`, of representatives.
struct group_of_rules {
  std::string name;  ///< empty for a game that names no groups
  std::uint64_t legal = 0;
  std::uint64_t ends = 0;   ///< legal positions that are terminal or have no moves
  std::uint64_t moves = 0;  ///< out of the other legal positions

  friend bool operator==(const group_of_rules&, const group_of_rules&) = default;
};

struct check_report {
  std::uint64_t checked = 0;           ///< positions, or states, looked at
  std::vector<std::string> findings;   ///< broken promises, a sentence each; at most scope.most_findings
  bool is_cut_short = false;           ///< the check has stopped at scope.most_findings findings
  std::vector<group_of_rules> groups;  ///< of checked positions, in the order of the groups
  std::string unchecked;               ///< a sentence on promises that could not be checked; empty: none
};

}  // namespace zermelo
