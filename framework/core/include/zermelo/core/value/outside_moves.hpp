// SPDX-License-Identifier: MIT
// Values that arrive from outside: rules may be those of a part of a game, some of whose moves lead to positions that
// are decided elsewhere.
//
// What the moves of a vertex to the outside do, where o is the player to move, and P wins endless play, if anybody
// does. All moves of one kind together hold one unit of the vertex's counter (packed_word.hpp).
//
//   moves to wins of o         decide the vertex at their least distance. Their unit is never taken: o need not lose.
//   moves to losses of o       lose their unit at their greatest distance
//   moves to ties and draws    keep their unit in the stage of wins. In the stage of ties, if o is not P, moves to ties
//                              decide the vertex at their least distance. If o is P, the unit is taken at the greatest
//                              distance of a tie, or never if a move leads to a draw.
//
// To be decided, or to lose a unit, at distance d is an *arrival*: it happens in the wave that spreads the vertices of
// distance d, by the rule of that wave, so that a decided vertex has distance d + 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

/// A summary of the moves of one vertex out of its graph.
class outside_moves {
 public:
  /// @param owner  the player to move
  explicit outside_moves(player owner) : m_owner(owner) {}

  /// Adds a move to a position from which play leads to this end.
  void add(const result& to) {
    ++m_num_moves;
    if (to.is_drawn) {
      m_has_draw = true;
    } else if (!to.winner) {
      m_least_tie = std::min(m_least_tie, to.distance_plies);
      m_greatest_tie = std::max(m_greatest_tie, to.distance_plies);
    } else if (*to.winner == m_owner) {
      m_least_win = std::min(m_least_win, to.distance_plies);
    } else {
      m_has_loss = true;
      m_greatest_loss = std::max(m_greatest_loss, to.distance_plies);
    }
  }

  [[nodiscard]] std::uint64_t num_moves() const noexcept { return m_num_moves; }
  /// The units that these moves add to the counter of the vertex.
  [[nodiscard]] std::uint64_t num_units() const noexcept {
    return std::uint64_t{has_win()} + std::uint64_t{m_has_loss} + std::uint64_t{has_tie() || m_has_draw};
  }
  [[nodiscard]] bool has_tie() const noexcept { return m_least_tie != no_distance; }

  /// The value of a vertex that has no other moves. Precondition: num_moves() > 0.
  [[nodiscard]] position_value value(std::optional<player> infinite_play) const {
    if (has_win()) return {outcome::win, m_least_win + 1};
    const bool prefers_draws = infinite_play == m_owner;
    if (m_has_draw && (prefers_draws || !has_tie())) return {outcome::draw, no_distance};
    if (has_tie()) return {outcome::tie, (prefers_draws ? m_greatest_tie : m_least_tie) + 1};
    return {outcome::loss, m_greatest_loss + 1};
  }

  /// Calls f(kind, distance in plies) for each arrival, with the kind of its wave as seen from the outside.
  template <class Callback>
  void for_each_arrival(std::optional<player> infinite_play, viewpoint seen_by, const Callback& f) const {
    const player owner = across_move(m_owner, seen_by);
    if (has_win()) f(kind_won_by(owner), m_least_win);
    if (m_has_loss) f(kind_won_by(opponent(owner)), m_greatest_loss);
    if (!has_tie()) return;
    if (infinite_play != m_owner) {
      f(wave_kind::tied, m_least_tie);
    } else if (!m_has_draw) {
      f(wave_kind::tied, m_greatest_tie);
    }
  }

 private:
  [[nodiscard]] bool has_win() const noexcept { return m_least_win != no_distance; }

  player m_owner;
  std::uint64_t m_num_moves = 0;
  std::uint32_t m_least_win = no_distance;  ///< in plies, as the following members; no_distance exceeds all distances
  std::uint32_t m_least_tie = no_distance;
  std::uint32_t m_greatest_tie = 0;   ///< valid if m_least_tie is set
  std::uint32_t m_greatest_loss = 0;  ///< valid if m_has_loss
  bool m_has_loss = false;
  bool m_has_draw = false;
};

}  // namespace zermelo
