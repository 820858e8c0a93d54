// SPDX-License-Identifier: MIT
// The order of preference of a player, which verifiers and reports share (solvers find values in another way, without
// this order). From best to worst: a win by more points, an early win, a late win, ties and draws by the rules for
// infinite play, a loss by fewer points, a late loss, an early loss. A player that wins endless play prefers a draw to
// a tie, and a late tie to an early tie, since the tie may be avoided. Every other player prefers a tie to a draw, and
// an early tie to a late tie.
//
// The score of an entry for a player is one number; greater is better. The entry of a position that is not terminal is
// correct if and only if its score is the score of the best move of the player to move, one ply back. This is also true
// for moves to drawn terminals, which count as endless play.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Entries as scores for one player, in zones of `zone` distances each, where m is a margin:
///  -m-1 the player loses by m points, the later the better
///   -1  drawn; or, if the player wins infinite play, tied, the later the better
///    0  tied, the sooner the better; or, if the player wins infinite play, drawn
///    m  the player wins by m points, the sooner the better
///    1 + max_margin  not an entry of a legal position
/// Scores of fewer than 64 bits are for games in which no margin exceeds one point.
template <class Score>
class entry_scores {
 public:
  /// @param infinite_play  the player that wins endless play; empty if endless play is a draw
  entry_scores(player whom, std::optional<player> infinite_play)
      : m_whom(whom),
        m_wins_infinite_play(infinite_play == whom),
        m_draw(m_wins_infinite_play ? Score{0} : static_cast<Score>(-zone)) {}

  static constexpr bool has_margins = sizeof(Score) == sizeof(std::int64_t);
  /// Scores exist for entries with at most this margin: the greatest margin of an entry, or 1.
  static constexpr int max_margin = has_margins ? 1 << 16 : 1;
  /// A power of two if there are margins, for speed.
  static constexpr Score zone = has_margins ? static_cast<Score>(std::int64_t{1} << 46)
                                            : static_cast<Score>(std::numeric_limits<Score>::max() / 2);
  /// Scores exist for entries with at most this distance in plies, and for the entries one ply back.
  static constexpr std::uint32_t max_distance =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(zone) - 2, no_distance - 1));
  static constexpr Score illegal = (1 + max_margin) * zone;
  /// Below every score.
  static constexpr Score none = std::numeric_limits<Score>::min();

  [[nodiscard]] Score score(position_value entry, player to_move) const noexcept {
    if (entry.outcome == outcome::draw && entry.distance_plies == no_distance) return m_draw;
    if (entry.distance_plies > max_distance) return illegal;
    if constexpr (!has_margins) {
      if (entry.extra_points != 0) return illegal;
    }
    const auto plies = static_cast<Score>(entry.distance_plies);
    const auto late = static_cast<Score>(zone - 1 - plies);
    const auto points_zone = static_cast<Score>((1 + entry.extra_points) * zone);
    const auto won = [&] { return static_cast<Score>(points_zone + late); };
    const auto lost = [&] { return static_cast<Score>(plies - zone - points_zone); };
    switch (entry.outcome) {
      case outcome::win: return to_move == m_whom ? won() : lost();
      case outcome::loss: return to_move == m_whom ? lost() : won();
      case outcome::tie:
        if (entry.extra_points != 0) return illegal;
        return m_wins_infinite_play ? plies - zone : late;
      case outcome::draw:
      case outcome::illegal: break;
    }
    return illegal;
  }
  /// The score of a terminal position of the player.
  [[nodiscard]] Score score_of_end(const result& end) const noexcept {
    if (end.is_drawn) return m_draw;
    if (!end.winner) return score({outcome::tie, end.distance_plies}, m_whom);
    return score({*end.winner == m_whom ? outcome::win : outcome::loss, end.distance_plies, end.extra_points}, m_whom);
  }
  /// The score of a position whose best move leads to `best`.
  [[nodiscard]] Score one_ply_back(Score best) const noexcept {
    if (best >= illegal) return illegal + 1;  // no entry has this score, so that the verifier accepts none
    const bool is_late_better = best < -zone || (m_wins_infinite_play && best < 0);
    const Score step = is_late_better ? Score{1} : Score{-1};
    return best == m_draw ? best : static_cast<Score>(best + step);
  }
  /// The entry of a position of the player with this score.
  [[nodiscard]] position_value entry(Score score) const noexcept {
    const auto plies = [](Score from) { return static_cast<std::uint32_t>(from); };
    if (score >= illegal) return {outcome::illegal, no_distance};
    const auto extra = [](Score margin) { return static_cast<std::uint16_t>(margin - 1); };
    if (score >= zone) {
      const auto margin = static_cast<Score>(score / zone);
      return {outcome::win, plies(static_cast<Score>(zone - 1 - (score - margin * zone))), extra(margin)};
    }
    if (score < -zone) {
      const auto margin = static_cast<Score>((-1 - score) / zone);
      return {outcome::loss, plies(static_cast<Score>(score + (1 + margin) * zone)), extra(margin)};
    }
    if (score == m_draw) return {outcome::draw, no_distance};
    return {outcome::tie, plies(m_wins_infinite_play ? score + zone : zone - 1 - score)};
  }

 private:
  player m_whom;
  bool m_wins_infinite_play;
  Score m_draw;  ///< the score of a draw
};

}  // namespace zermelo
