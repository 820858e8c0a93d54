// SPDX-License-Identifier: MIT
// Statistics of a solution beyond its summary, in one pass over the entries.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>

namespace zermelo {

class any_game;

/// The positions of one kind (a win of one player, or a tie) that have the largest distance.
struct farthest_positions {
  std::optional<std::uint32_t> plies;  ///< that distance; nothing: no position of the kind has a distance
  std::uint64_t positions = 0;
  std::vector<position> examples;  ///< the first three, ascending
};

/// The legal positions with one player to move, of one group or of all.
struct group_counts {
  outcome_counts counts;
  std::optional<std::uint32_t> max_distance_plies;  ///< of wins and losses; nothing: none has a distance
};

/// Boards, counted by the winners with either player to move. A board is a position without the player to move; in a
/// folded game, a representative. Where positions are seen by the player to move, each is a board of its own, and
/// `first` is who is to move. Winners are those after `infinite_play` and `move_limit`.
struct board_counts {
  /// [winner if the first player is to move][winner if the second player is]: 0 first, 1 second, 2 nobody. Boards that
  /// are legal with either player to move.
  std::array<std::array<std::uint64_t, 3>, 3> by_winners{};
  std::uint64_t one_turn_only = 0;  ///< boards that are legal with one player to move alone
  /// Boards where the first player is worse off if to move than if the second player is; the same then holds for the
  /// second player: see zugzwang.hpp. In games without points these are the boards of class P, and those where having
  /// the move turns a draw into a loss or a win into a draw.
  std::uint64_t zugzwangs = 0;
  std::uint64_t one_sided_zugzwangs = 0;  ///< those of one player
  /// The first three, ascending: with the first player to move, if mutual.
  std::vector<position> zugzwang_examples;

  [[nodiscard]] std::uint64_t next_wins() const { return by_winners[0][1]; }      ///< N
  [[nodiscard]] std::uint64_t previous_wins() const { return by_winners[1][0]; }  ///< P
  [[nodiscard]] std::uint64_t first_wins() const { return by_winners[0][0]; }     ///< L
  [[nodiscard]] std::uint64_t second_wins() const { return by_winners[1][1]; }    ///< R
  [[nodiscard]] std::uint64_t drawn() const;   ///< nobody wins with one or either turn
  [[nodiscard]] std::uint64_t boards() const;  ///< the sum of `by_winners`
};

struct solution_statistics {
  solution_summary summary;                    ///< computed from the entries
  std::array<farthest_positions, 3> farthest;  ///< raw wins of the first player, of the second player, ties
  std::array<group_counts, 2> by_turn;         ///< by the player to move
  /// By the first place on the axis that has the group's value of the field, and the player to move.
  std::map<std::pair<std::uint64_t, player>, group_counts> by_group;
  std::vector<outcome_histogram> by_margin;  ///< [points]: won or lost by so many; 0: ties and draws; empty: no margins
  std::optional<board_counts> boards;        ///< nothing: the game has neither an axis of the players nor `passed`
};

/// Counts all entries on `threads` threads (0: all of the machine). Phase "scan", one unit of work per position; before
/// it, in a game with the hook `passed`, phase "read". Memory per thread: 1 MiB, and 100 bytes for each group; and with
/// `passed` 4 bytes an entry, if half of the available memory suffices.
/// @param by  the field whose values are the groups; nothing: no groups
/// @throws interrupted; input_error if the axis of `by` has more than 65,536 places; what reading the entries throws.
[[nodiscard]] solution_statistics collect_statistics(const any_game& game, const solution_entries& values,
                                                     const std::optional<axis_field>& by, unsigned threads,
                                                     work_monitor& monitor);

}  // namespace zermelo
