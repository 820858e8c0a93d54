// SPDX-License-Identifier: MIT
// Detects zugzwang: the player to move would be better off if the opponent were to move on the same board. "Better off"
// refers to the winner after infinite play and the move limit, or to the margin in games for points, but not to the
// distance.
//
// If the opponent, to move on that board, is in zugzwang too, the zugzwang is mutual. It is one-sided if passing loses
// a right, such as the right to capture en passant, so that passing back does not lead to the first position. Terminal
// positions are treated like all others: a stuck player would be better off if the opponent were to move. Sources of
// the terms: E. Bleicher and G. Haworth, 6-Man Chess and Zugzwangs, 2010, doi 10.1007/978-3-642-12993-3_12; with
// points, J. Milnor, Sums of positional games, Annals of Mathematics Studies 28, 1953: there a game without zugzwang is
// one in which moving first is never worth less than moving second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/catalog/query/turn_axis.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {
class rules;
class solution_entries;
class any_game;

/// Maps positions to those with the same board and the other player to move. Thread-safe.
class passed_positions {
 public:
  /// @param game  must outlive this object
  explicit passed_positions(const any_game& game);

  /// Whether the game defines passed positions, by an axis or by the hook `passed`.
  [[nodiscard]] bool are_known() const noexcept { return m_axis || m_rules != nullptr; }
  [[nodiscard]] const std::optional<turn_axis>& axis() const noexcept { return m_axis; }
  /// Finds the passed positions. Preconditions: are_known(); the positions are legal.
  /// @param found  receives them; an unused index or a number of at least num_positions() means that there is none
  void find(std::span<const position> positions, std::span<position> found) const;

 private:
  std::optional<turn_axis> m_axis;
  const rules* m_rules = nullptr;  ///< rules with the hook, if there is no axis
};

/// Computes the value of entries for the first player as a number: 0 if nobody wins, positive if the first player wins,
/// and negative if the second player wins, after infinite play and the move limit. In games for points, the absolute
/// value increases with the margin, and a win by infinite play is less than a win by one point; in all other games it
/// is 1.
class entry_value {
 public:
  explicit entry_value(const any_game& game);
  /// Returns the value of an entry. Precondition: the entry is not illegal.
  [[nodiscard]] int operator()(const position_value& value, player to_move) const;

 private:
  result_rules m_result_rules;
  bool m_has_margins;
};

/// Returns the index of the winner, given the value for the first player: 0 for the first, 1 for the second, 2 for
/// nobody.
[[nodiscard]] constexpr std::size_t winner_of_value(int value_to_first) noexcept {
  return value_to_first == 0 ? 2 : value_to_first < 0 ? 1 : 0;
}

/// Whether a player is in zugzwang, given the values of the board for the first player with either player to move.
[[nodiscard]] constexpr bool is_zugzwang(int value_if_first_moves, int value_if_second_moves) noexcept {
  return value_if_first_moves < value_if_second_moves;
}

/// A board with either player to move.
struct turn_pair {
  position first_moves = 0;      ///< if positions are relative to the player to move, the requested position
  int value_if_first_moves = 0;  ///< value to the first player, see entry_value
  int value_if_second_moves = 0;
  bool is_mutual = true;  ///< passing twice leads back to the position
  bool is_legal = false;  ///< false: there is no position with the other player to move; other members are then unset

  [[nodiscard]] bool is_zugzwang() const noexcept {
    return is_legal && zermelo::is_zugzwang(value_if_first_moves, value_if_second_moves);
  }
};

class turn_pair_reader;

/// Provides the entries of pairs for all threads. Without an axis of players, the entries of a pair are far apart, so
/// all entries are loaded into memory, with 4 bytes per entry, if half of the available memory suffices.
class turn_pair_source {
 public:
  /// Reports phase "read" if entries are loaded. The game and the entries must outlive this object. Precondition:
  /// passed_positions(game).are_known(). @throws interrupted; what reading the entries throws
  turn_pair_source(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor);

  [[nodiscard]] turn_pair_reader reader() const;

 private:
  const any_game& m_game;
  passed_positions m_passed;
  const solution_entries& m_values;
  std::optional<value_table> m_resident;
};

/// Reads positions together with those with the other player to move. For use by one thread.
class turn_pair_reader {
 public:
  /// All arguments must outlive this object. Reading is fastest if the entries are in memory, see `load_values`.
  turn_pair_reader(const any_game& game, const passed_positions& passed, const solution_entries& values);

  /// Reads the pairs of legal positions, several hundred per call.
  /// @param values  the entries of the positions
  /// @throws what reading the entries throws
  void read(std::span<const position> positions, std::span<const position_value> values, std::span<turn_pair> pairs);

 private:
  const any_game& m_game;
  const passed_positions& m_passed;
  entry_value m_value;
  entry_reader m_values;
  std::vector<position> m_others;
  std::vector<position> m_back;
  std::vector<position> m_sought;
  std::vector<player> m_to_move;
};

}  // namespace zermelo
