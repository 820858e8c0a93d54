// SPDX-License-Identifier: MIT
// The order of preference of a player, which verifiers and reports share (solvers find values in another way, without
// this order): a win soon, a win late, then ties and draws by the rules for infinite play, a loss late, a loss soon. A
// player who wins endless play prefers a draw to a tie, and a late tie to an early one, since the tie may not come
// about; every other player prefers a tie to a draw, and an early tie to a late one.
//
// The score of an entry for a mover is one number, the greater the better. The entry of a position where play goes on
// is right exactly if its score is that of the mover's best move, taken one ply back. This holds also next to drawn
// ends, which are worth what endless play is worth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Entries as scores for one mover, in zones of `zone` distances each:
///   -2  lost by the mover, the later the better
///   -1  drawn; or, if the mover wins infinite play, tied, the later the better
///    0  tied, the sooner the better; or, if the mover wins infinite play, drawn
///    1  won by the mover, the sooner the better
///    2  no entry of a legal position
template <class Score>
class entry_scores {
 public:
  /// @param infinite_play  the player who wins it; nobody: a draw
  entry_scores(player mover, std::optional<player> infinite_play)
      : m_mover(mover),
        m_wins_infinite_play(infinite_play == mover),
        m_draw(m_wins_infinite_play ? Score{0} : static_cast<Score>(-zone)) {}

  static constexpr Score zone = std::numeric_limits<Score>::max() / 2;
  /// Entries with distances up to this, in plies, and the entries one ply back have scores.
  static constexpr std::uint32_t max_distance =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(zone) - 2, no_distance - 1));
  static constexpr Score illegal = 2 * zone;
  /// Below every score.
  static constexpr Score none = std::numeric_limits<Score>::min();

  [[nodiscard]] Score score(position_value entry, player to_move) const noexcept {
    if (entry.outcome == outcome::draw && entry.distance_plies == no_distance) return m_draw;
    if (entry.distance_plies > max_distance) return illegal;
    const auto plies = static_cast<Score>(entry.distance_plies);
    const auto late = static_cast<Score>(zone - 1 - plies);
    switch (entry.outcome) {
      case outcome::win: return to_move == m_mover ? zone + late : plies - 2 * zone;
      case outcome::loss: return to_move == m_mover ? plies - 2 * zone : zone + late;
      case outcome::tie: return m_wins_infinite_play ? plies - zone : late;
      case outcome::draw:
      case outcome::illegal: break;
    }
    return illegal;
  }
  /// The score of a position of the mover in which play ends.
  [[nodiscard]] Score score_of_end(const result& end) const noexcept {
    if (end.is_drawn) return m_draw;
    if (!end.winner) return score({outcome::tie, end.distance_plies}, m_mover);
    return score({*end.winner == m_mover ? outcome::win : outcome::loss, end.distance_plies}, m_mover);
  }
  /// The score of a position whose best move leads to `best`.
  [[nodiscard]] Score one_ply_back(Score best) const noexcept {
    if (best >= illegal) return illegal + 1;  // no entry has this score, so that none is accepted
    const bool is_late_better = best < -zone || (m_wins_infinite_play && best < 0);
    const Score step = is_late_better ? Score{1} : Score{-1};
    return best == m_draw ? best : static_cast<Score>(best + step);
  }
  /// The entry of a position of the mover that has this score.
  [[nodiscard]] position_value entry(Score score) const noexcept {
    const auto plies = [](Score from) { return static_cast<std::uint32_t>(from); };
    if (score >= illegal) return {outcome::illegal, no_distance};
    if (score >= zone) return {outcome::win, plies(zone - 1 - (score - zone))};
    if (score < -zone) return {outcome::loss, plies(score + 2 * zone)};
    if (score == m_draw) return {outcome::draw, no_distance};
    return {outcome::tie, plies(m_wins_infinite_play ? score + zone : zone - 1 - score)};
  }

 private:
  player m_mover;
  bool m_wins_infinite_play;
  Score m_draw;  ///< the score of a draw
};

}  // namespace zermelo
