// SPDX-License-Identifier: MIT
// Counts the moves of a position, the winning moves, and the moves that keep the position's value. If exactly one move
// keeps the value, it is the only move.
//
//   time     that of listing the moves, and one memory access per move
//   memory   several thousand moves per thread
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

/// The counts for one position. Several moves to the same position count once.
struct move_count {
  std::uint32_t moves = 0;                                  ///< 0 for terminal and illegal positions
  std::array<std::uint32_t, num_value_classes> by_class{};  ///< by the value of the target for the player who moves
  std::uint32_t keeping = 0;                                ///< moves that do not lower the value for that player
  bool leads_to_target = false;                             ///< whether a move leads to the target of the counter
  std::int16_t gain = 0;                                    ///< the largest gain, in points, of a move to the target

  friend bool operator==(const move_count&, const move_count&) = default;
};

/// Counts moves. For use by one thread.
class move_counter {
 public:
  /// @param game    must outlive the counter
  /// @param values_of_moves  must outlive the counter; if null, only `moves` is counted
  move_counter(const any_game& game, const move_values* values_of_moves, std::optional<position> target = std::nullopt);

  /// Counts the moves of positions in ascending order. Calls with hundreds of neighbouring positions are fastest.
  /// @throws input_error if the entry of a move's target is illegal, which means that the table is wrong.
  void count(std::span<const found_position> positions, std::span<move_count> counts);

 private:
  /// Counts the moves of positions in one range.
  void count_range(std::span<const found_position> positions, std::span<move_count> counts);
  /// @param gains  the gains of the moves to the targets; empty if there are no gains
  [[nodiscard]] move_count count_targets(const found_position& from, player to_move, std::span<position> targets,
                                         std::span<const std::int16_t> gains);

  const any_game& m_game;
  result_rules m_rules;
  const move_values* m_move_values;
  std::optional<position> m_target;
  batch_list<position_word> m_words;
  batch_list<position> m_moves;
  batch_list<std::int16_t> m_gains;                       ///< the gains of `m_moves`; empty in games without gains
  std::vector<std::pair<position, int>> m_gaining_moves;  ///< the moves with gains of one position
};

}  // namespace zermelo
