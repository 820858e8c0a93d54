// SPDX-License-Identifier: MIT
// What a check of a game module is asked for, and what it found; see check_game.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace zermelo {

/// What to check.
struct check_scope {
  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t spread = all;      ///< so many positions, spread over the index space
  std::uint64_t played = 0;        ///< and so many met by random play from the start, if there is one
  std::uint64_t most_moves = all;  ///< no further position is looked at once so many moves have been listed
  std::size_t most_findings = 20;  ///< whatever is wrong once is usually wrong everywhere

  /// A sample that takes seconds, whatever the game.
  [[nodiscard]] static check_scope sample() {
    constexpr std::uint64_t some_thousand = 4096;
    constexpr std::uint64_t moves_of_seconds = 20'000'000;
    constexpr std::size_t findings_to_read = 10;
    return {some_thousand, some_thousand, moves_of_seconds, findings_to_read};
  }
};

/// What the rules say of the positions of one group that were looked at; with the hook `canonical`, of representatives.
struct group_of_rules {
  std::string name;  ///< empty for a game that names no groups
  std::uint64_t legal = 0;
  std::uint64_t ends = 0;   ///< of these: terminal, or without moves
  std::uint64_t moves = 0;  ///< out of the others

  friend bool operator==(const group_of_rules&, const group_of_rules&) = default;
};

struct check_report {
  std::uint64_t checked = 0;           ///< positions, or states, looked at
  std::vector<std::string> findings;   ///< what is broken, a sentence each; the first of them
  bool is_cut_short = false;           ///< so many findings were asked for, and no further ones were looked for
  std::vector<group_of_rules> groups;  ///< of what was looked at, in the order of the groups
  std::string unchecked;               ///< a sentence on what could not be looked at; empty if all could
};

}  // namespace zermelo
