// SPDX-License-Identifier: MIT
// How many moves a position has, and how many of them win, or keep what the position is worth: where one alone does, it
// is the only move.
//
//   time     that of listing the moves, and of a look into memory for each
//   memory   a byte for each position, and some thousand moves for each thread
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/experiment/question/position_query.hpp>

namespace zermelo::experiment {

class any_game;

/// What a verdict is worth to a player, the greater the better. Ties and draws are even.
enum class worth : std::uint8_t { lost, even, won };
inline constexpr std::size_t num_worths = 3;

[[nodiscard]] worth worth_of(const verdict& v, player whom);

/// What each position is worth to either player after a move has led there: the move counts for the move limit.
class move_worths {
 public:
  /// Phase "read". @param threads  0: all threads of the machine
  /// @throws resource_error if less memory is available; interrupted; what reading the entries throws.
  move_worths(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor);

  void prefetch(position p) const { __builtin_prefetch(&m_worths[p]); }
  /// False where the entries say so.
  [[nodiscard]] bool is_legal(position p) const { return m_worths[p] != 0; }
  /// @param mover  as the position before p calls the player who moves to p
  [[nodiscard]] worth to_mover(position p, player mover) const {
    return static_cast<worth>(m_worths[p] >> m_shift[index_of(mover)] & worth_mask);
  }

 private:
  static constexpr unsigned worth_bits = 2;
  static constexpr unsigned worth_mask = 0b11;
  static constexpr unsigned legal_bit = 1U << (2 * worth_bits);

  std::uint8_t m_shift[2];
  uninitialized_array<std::uint8_t> m_worths;  ///< 0, or `legal_bit` and the worths to the first and second player
};

/// Moves to one position count once.
struct move_count {
  std::uint32_t moves = 0;       ///< none where play has ended, and in holes
  std::uint32_t winning = 0;     ///< after which the player who has moved wins
  std::uint32_t keeping = 0;     ///< after which the position is worth no less to that player than before
  bool leads_to_target = false;  ///< one of the moves leads to the target of the counter

  friend bool operator==(const move_count&, const move_count&) = default;
};

/// For one thread.
class move_counter {
 public:
  /// @param game    must outlive this
  /// @param worths  must outlive this; null: winning and keeping moves are not counted
  move_counter(const any_game& game, const move_worths* worths, std::optional<position> target = std::nullopt);

  /// Counts the moves of positions, which ascend; hundreds that lie side by side are fastest.
  /// @throws input_error if the entries call the target of a move illegal (they are false).
  void count(std::span<const found_position> positions, std::span<move_count> counts);

 private:
  /// Counts the moves of positions that lie in one stretch.
  void count_stretch(std::span<const found_position> positions, std::span<move_count> counts);
  [[nodiscard]] move_count count_targets(const found_position& from, player mover, std::span<position> targets) const;

  const any_game& m_game;
  reading_rules m_rules;
  const move_worths* m_worths;
  std::optional<position> m_target;
  batch_list<position_word> m_words;
  batch_list<position> m_moves;
};

}  // namespace zermelo::experiment
