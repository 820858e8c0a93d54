// SPDX-License-Identifier: MIT
// How many moves a position has, and how many of them win, or keep what the position is worth: where one alone does, it
// is the only move.
//
//   time     that of listing the moves, and of a look into memory for each
//   memory   some thousand moves for each thread
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/catalog/query/move_values.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

/// Moves to one position count once.
struct move_count {
  std::uint32_t moves = 0;                                  ///< none where play has ended, and in holes
  std::array<std::uint32_t, num_value_classes> by_class{};  ///< by what the player who has moved then has
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
  move_counter(const any_game& game, const move_values* values_of_moves, std::optional<position> target = std::nullopt);

  /// Counts the moves of positions, which ascend; hundreds that lie side by side are fastest.
  /// @throws input_error if the entries call the target of a move illegal (they are false).
  void count(std::span<const found_position> positions, std::span<move_count> counts);

 private:
  /// Counts the moves of positions that lie in one stretch.
  void count_range(std::span<const found_position> positions, std::span<move_count> counts);
  /// @param gains  of the moves to the targets; empty: nothing
  [[nodiscard]] move_count count_targets(const found_position& from, player to_move, std::span<position> targets,
                                         std::span<const std::int16_t> gains);

  const any_game& m_game;
  result_rules m_rules;
  const move_values* m_move_values;
  std::optional<position> m_target;
  batch_list<position_word> m_words;
  batch_list<position> m_moves;
  batch_list<std::int16_t> m_gains;                       ///< of `m_moves`; empty in games without gains
  std::vector<std::pair<position, int>> m_gaining_moves;  ///< of one position
};

}  // namespace zermelo
