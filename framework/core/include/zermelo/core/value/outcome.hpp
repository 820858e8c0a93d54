// SPDX-License-Identifier: MIT
// Types for outcomes: players, results of play, distances, and the interpretation of a raw table entry under a game's
// rules for infinite play and its move limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace zermelo {

/// A position's index in a game's dense index space, 0 .. num_positions() - 1.
using position = std::uint64_t;

enum class player : std::uint8_t { first = 0, second = 1 };

[[nodiscard]] constexpr player opponent(player p) noexcept {
  return p == player::first ? player::second : player::first;
}

/// The meaning of `first` and `second` in a position.
enum class viewpoint : std::uint8_t {
  players,  ///< the two players of the game, in every position
  to_move,  ///< `first` is the player to move, `second` the opponent; every move exchanges them
};

/// Player p of a position, as a position one move away names the player.
[[nodiscard]] constexpr player across_move(player p, viewpoint seen_by) noexcept {
  return seen_by == viewpoint::to_move ? opponent(p) : p;
}

[[nodiscard]] constexpr std::size_t index_of(player p) noexcept { return static_cast<std::size_t>(p); }

/// A position's value for the player to move. The numbers are the codes stored in tables. `illegal` marks an unused
/// index or an illegal position; `draw` is play that no player can force to an end, `tie` a terminal without a winner.
enum class outcome : std::uint8_t { illegal = 0, win = 1, loss = 2, tie = 3, draw = 4 };

inline constexpr std::size_t num_outcomes = 5;

[[nodiscard]] constexpr std::string_view to_string(outcome o) {
  switch (o) {
    case outcome::illegal: return "illegal";
    case outcome::win: return "win";
    case outcome::loss: return "loss";
    case outcome::tie: return "tie";
    case outcome::draw: return "draw";
  }
  throw std::logic_error("outcome out of range");
}

/// The distance of entries that have none: draws, unused indices, and all entries in solutions of outcomes only.
inline constexpr std::uint32_t no_distance = std::numeric_limits<std::uint32_t>::max();

/// The result of play in a terminal position or in a position without moves: a winner, a tie, or a draw, which counts
/// as endless play. `distance_plies` is 0 if play is over, and greater if the result is known in advance: for example 1
/// if the player to move can take the king, or the distance in a finished table. A draw has distance 0. In games for
/// points, the winner wins by a margin, which is 1 in all other games.
struct result {
  /// The greatest margin.
  static constexpr int largest_margin = 32767;

  std::optional<player> winner;
  bool is_drawn = false;  ///< a draw; if false and without a winner, a tie
  std::uint32_t distance_plies = 0;
  std::uint16_t extra_points = 0;  ///< points of the winner beyond the first one

  [[nodiscard]] static constexpr result won_by(player p, std::uint32_t distance_plies = 0) noexcept {
    return {p, false, distance_plies};
  }
  /// A result with points: `points` is the lead of p over the opponent, which may be negative; 0 is a tie. @throws
  /// std::out_of_range if the absolute value exceeds `largest_margin`.
  [[nodiscard]] static constexpr result scored(player p, int points, std::uint32_t distance_plies = 0) {
    if (points < -largest_margin || points > largest_margin)
      throw std::out_of_range("result: expected -32767 to 32767 points");
    if (points == 0) return tied(distance_plies);
    const int more = points > 0 ? points - 1 : -points - 1;
    return {points > 0 ? p : opponent(p), false, distance_plies, static_cast<std::uint16_t>(more)};
  }
  [[nodiscard]] static constexpr result tied(std::uint32_t distance_plies = 0) noexcept {
    return {std::nullopt, false, distance_plies};
  }
  [[nodiscard]] static constexpr result drawn() noexcept { return {std::nullopt, true, 0}; }

  /// The margin of the winner; 0 if there is no winner.
  [[nodiscard]] constexpr int points() const noexcept { return winner ? 1 + extra_points : 0; }
  friend constexpr bool operator==(const result&, const result&) = default;
};

/// An entry of a solution: the outcome for the player to move, the plies to the end if the winner shortens play and the
/// loser prolongs it, and, in games for points, the margin, to which both players give priority.
struct position_value {
  constexpr position_value() noexcept = default;
  constexpr position_value(zermelo::outcome o, std::uint32_t plies, std::uint16_t points_beyond_one = 0) noexcept
      : outcome(o), extra_points(points_beyond_one), distance_plies(plies) {}

