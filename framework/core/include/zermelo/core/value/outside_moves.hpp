// SPDX-License-Identifier: MIT
// Values that arrive from outside: rules may be those of a part of a game, some of whose moves lead to positions that
// are decided elsewhere.
//
// What moves outside mean for a vertex of the player o, where P wins endless play, if anybody does:
//
//   won by o        the vertex may be taken at their least distance. Together they hold one unit of the counter, which
//                   never falls: o has a way not to lose.
//   won by another  together one unit, which falls at their greatest distance
//   tied or drawn   together one unit, which the stage of wins never takes. In the stage of ties o, if not P, takes the
//                   vertex at their least tied distance; for P the unit falls at their greatest tied distance, and
//                   never if one of them is drawn.
//
// To be taken, or to lose a unit, at distance d is an *arrival*: it happens in the wave that spreads the vertices of
// distance d, and decides at d + 1, by the rule of that wave.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

/// The moves of one vertex out of its graph, summed up.
class outside_moves {
 public:
  explicit outside_moves(player owner) : m_owner(owner) {}

  void add(const result& to) {
    ++m_moves;
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

  [[nodiscard]] std::uint64_t moves() const noexcept { return m_moves; }
  /// The units that these moves add to the counter of successors not yet lost.
  [[nodiscard]] std::uint64_t units() const noexcept {
    return std::uint64_t{has_win()} + std::uint64_t{m_has_loss} + std::uint64_t{has_tie() || m_has_draw};
  }
  [[nodiscard]] bool has_tie() const noexcept { return m_least_tie != none; }

  /// The value of a vertex that has no other moves. Precondition: moves() > 0.
  [[nodiscard]] position_value value(std::optional<player> infinite_play) const {
    if (has_win()) return {outcome::win, m_least_win + 1};
    const bool likes_draws = infinite_play == m_owner;
    if (m_has_draw && (likes_draws || !has_tie())) return {outcome::draw, no_distance};
    if (has_tie()) return {outcome::tie, (likes_draws ? m_greatest_tie : m_least_tie) + 1};
    return {outcome::loss, m_greatest_loss + 1};
  }

  /// Calls f(kind, distance) for each arrival: the kind of the wave as seen from the vertex outside, and its distance.
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
  /// Above all distances.
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  [[nodiscard]] bool has_win() const noexcept { return m_least_win != none; }

  player m_owner;
  std::uint64_t m_moves = 0;
  std::uint32_t m_least_win = none;
  std::uint32_t m_least_tie = none;
  std::uint32_t m_greatest_tie = 0;   ///< valid if m_least_tie is set
  std::uint32_t m_greatest_loss = 0;  ///< valid if m_has_loss
  bool m_has_loss = false;
  bool m_has_draw = false;
};

}  // namespace zermelo
