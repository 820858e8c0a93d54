// SPDX-License-Identifier: MIT
// Values from outside: rules may describe a part of a game, where some moves lead to positions outside the part that
// are already decided.
//
// A vertex's moves to the outside have the following effects. o is the player to move, and P is the player that wins
// endless play, if any. All moves of one kind together contribute one unit to the vertex's counter (packed_word.hpp).
//
//   moves to wins of o         decide the vertex in the stage of their greatest margin, at the least distance among
//                              moves with this margin. Their unit is never removed: o can avoid a loss.
//   moves to losses of o       remove their unit in the stage of their least margin, at the greatest distance among
//                              moves with this margin. A loss beyond the bound of margins has no unit: o can avoid such
//                              a large loss.
//   moves to ties and draws    keep their unit in the stages of wins. In the stage of ties, if o is not P, moves to
//                              ties decide the vertex at their least distance. If o is P, the unit is removed at the
//                              greatest distance of a tie, or never if a move leads to a draw.
//
// A *boundary value* is such a decision or removal of a unit, with a distance d. It is applied in the wave that
// propagates the vertices of distance d, by the rule of that wave, so that a decided vertex has distance d + 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

/// A summary of the moves that lead from one vertex out of its graph.
class outside_moves {
 public:
  /// @param to_move     the player to move
  /// @param max_margin  the bound of the vertex's margin
  outside_moves(player to_move, std::uint32_t max_margin) : m_to_move(to_move), m_max_margin(max_margin) {}

  /// Adds a move to a position from which play leads to this result.
  void add(const result& to) {
    ++m_num_moves;
    if (to.is_drawn) {
      m_has_draw = true;
    } else if (!to.winner) {
      m_least_tie = std::min(m_least_tie, to.distance_plies);
      m_greatest_tie = std::max(m_greatest_tie, to.distance_plies);
    } else if (*to.winner == m_to_move) {
      add_win(static_cast<std::uint32_t>(to.points()), to.distance_plies);
    } else {
      add_loss(static_cast<std::uint32_t>(to.points()), to.distance_plies);
    }
  }

  [[nodiscard]] std::uint64_t num_moves() const noexcept { return m_num_moves; }
  /// The number of units that these moves contribute to the counter of the vertex.
  [[nodiscard]] std::uint64_t num_units() const noexcept {
    return std::uint64_t{has_win()} + std::uint64_t{has_loss() && m_loss_margin <= m_max_margin} +
           std::uint64_t{has_tie() || m_has_draw};
  }
  [[nodiscard]] bool has_tie() const noexcept { return m_least_tie != no_distance; }

  /// The value of a vertex that has only these moves. Precondition: num_moves() > 0.
  [[nodiscard]] position_value value(std::optional<player> infinite_play) const {
    if (has_win()) return {outcome::win, m_least_win + 1, extra_points(m_win_margin)};
    const bool prefers_draws = infinite_play == m_to_move;
    if (m_has_draw && (prefers_draws || !has_tie())) return {outcome::draw, no_distance};
    if (has_tie()) return {outcome::tie, (prefers_draws ? m_greatest_tie : m_least_tie) + 1};
    return {outcome::loss, m_greatest_loss + 1, extra_points(m_loss_margin)};
  }
  /// The margin of the vertex as decided by these moves, if it exceeds the bound; otherwise 0. @param num_moves  the
  /// number of all moves of the vertex, including these
  [[nodiscard]] int margin_beyond_bound(std::uint64_t num_moves) const noexcept {
    if (m_win_margin > m_max_margin) return static_cast<int>(m_win_margin);
    const bool has_only_losses = num_moves == m_num_moves && !has_win() && !has_tie() && !m_has_draw && has_loss();
    return has_only_losses && m_loss_margin > m_max_margin ? -static_cast<int>(m_loss_margin) : 0;
  }

  /// Calls f(kind, margin, distance in plies) for each boundary value. `kind` names the players as the targets do.
  template <class Callback>
  void for_each_boundary_value(std::optional<player> infinite_play, viewpoint seen_by, const Callback& f) const {
    const player to_move = across_move(m_to_move, seen_by);
    if (has_win()) f(kind_won_by(to_move), m_win_margin, m_least_win);
    if (has_loss() && m_loss_margin <= m_max_margin) {
      f(kind_won_by(opponent(to_move)), m_loss_margin, m_greatest_loss);
    }
    if (!has_tie()) return;
    if (infinite_play != m_to_move) {
      f(wave_kind::tied, std::uint32_t{0}, m_least_tie);
    } else if (!m_has_draw) {
      f(wave_kind::tied, std::uint32_t{0}, m_greatest_tie);
    }
  }

 private:
  [[nodiscard]] bool has_win() const noexcept { return m_win_margin != 0; }
  [[nodiscard]] bool has_loss() const noexcept { return m_loss_margin != 0; }
  [[nodiscard]] static std::uint16_t extra_points(std::uint32_t margin) noexcept {
    return static_cast<std::uint16_t>(margin - 1);
  }

  void add_win(std::uint32_t margin, std::uint32_t plies) noexcept {
    if (margin < m_win_margin) return;
    m_least_win = margin == m_win_margin ? std::min(m_least_win, plies) : plies;
    m_win_margin = margin;
  }
  void add_loss(std::uint32_t margin, std::uint32_t plies) noexcept {
    if (has_loss() && margin > m_loss_margin) return;
    m_greatest_loss = margin == m_loss_margin ? std::max(m_greatest_loss, plies) : plies;
    m_loss_margin = margin;
  }

  player m_to_move;
  std::uint32_t m_max_margin;
  std::uint64_t m_num_moves = 0;
  std::uint32_t m_win_margin = 0;           ///< of the best win; 0 if there is no win
  std::uint32_t m_loss_margin = 0;          ///< of the smallest loss; 0 if there is no loss
  std::uint32_t m_least_win = 0;            ///< in plies, like the following members; among wins by m_win_margin
  std::uint32_t m_least_tie = no_distance;  ///< no_distance exceeds all distances
  std::uint32_t m_greatest_tie = 0;         ///< valid if m_least_tie is set
  std::uint32_t m_greatest_loss = 0;        ///< among losses by m_loss_margin
  bool m_has_draw = false;
};

}  // namespace zermelo
