// SPDX-License-Identifier: MIT
// What can be said of a solution as a whole beyond its summary, in one pass that reads each entry once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/experiment/question/position_query.hpp>

namespace zermelo::experiment {

class any_game;

/// The positions that are farthest from an end of one kind.
struct farthest_positions {
  std::optional<std::uint32_t> plies;  ///< nothing: there is no such end
  std::uint64_t positions = 0;
  std::vector<position> first;  ///< those of lowest number, three at most
};

/// The positions of one group with one player to move.
struct group_counts {
  outcome_counts counts;
  std::optional<std::uint32_t> max_distance_plies;  ///< the longest win or loss
};

/// Boards, which are positions but for whose turn it is, by who wins if the one or the other is to move; after
/// `infinite_play` and `move_limit`. A board counts here if it is legal either way.
struct board_counts {
  /// [who wins if the first player moves][who wins if the second one moves]: first, second, nobody.
  std::array<std::array<std::uint64_t, 3>, 3> by_winners{};
  std::uint64_t one_turn_only = 0;       ///< boards that are legal for one player to move only
  std::vector<position> first_zugzwang;  ///< positions of the first player to move, of lowest number, three at most

  [[nodiscard]] std::uint64_t next_wins() const { return by_winners[0][1]; }      ///< N
  [[nodiscard]] std::uint64_t previous_wins() const { return by_winners[1][0]; }  ///< P
  [[nodiscard]] std::uint64_t first_wins() const { return by_winners[0][0]; }     ///< L
  [[nodiscard]] std::uint64_t second_wins() const { return by_winners[1][1]; }    ///< R
  [[nodiscard]] std::uint64_t drawn() const;                                      ///< nobody wins for one turn at least
  [[nodiscard]] std::uint64_t boards() const;
  /// Boards where either player is worse off moving than if the opponent had to: P, and those where moving turns a
  /// draw into a loss, or a win into a draw.
  [[nodiscard]] std::uint64_t zugzwangs() const;
};

struct solution_statistics {
  solution_summary summary;                                           ///< of the entries themselves
  std::array<farthest_positions, 3> farthest;                         ///< wins of the first and second player, ties
  std::array<group_counts, 2> by_turn;                                ///< by the player to move
  std::map<std::pair<std::uint64_t, player>, group_counts> by_group;  ///< by a place of the field's, and the turn
  std::optional<board_counts> boards;                                 ///< if there is an axis of the two turns
};

/// The groups are the values of `by`; the first place on the axis that has a value stands for it.
/// Phase "scan", one unit of work per position. Memory: 1 MiB a thread, and for each group 100 bytes a thread.
/// @throws interrupted; input_error if the axis of `by` has more than 65,536 places; what reading the entries throws.
[[nodiscard]] solution_statistics collect_statistics(const any_game& game, const solution_entries& values,
                                                     const std::optional<place_field>& by, unsigned threads,
                                                     work_monitor& monitor);

}  // namespace zermelo::experiment
