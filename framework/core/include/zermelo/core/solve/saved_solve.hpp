// SPDX-License-Identifier: MIT
// A solve between two waves: all that is needed to go on with it later. What is kept of the positions holds everything
// but a few numbers, since a position whose distance the waves have not reached yet is one that waits to be spread.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// What the waves spread: first wins and losses, then ties.
enum class solve_stage : std::uint8_t { wins_and_losses = 0, ties = 1 };

/// How far a solve has come.
struct solve_milestone {
  solve_stage stage = solve_stage::wins_and_losses;
  std::uint64_t next_distance_plies = 0;  ///< the positions of this stage with a smaller distance are spread
  std::uint64_t edges = 0;                ///< moves out of legal positions that are not terminal
  std::uint64_t legal_positions = 0;
  std::uint32_t waves = 0;  ///< waves so far that had something to spread
  friend bool operator==(const solve_milestone&, const solve_milestone&) = default;
};

/// A solve at rest, as a visitor sees it. The words are packed_word's, one per position, with counters in
/// those still undecided; they are the solver's own and change when it goes on.
struct solve_snapshot {
  solve_milestone milestone;
  std::variant<std::span<const std::uint16_t>, std::span<const std::uint32_t>> words;
};

/// A copy that a solve can be continued from, on any engine and any number of threads.
struct saved_solve {
  solve_milestone milestone;
  std::variant<value_table::narrow_words, value_table::wide_words> words;
};

}  // namespace zermelo
