// SPDX-License-Identifier: MIT
// An independent check of a claim about the winner of each position and the winning moves, for example from another
// solver of parity games. Only winners are checked, not distances. The check uses the reference path of the rules
// (rules.hpp) and no entries of a table.
//
// Let P be the player that wins endless play. The positions that a claim assigns to a player are the player's region.
// The claim is right exactly if
//
//   a terminal                      is in its winner's region, and has no move in the claim except one to itself, as in
//                                   parity games
//   a position with its winner      has a move in the claim, which is a move of the game and stays in the region
//   to move
//   any other position              has no move that leaves the region
//   the region of P's opponent      has no cycle of moves that the claim and the other player may make
//
// The first three conditions make each region a trap for the other player, which is enough for P. They are not enough
// for the opponent, whose play has to end: without the fourth one, a region with endless play would be accepted.
//
// For the fourth condition, every position waits for one of its targets from which play is not yet known to end. As
// soon as play is known to end from the target, the position is checked again. Positions that still wait at the end
// lead to a cycle. A position with the losing player to move waits for the target with the least hash: then the number
// of remaining targets halves on average, in whatever order they are finished.
//
//   time    V + E, and the d moves of a position with the losing player to move about ln d more times, on average over
//           hashes; in parallel
//   memory  see `verify_regions_bytes`: a byte and two links of 4 bytes per position, and the positions that have just
//           been finished, in one list per thread and in one common list
//   throws  interrupted; contract_error for rules of a part, rules relative to the player to move, a claim of another
//           size, or more positions than fit `claimed_regions`; what the rules throw
//
// The region of P is checked as in a safety game, the other region as in a reachability game: E. Grädel, W. Thomas and
// T. Wilke (editors), "Automata, Logics, and Infinite Games", 2002, chapter 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/win_query.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// The claimed winner of each position, and the claimed move. Different threads may set different positions.
class claimed_regions {
 public:
  static constexpr std::uint32_t no_move = static_cast<std::uint32_t>(-1);
  /// Numbers of positions have 32 bits, of which two values have special meanings.
  static constexpr std::uint64_t max_positions = no_move - 1;

  /// Initially no position is claimed. @throws std::bad_alloc; contract_error for more than `max_positions`.
  explicit claimed_regions(std::uint64_t num_positions);

  /// The memory of a claim.
  [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t num_positions) noexcept {
    return (sizeof(std::uint8_t) + sizeof(std::uint32_t)) * num_positions;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_moves.size(); }
  /// Whether the claim has a winner for p.
  [[nodiscard]] bool has(position p) const noexcept { return m_winners[p] < num_players; }
  /// Precondition: has(p).
  [[nodiscard]] player winner(position p) const noexcept { return static_cast<player>(m_winners[p]); }
  /// The target of the winner's move; `no_move` if the claim has none.
  [[nodiscard]] std::uint32_t move(position p) const noexcept { return m_moves[p]; }
  /// Precondition: p and `to`, if it is not `no_move`, are below size().
  void set(position p, player winner, std::uint32_t to = no_move) noexcept {
    m_winners[p] = static_cast<std::uint8_t>(index_of(winner));
    m_moves[p] = to;
  }

 private:
  static constexpr std::uint8_t num_players = 2;
  static constexpr std::uint8_t nobody = num_players;

  std::vector<std::uint8_t> m_winners;  ///< index of a player, or `nobody`
  std::vector<std::uint32_t> m_moves;
};

/// An error of a claim in one position.
enum class claim_error : std::uint8_t {
  not_named,      ///< the claim has no winner
  other_winner,   ///< play has ended, with another winner or without one
  no_move,        ///< the winner is to move, and the claim has no move
  not_a_move,     ///< no move of the game leads to `to`
  leaves_region,  ///< the winner's move leads to `to`, which is claimed for the other player
  can_be_left,    ///< the other player may move to `to`, which is claimed for that player
  never_ends,     ///< play may return to this position for ever through `to`, so that the other player wins
};

struct claim_failure {
  position at = 0;
  claim_error error{};
  position to = 0;  ///< meaningless for the first three errors
  friend bool operator==(const claim_failure&, const claim_failure&) = default;
};

/// The errors of a claim about `checked` legal positions. `wrong` counts the positions where one of the first three
/// conditions fails. If these conditions hold everywhere, `wrong` counts the positions of P's opponent from which play
/// may continue for ever, and the only reported failure is that of the lowest position on a cycle.
using claim_report = failure_report<claim_failure>;

/// The greatest memory of a check, in addition to the claim and the rules.
[[nodiscard]] constexpr std::uint64_t verify_regions_bytes(std::uint64_t num_positions) noexcept {
  constexpr std::uint64_t bytes_per_position = 1 + 4 * sizeof(std::uint32_t);
  constexpr std::uint64_t positions_per_byte = 8;  // the marks of a walk along a cycle
  return bytes_per_position * num_positions + num_positions / positions_per_byte;
}

/// Checks a claim about all positions; unused indices need no claim. Phases "regions" and, if it finds no errors,
/// "progress", whose amount of work is unknown.
/// @param threads  0: all of the machine
[[nodiscard]] claim_report verify_regions(const rules& game, const win_query& query, const claimed_regions& claim,
                                          unsigned threads, work_monitor& monitor);

}  // namespace zermelo
