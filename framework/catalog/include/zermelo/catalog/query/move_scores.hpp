// SPDX-License-Identifier: MIT
// Ranks moves by the entries of a table.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Computes the scores of a player's moves from a position, see entry_scores. A greater score is better. If the entry
/// of the position is correct, its score is that of the best move.
class move_scores {
 public:
  /// @param has_distances  whether the entries of the position and of all moves have distances; if not, only outcomes
  /// and margins count
  move_scores(player to_move, std::optional<player> infinite_play, bool has_distances)
      : m_scores(to_move, infinite_play), m_whom(to_move), m_has_distances(has_distances) {}

  [[nodiscard]] std::int64_t of_position(position_value value) const { return m_scores.score(compared(value), m_whom); }
  /// @throws what end_of_move throws
  [[nodiscard]] std::int64_t of_move(position_value after, player to_move, int gain) const {
    const std::int64_t reached = m_scores.score_of_end(end_of_move(compared(after), to_move, gain, m_whom));
    return m_has_distances ? m_scores.one_ply_back(reached) : reached;
  }

 private:
  [[nodiscard]] position_value compared(position_value value) const {
    if (!m_has_distances && value.outcome != outcome::draw) value.distance_plies = 0;
    return value;
  }

  entry_scores<std::int64_t> m_scores;
  player m_whom;
  bool m_has_distances;
};

}  // namespace zermelo
