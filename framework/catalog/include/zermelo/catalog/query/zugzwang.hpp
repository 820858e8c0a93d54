// SPDX-License-Identifier: MIT
// Zugzwang: the player to move would be better off if the opponent were to move on the same board. "Better off" is
// judged by the winner after infinite play and the move limit, not by the distance; in games for points, by the margin
// from the position onwards.
//
// The opponent, to move on that board, is then in zugzwang too: the zugzwang is mutual. It is one-sided if passing
// loses a right, such as the right to take en passant, so that passing back does not lead to the first position.
// Terminal positions are treated like all others: a stuck player would be better off if the opponent were to move.
// Sources of the terms: E. Bleicher and G. Haworth, 6-Man Chess and Zugzwangs, 2010, doi 10.1007/978-3-642-12993-3_12;
// with points, J. Milnor, Sums of positional games, Annals of Mathematics Studies 28, 1953: there a game without
// zugzwang is one in which moving first is never worth less than moving second.
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

/// Maps positions to the same board with the other player to move. Thread-safe.
class passed_positions {
 public:
  /// The game must outlive this.
  explicit passed_positions(const any_game& game);

  /// Whether the game defines passed positions, by an axis or by the hook `passed`.
  [[nodiscard]] bool are_known() const noexcept { return m_axis || m_rules != nullptr; }
  [[nodiscard]] const std::optional<turn_axis>& axis() const noexcept { return m_axis; }
  /// @param found  receives the positions; an unused index, or a number of at least num_positions(), if there is no
  /// such position
  /// Preconditions: are_known(); the positions are legal.
  void find(std::span<const position> positions, std::span<position> found) const;

 private:
  std::optional<turn_axis> m_axis;
  const rules* m_rules = nullptr;  ///< rules with the hook, if there is no axis
};

/// The value of entries for the first player, as a number that orders them: 0 if nobody wins, positive if the first
/// player wins, after infinite play and the move limit. In games for points the number grows with the margin, and a win
/// by endless play is less than a win by one point; in all other games it is 1 or -1.
class entry_value {
 public:
  explicit entry_value(const any_game& game);
  /// Precondition: the entry is not illegal.
  [[nodiscard]] int operator()(const position_value& value, player to_move) const;

 private:
  result_rules m_result_rules;
  bool m_has_margins;
};

/// The index of the winner for a value to the first player: 0 the first, 1 the second, 2 nobody.
[[nodiscard]] constexpr std::size_t winner_of_value(int value_to_first) noexcept {
  return value_to_first == 0 ? 2 : value_to_first < 0 ? 1 : 0;
}

/// Whether a player is in zugzwang, by the values of the board to the first player with either player to move.
[[nodiscard]] constexpr bool is_zugzwang(int value_if_first_moves, int value_if_second_moves) noexcept {
  return value_if_first_moves < value_if_second_moves;
}

/// A board with either player to move.
struct turn_pair {
  position first_moves = 0;      ///< if positions are relative to the player to move, the requested position
  int value_if_first_moves = 0;  ///< value to the first player, see entry_value
  int value_if_second_moves = 0;
  bool is_mutual = true;  ///< passing twice leads back
  bool is_legal = false;  ///< false: there is no position with the other player to move; other members are then unset

  [[nodiscard]] bool is_zugzwang() const noexcept {
    return is_legal && zermelo::is_zugzwang(value_if_first_moves, value_if_second_moves);
  }
};

class turn_pair_reader;

/// The source of pairs for all threads. If the two entries of a pair are not close together in the index space, as they
/// are along an axis, all entries are loaded into memory, 4 bytes per entry, if half of the available memory suffices.
class turn_pair_source {
 public:
  /// Runs phase "read" if entries are loaded. The game and the entries must outlive this. Precondition:
  /// passed_positions(game).are_known(). @throws interrupted; what reading the entries throws
  turn_pair_source(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor);

  [[nodiscard]] turn_pair_reader reader() const;

 private:
  const any_game& m_game;
  passed_positions m_passed;
  const solution_entries& m_values;
  std::optional<value_table> m_resident;
};

/// Reads positions together with those with the other player to move. Used by one thread.
class turn_pair_reader {
 public:
  /// All arguments must outlive this. Fastest if the entries are in memory, see `load_values`.
  turn_pair_reader(const any_game& game, const passed_positions& passed, const solution_entries& values);

  /// The pairs of legal positions, some hundred per call.
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
