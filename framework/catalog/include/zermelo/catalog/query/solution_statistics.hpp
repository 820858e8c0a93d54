// SPDX-License-Identifier: MIT
// Computes statistics of a solution in addition to its summary, in one pass over the entries.
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

/// The positions of one kind (a win of one player, or a tie) with the largest distance.
struct farthest_positions {
  std::optional<std::uint32_t> plies;  ///< the largest distance; nothing: no position of the kind has a distance
  std::uint64_t positions = 0;
  std::vector<position> examples;  ///< the first three, ascending
};

/// Counts of the legal positions with a given player to move, in one group or in total.
struct group_counts {
  outcome_counts counts;
  std::optional<std::uint32_t> max_distance_plies;  ///< of wins and losses; nothing: no distances
};

/// Boards, counted by the winners with either player to move. A board is a position without the player to move; in a
/// game reduced by symmetry, the position is canonical. If positions are relative, each position is a separate board,
/// and `first` is the player to move. Winners take `infinite_play` and `move_limit` into account.
struct board_counts {
  /// [winner if the first player is to move][winner if the second player is]: 0 first, 1 second, 2 nobody. Counts
  /// boards that are legal with either player to move.
  std::array<std::array<std::uint64_t, 3>, 3> by_winners{};
  std::uint64_t one_turn_only = 0;  ///< boards that are legal with only one player to move
  /// Boards where the first player is worse off to move than if the second player moves; see zugzwang.hpp. The same
  /// then holds for the second player. In games without points, these are the boards of class P, and those where having
  /// the move turns a draw into a loss or a win into a draw.
  std::uint64_t zugzwangs = 0;
  std::uint64_t one_sided_zugzwangs = 0;  ///< boards where only one player is in zugzwang
  /// The first three zugzwangs, ascending. In a mutual zugzwang, the first player is to move.
  std::vector<position> zugzwang_examples;

  [[nodiscard]] std::uint64_t next_wins() const { return by_winners[0][1]; }      ///< N
  [[nodiscard]] std::uint64_t previous_wins() const { return by_winners[1][0]; }  ///< P
  [[nodiscard]] std::uint64_t first_wins() const { return by_winners[0][0]; }     ///< L
  [[nodiscard]] std::uint64_t second_wins() const { return by_winners[1][1]; }    ///< R
  [[nodiscard]] std::uint64_t drawn() const;   ///< nobody wins if the first or the second player moves
  [[nodiscard]] std::uint64_t boards() const;  ///< the sum of `by_winners`
};

struct solution_statistics {
  solution_summary summary;                    ///< computed from the entries
  std::array<farthest_positions, 3> farthest;  ///< [kind]: raw wins of the first player, of the second player, ties
  std::array<group_counts, 2> by_turn;         ///< by the player to move
  /// Keys: the first index on the axis at which the field has the group's value, and the player to move.
  std::map<std::pair<std::uint64_t, player>, group_counts> by_group;
  std::vector<outcome_histogram> by_margin;  ///< [points]: wins and losses by this margin; 0: ties and draws; empty: no
                                             ///< margins
  std::optional<board_counts> boards;        ///< nothing if the game has neither an axis of players nor `passed`
};

/// Computes the statistics on `threads` threads (0 uses all threads of the machine). Reports phase "scan", one unit of
/// work per position, after phase "read" in a game with the hook `passed`. Memory: 1 MiB and 100 bytes per group for
/// each thread; with `passed` also 4 bytes per entry, if half of the available memory suffices.
/// @param by  the field whose values are the groups; nothing: no groups
/// @throws interrupted; input_error if the axis of `by` has more than 65,536 indices; what reading the entries throws.
[[nodiscard]] solution_statistics collect_statistics(const any_game& game, const solution_entries& values,
                                                     const std::optional<axis_field>& by, unsigned threads,
                                                     work_monitor& monitor);

}  // namespace zermelo
