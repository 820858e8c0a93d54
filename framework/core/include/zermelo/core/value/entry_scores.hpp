// SPDX-License-Identifier: MIT
// The order of preference of a player, which verifiers and reports share (solvers find values in another way, without
// this order): a win soon, a win late, then ties and draws by the rules for infinite play, a loss late, a loss soon. A
// player who wins endless play prefers a draw to a tie, and a late tie to an early one, since the tie may not come
// about; every other player prefers a tie to a draw, and an early tie to a late one.
//
// An entry is one number for a mover, its score, the greater the better. The entry of a position where play goes on is
// right exactly if its score is that of the mover's best move, taken one ply back. That holds also next to ends that
// are drawn: such an end is worth what endless play is worth, so that it keeps a loss away, and from a player who wins
// endless play also a tie.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The entry of an end of play.
[[nodiscard]] constexpr position_value value_of_end(const result& end, player to_move) noexcept {
  if (end.winner) return {*end.winner == to_move ? outcome::win : outcome::loss, end.distance_plies};
  if (end.is_drawn) return {outcome::draw, no_distance};
  return {outcome::tie, end.distance_plies};
}

/// Entries as scores for one mover, in zones of `zone` distances each:
///   -2  lost to the opponent, the later the better
///   -1  drawn, or for a mover whom infinite play favours tied, the later the better
///    0  tied, the sooner the better, or for such a mover drawn
///    1  won by the mover, the sooner the better
///    2  no entry of a legal position
template <class Score>
class entry_scores {
 public:
  entry_scores(player mover, std::optional<player> infinite_play)
      : m_mover(mover), m_favoured(infinite_play == mover) {}

  static constexpr Score zone = std::numeric_limits<Score>::max() / 2;
  /// Distances up to this, and one ply more, have scores.
  static constexpr std::uint32_t max_distance =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(zone) - 2, no_distance - 1));
  static constexpr Score illegal = 2 * zone;
  /// Below every score.
  static constexpr Score none = std::numeric_limits<Score>::min();

  [[nodiscard]] Score score(position_value entry, player to_move) const noexcept {
    if (entry.outcome == outcome::draw && entry.distance_plies == no_distance) {
      return m_favoured ? Score{0} : static_cast<Score>(-zone);
    }
    if (entry.distance_plies > max_distance) return illegal;
    const auto plies = static_cast<Score>(entry.distance_plies);
    const auto late = static_cast<Score>(zone - 1 - plies);
    switch (entry.outcome) {
      case outcome::win: return to_move == m_mover ? zone + late : plies - 2 * zone;
      case outcome::loss: return to_move == m_mover ? plies - 2 * zone : zone + late;
      case outcome::tie: return m_favoured ? plies - zone : late;
      case outcome::draw:
      case outcome::illegal: break;
    }
    return illegal;
  }
  /// The score that is demanded of the mover's own position, whose play has ended so.
  [[nodiscard]] Score score_of_end(const result& end) const noexcept {
    return score(value_of_end(end, m_mover), m_mover);
  }
  /// The score of a position whose best move leads to `best`.
  [[nodiscard]] Score one_ply_back(Score best) const noexcept {
    if (best >= illegal) return illegal + 1;  // which no entry has, so that none of these is accepted
    const bool drawn = best == (m_favoured ? Score{0} : static_cast<Score>(-zone));
    const bool later_is_better = best < -zone || (m_favoured && best < 0);
    const Score step = later_is_better ? Score{1} : Score{-1};
    return drawn ? best : static_cast<Score>(best + step);
  }
  /// The entry of the mover's own position with this score.
  [[nodiscard]] position_value entry(Score score) const noexcept {
    const auto plies = [](Score from) { return static_cast<std::uint32_t>(from); };
    if (score >= illegal) return {outcome::illegal, no_distance};
    if (score >= zone) return {outcome::win, plies(zone - 1 - (score - zone))};
    if (score < -zone) return {outcome::loss, plies(score + 2 * zone)};
    if (score == (m_favoured ? Score{0} : static_cast<Score>(-zone))) return {outcome::draw, no_distance};
    return {outcome::tie, plies(m_favoured ? score + zone : zone - 1 - score)};
  }

 private:
  player m_mover;
  bool m_favoured;
};

}  // namespace zermelo
