// SPDX-License-Identifier: MIT
// Computes the values of positions for a player from their entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// The value of a position for a player; greater is better. Ties and draws are `even`.
enum class value_class : std::uint8_t { lost, even, won };
inline constexpr std::size_t num_value_classes = 3;

/// Returns the value in points: the positive or negative margin of a win or loss, or 0 for a tie or draw. A win or loss
/// by the rules for infinite play counts one point.
[[nodiscard]] int points_of(position_value value, const game_result& v, player whom);
[[nodiscard]] value_class value_class_of(int points);

/// Stores the value of each position, in points, after a move to it. The move counts towards the move limit. Memory: 1
/// byte per position, or 2 bytes if margins can exceed 127.
class move_values {
 public:
  /// Reads the entries. Reports phase "read". @param threads  0 uses all threads of the machine
  /// @throws resource_error if there is not enough memory; interrupted; what reading the entries throws.
  move_values(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor);

  void prefetch(position p) const {
    if (m_wide.size() > 0) {
      __builtin_prefetch(&m_wide[p]);
    } else {
      __builtin_prefetch(&m_narrow[p]);
    }
  }
  /// Whether the entry of a position is legal.
  [[nodiscard]] bool is_legal(position p) const { return to_first(p) != (m_wide.size() > 0 ? no_wide : no_narrow); }
  /// Returns the value of p for a player. Precondition: is_legal(p). @param to_move  the player who moves to p, in the
  /// numbering of the position before p
  [[nodiscard]] int to_player(position p, player to_move) const {
    return to_move == m_first ? to_first(p) : -to_first(p);
  }

 private:
  static constexpr int no_narrow = INT8_MIN;
  static constexpr int no_wide = std::numeric_limits<std::int16_t>::min();

  [[nodiscard]] int to_first(position p) const { return m_wide.size() > 0 ? m_wide[p] : m_narrow[p]; }
  /// @param to_first  receives the values for the player whom each position calls first
  template <class Points>
  void load(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor,
            uninitialized_array<Points>& to_first);

  player m_first;  ///< how the previous position numbers a position's first player
  // Exactly one of the two arrays is used; its lowest number marks illegal positions.
  uninitialized_array<std::int8_t> m_narrow;
  uninitialized_array<std::int16_t> m_wide;
};

}  // namespace zermelo
