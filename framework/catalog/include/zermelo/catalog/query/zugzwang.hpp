// SPDX-License-Identifier: MIT
// Zugzwang: the player to move would be better off if the other one were to move on the same board. Better off is by
// who wins, after infinite play and the move limit, not by how soon; in games for points, by the margin from there on.
//
// So the other player, to move on that board, is in zugzwang too: the zugzwang is mutual. It is one-sided where the
// passed board has lost a right, such as to take en passant, so that passing back does not lead to the first position.
// Positions where play has ended are treated as all others: who is stuck would be better off if the other player were
// to move. Sources of the terms: E. Bleicher and G. Haworth, 6-Man Chess and Zugzwangs, 2010,
// doi 10.1007/978-3-642-12993-3_12; with points, J. Milnor, Sums of positional games, Annals of Mathematics Studies 28,
// 1953: there a game without zugzwang is one in which moving first is never worth less than moving second.
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

/// For positions, the same board with the other player to move. Thread-safe.
class passed_positions {
 public:
  /// The game must outlive this.
  explicit passed_positions(const any_game& game);

  /// Whether the game tells them, by an axis or by the hook `passed`.
  [[nodiscard]] bool are_known() const noexcept { return m_axis || m_rules != nullptr; }
  [[nodiscard]] const std::optional<turn_axis>& axis() const noexcept { return m_axis; }
  /// @param found  gets the positions; one that is a hole, or num_positions() or above, if there is none
  /// Preconditions: are_known(); the positions are legal.
  void find(std::span<const position> positions, std::span<position> found) const;

 private:
  std::optional<turn_axis> m_axis;
  const rules* m_rules = nullptr;  ///< with the hook, where there is no axis
};

/// What entries are worth to the first player, as a number that orders them: 0 where nobody wins, positive where that
/// player does, after infinite play and the move limit. In games for points the number grows with the margin, and a
/// win by endless play is worth less than one by a point; in all other games it is 1 or -1.
class entry_value {
 public:
  explicit entry_value(const any_game& game);
  /// Precondition: the entry is not illegal.
  [[nodiscard]] int operator()(const position_value& value, player to_move) const;

 private:
  result_rules m_result_rules;
  bool m_has_margins;
};

/// The index of the player who wins where an entry is worth so much: 0 the first, 1 the second, 2 nobody.
[[nodiscard]] constexpr std::size_t winner_of_value(int value_to_first) noexcept {
  return value_to_first == 0 ? 2 : value_to_first < 0 ? 1 : 0;
}

/// Whether a player is in zugzwang, by what the board is worth to the first player with either player to move.
[[nodiscard]] constexpr bool is_zugzwang(int value_if_first_moves, int value_if_second_moves) noexcept {
  return value_if_first_moves < value_if_second_moves;
}

/// A board with either player to move.
struct turn_pair {
  position first_moves = 0;      ///< in a game that is seen by the player to move, the position that was asked about
  int value_if_first_moves = 0;  ///< to the first player, see entry_value
  int value_if_second_moves = 0;
  bool is_mutual = true;  ///< passing twice leads back
  bool is_legal = false;  ///< false: there is no position with the other player to move, and no other member

  [[nodiscard]] bool is_zugzwang() const noexcept {
    return is_legal && zermelo::is_zugzwang(value_if_first_moves, value_if_second_moves);
  }
};

class turn_pair_reader;

/// What all threads read pairs from. Where the entries of a pair do not lie side by side in the index space, as along
/// an axis, they are held in memory, 4 bytes an entry, if half of the available memory suffices.
class turn_pair_source {
 public:
  /// Phase "read" if entries are to be held. The game and the entries must outlive this.
  /// Precondition: passed_positions(game).are_known(). @throws interrupted, and what reading the entries throws.
  turn_pair_source(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor);

  [[nodiscard]] turn_pair_reader reader() const;

 private:
  const any_game& m_game;
  passed_positions m_passed;
  const solution_entries& m_values;
  std::optional<value_table> m_resident;
};

/// Reads positions together with those of the other player to move. For one thread.
class turn_pair_reader {
 public:
  /// All must outlive this. Fastest if the entries lie in memory, see `load_values`.
  turn_pair_reader(const any_game& game, const passed_positions& passed, const solution_entries& values);

  /// The pairs of legal positions, some hundred at a time.
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
