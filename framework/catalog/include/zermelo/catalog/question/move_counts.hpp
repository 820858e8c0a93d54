// SPDX-License-Identifier: MIT
// How many moves a position has, and how many of them win, or keep what the position is worth: where one alone does, it
// is the only move.
//
//   time     that of listing the moves, and of a look into memory for each
//   memory   a byte for each position, two where margins may exceed 127, and some thousand moves for each thread
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/catalog/question/position_query.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// What a position is worth to a player, the greater the better. Ties and draws are even.
enum class worth : std::uint8_t { lost, even, won };
inline constexpr std::size_t num_worths = 3;

/// The worth in points: the margin of a win or loss, at least 1; 0 of ties and draws. A win or loss by the rules for
/// infinite play is of one point.
[[nodiscard]] int points_of(position_value value, const verdict& v, player whom);
[[nodiscard]] worth worth_of(int points);

/// What each position is worth in points after a move has led there: the move counts for the move limit.
class move_worths {
 public:
  /// Phase "read". @param threads  0: all threads of the machine
  /// @throws resource_error if less memory is available; interrupted; what reading the entries throws.
  move_worths(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor);

  void prefetch(position p) const {
    if (m_wide.size() > 0) {
      __builtin_prefetch(&m_wide[p]);
    } else {
      __builtin_prefetch(&m_narrow[p]);
    }
  }
  /// False where the entries say so.
  [[nodiscard]] bool is_legal(position p) const { return to_first(p) != (m_wide.size() > 0 ? no_wide : no_narrow); }
  /// Precondition: is_legal(p). @param mover  as the position before p calls the player who moves to p
  [[nodiscard]] int to_mover(position p, player mover) const { return mover == m_first ? to_first(p) : -to_first(p); }

 private:
  static constexpr int no_narrow = INT8_MIN;
  static constexpr int no_wide = std::numeric_limits<std::int16_t>::min();

  [[nodiscard]] int to_first(position p) const { return m_wide.size() > 0 ? m_wide[p] : m_narrow[p]; }
  /// @param to_first  an array of the worths to the first player, as positions call this player
  template <class Points>
  void load(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor,
            uninitialized_array<Points>& to_first);

  player m_first;  ///< as the position before calls the player whom a position calls the first
  // One of the two is filled; the lowest number is that of illegal positions.
  uninitialized_array<std::int8_t> m_narrow;
  uninitialized_array<std::int16_t> m_wide;
};

/// Moves to one position count once.
struct move_count {
  std::uint32_t moves = 0;                           ///< none where play has ended, and in holes
  std::array<std::uint32_t, num_worths> by_worth{};  ///< by what the player who has moved then has
  std::uint32_t keeping = 0;     ///< after which the position is worth no less to that player than before
  bool leads_to_target = false;  ///< one of the moves leads to the target of the counter
  std::int16_t gain = 0;         ///< the most points that a move to the target gains

  friend bool operator==(const move_count&, const move_count&) = default;
};

/// For one thread.
class move_counter {
 public:
  /// @param game    must outlive this
  /// @param worths  must outlive this; null: `moves` alone are counted
  move_counter(const any_game& game, const move_worths* worths, std::optional<position> target = std::nullopt);

  /// Counts the moves of positions, which ascend; hundreds that lie side by side are fastest.
  /// @throws input_error if the entries call the target of a move illegal (they are false).
  void count(std::span<const found_position> positions, std::span<move_count> counts);

 private:
  /// Counts the moves of positions that lie in one stretch.
  void count_stretch(std::span<const found_position> positions, std::span<move_count> counts);
  /// @param gains  of the moves to the targets; empty: nothing
  [[nodiscard]] move_count count_targets(const found_position& from, player mover, std::span<position> targets,
                                         std::span<const std::int16_t> gains);

  const any_game& m_game;
  reading_rules m_rules;
  const move_worths* m_worths;
  std::optional<position> m_target;
  batch_list<position_word> m_words;
  batch_list<position> m_moves;
  batch_list<std::int16_t> m_gains;                       ///< of `m_moves`; empty in games without gains
  std::vector<std::pair<position, int>> m_gaining_moves;  ///< of one position
};

}  // namespace zermelo