  zermelo::outcome outcome = outcome::illegal;
  std::uint16_t extra_points = 0;  ///< points of the winner beyond the first one
  std::uint32_t distance_plies = no_distance;

  /// The points of the player to move minus those of the opponent: positive in a win, negative in a loss, 0 otherwise.
  [[nodiscard]] constexpr int margin() const noexcept {
    if (outcome == outcome::win) return 1 + extra_points;
    return outcome == outcome::loss ? -1 - extra_points : 0;
  }
  friend constexpr bool operator==(const position_value&, const position_value&) = default;
};
static_assert(sizeof(position_value) == 8);

/// Whether an entry is decided without a distance, as in solutions of outcomes only.
[[nodiscard]] constexpr bool lacks_distance(position_value value) noexcept {
  return value.distance_plies == no_distance && value.outcome != outcome::draw && value.outcome != outcome::illegal;
}

/// The rules by which raw entries are interpreted.
struct result_rules {
  std::optional<player> infinite_play;      ///< the winner of endless play; empty for a draw
  std::optional<std::uint64_t> move_limit;  ///< plies within which a forced win must end
};

/// The rule that decides a result; `nothing` for a draw, if no player wins infinite play.
enum class decided_by : std::uint8_t { nothing, play, infinite_play, move_limit };

/// The meaning of an entry under the rules of a game.
struct game_result {
  enum class kind : std::uint8_t { win, tie, draw };
  kind result = kind::draw;
  std::optional<player> winner;  ///< set if and only if `result` is `win`
  zermelo::decided_by decided_by = decided_by::nothing;
  friend constexpr bool operator==(const game_result&, const game_result&) = default;
};

/// The winner of a raw entry, before `infinite_play` and `move_limit`; empty for a tie, a draw or an illegal position.
[[nodiscard]] constexpr std::optional<player> raw_winner(outcome o, player to_move) noexcept {
  if (o == outcome::win) return to_move;
  if (o == outcome::loss) return opponent(to_move);
  return std::nullopt;
}

/// The result to which play leads from a position with this entry. Precondition: the entry is not illegal.
[[nodiscard]] constexpr result result_of(position_value value, player to_move) noexcept {
  if (value.outcome == outcome::draw) return result::drawn();
  return {raw_winner(value.outcome, to_move), false, value.distance_plies, value.extra_points};
}

/// The result to which play leads after a move of `moving` that gains points and leads to a position with this entry
/// and with `to_move` to move. The gain and the margin add up, to at most twice `largest_margin`. Drawn play continues
/// forever without points, so the gain decides. Precondition: the entry is not illegal.
[[nodiscard]] constexpr result result_of_move(position_value value, player to_move, int gain, player moving) noexcept {
  if (gain == 0) return result_of(value, to_move);
  const int margin = gain + (to_move == moving ? value.margin() : -value.margin());
  const std::uint32_t plies = value.outcome == outcome::draw ? 0 : value.distance_plies;
  if (margin == 0) return result::tied(plies);
  const int points = margin > 0 ? margin : -margin;
  return {margin > 0 ? moving : opponent(moving), false, plies, static_cast<std::uint16_t>(points - 1)};
}

/// Interprets a raw entry. The player that wins infinite play also wins draws, and forced wins that take more than
/// `move_limit - plies_played` plies; if there is no such player, the result is a draw.
/// @param plies_played  the number of moves before the position @throws std::logic_error for an illegal position.
[[nodiscard]] constexpr game_result read_value(position_value value, player to_move, const result_rules& rules,
                                               std::uint64_t plies_played = 0) {
  const auto undecided = [&rules](decided_by rule) {
    if (rules.infinite_play) return game_result{game_result::kind::win, rules.infinite_play, rule};
    return game_result{game_result::kind::draw, std::nullopt,
                       rule == decided_by::infinite_play ? decided_by::nothing : rule};
  };
  switch (value.outcome) {
    case outcome::win:
    case outcome::loss:
      if (rules.move_limit &&
          (plies_played > *rules.move_limit || value.distance_plies > *rules.move_limit - plies_played)) {
        return undecided(decided_by::move_limit);
      }
      return {game_result::kind::win, raw_winner(value.outcome, to_move), decided_by::play};
    case outcome::tie: return {game_result::kind::tie, std::nullopt, decided_by::play};
    case outcome::draw: return undecided(decided_by::infinite_play);
    case outcome::illegal: break;
  }
  throw std::logic_error("an illegal position has no result");
}

}  // namespace zermelo
