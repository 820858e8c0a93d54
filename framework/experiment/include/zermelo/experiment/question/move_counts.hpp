// SPDX-License-Identifier: MIT
// How many moves a position has, and how many of them keep what it is worth to the player to move: where one alone
// does, it is the only move.
//
//   time    that of the moves and of a look into memory for each
//   memory  some thousand moves
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
class rules;
class solution_entries;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// Moves as `successors` lists them. What they are worth is read by the rules of infinite play and move limit.
struct move_count {
  std::uint32_t moves = 0;    ///< none where play has ended, and in holes
  std::uint32_t winning = 0;  ///< after which the player who has moved wins
  std::uint32_t keeping = 0;  ///< after which the position is worth no less to that player: won, neither, or lost

  friend bool operator==(const move_count&, const move_count&) = default;
};

/// For one thread.
class move_counter {
 public:
  /// Both must outlive this. Fastest if the entries lie in memory, see `load_values`.
  move_counter(const any_game& game, const solution_entries& values);

  /// Counts the moves of the positions from `first` on; some hundred together are fastest.
  /// @throws input_error if the entries call a target illegal (they are false); what reading them throws.
  void count(position first, std::span<move_count> counts);

 private:
  const any_game& m_game;
  reading_rules m_rules;
  entry_reader m_values;
  batch_list<position_word> m_words;
  batch_list<position> m_moves;
  batch_list<player> m_targets_to_move;
};

}  // namespace zermelo::experiment
