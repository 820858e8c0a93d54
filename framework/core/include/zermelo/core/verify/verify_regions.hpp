// SPDX-License-Identifier: MIT
// An independent check of who wins which positions, and by which moves, as somebody else's solver says, such as one of
// parity games. Only who wins is asked, not how soon. The check uses the second channel of the rules (rules.hpp) and no
// entry of a table.
//
// Let P be the player to whom play without end counts. The positions that a claim gives to a player are the player's
// region. The claim is right exactly if
//
//   an end of play                  is in its winner's region, and has no move in the claim but one to itself, as in
//                                   parity games
//   a position of its region's own  has a move in the claim, which is one of the game's and stays in the region
//   any other position              has no move that leaves the region
//   the region of P's opponent      has no cycle of moves that the claim and the other player may make
//
// The first three conditions make each region a trap for the other player, which is enough for P. They are not enough
// for the opponent, whose play has to end: without the fourth one a region in which play goes round would be accepted.
//
// For the fourth condition every position waits for one of its targets from which play is not known to end. As soon as
// play is known to end from the target, the position is looked at again. Positions that wait in the end lead to a
// cycle. A position of the player who does not win there waits for the target with the least hash: then the remaining
// targets halve in the mean, in whatever order they are settled.
//
//   time    V + E, and the d moves of a position of the player who does not win there about ln d times again, in the
//           mean over hashes; in parallel
//   memory  as `verify_regions_bytes` says: a byte and two links of 4 bytes for each position, and the positions that
//           have just been settled, once by threads and once as one list
//   throws  interrupted; contract_error for rules of a part, rules that are seen by the mover, a claim of another
//           size, or more positions than `claimed_regions` has room for; what the rules throw
//
// The region of P is checked as in a safety game, the other one as in a reachability game: E. Grädel, W. Thomas and
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

/// Who is said to win each position, and by which move. Different positions may be set by different threads.
class claimed_regions {
 public:
  static constexpr std::uint32_t no_move = static_cast<std::uint32_t>(-1);
  /// Numbers of positions have 32 bits, of which two values have another meaning.
  static constexpr std::uint64_t max_positions = no_move - 1;

  /// With nothing said of any position. @throws std::bad_alloc; contract_error for more than `max_positions`.
  explicit claimed_regions(std::uint64_t num_positions);

  /// The memory that a claim takes.
  [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t num_positions) noexcept {
    return (sizeof(std::uint8_t) + sizeof(std::uint32_t)) * num_positions;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_moves.size(); }
  /// Whether a winner is named.
  [[nodiscard]] bool has(position p) const noexcept { return m_winners[p] < num_players; }
  /// Precondition: has(p).
  [[nodiscard]] player winner(position p) const noexcept { return static_cast<player>(m_winners[p]); }
  /// Where the winner's move leads; `no_move` where none is named.
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

/// What is wrong with a claim in one position.
enum class claim_error : std::uint8_t {
  not_named,      ///< no winner is named
  other_winner,   ///< play has ended, and the winner is another one, or nobody
  no_move,        ///< the winner is to move, and no move is named
  not_a_move,     ///< no move of the game leads to `to`
  leaves_region,  ///< the winner's move leads to `to`, which the other player is said to win
  can_be_left,    ///< the other player may move to `to`, which is that player's
  never_ends,     ///< play may come back here for ever by way of `to`, which counts for the other player
};

struct claim_failure {
  position at = 0;
  claim_error error{};
  position to = 0;  ///< without a meaning for the first three faults
  friend bool operator==(const claim_failure&, const claim_failure&) = default;
};

/// What is wrong with a claim about `checked` legal positions. `wrong` counts the positions where one of the first
/// three conditions fails. If there is none: the positions from which play may go on for ever that has to end, and the
/// only failure named is that of the lowest position on a cycle.
using claim_report = failure_report<claim_failure>;

/// The memory that a check takes at most, beside the claim and what the rules take.
[[nodiscard]] constexpr std::uint64_t verify_regions_bytes(std::uint64_t num_positions) noexcept {
  constexpr std::uint64_t bytes_per_position = 1 + 4 * sizeof(std::uint32_t);
  constexpr std::uint64_t positions_per_byte = 8;  // the marks of a walk along a cycle
  return bytes_per_position * num_positions + num_positions / positions_per_byte;
}

/// Checks a claim about all positions; nothing need be said of holes. Phases "regions" and, once that has found nothing
/// wrong, "progress", of unknown length.
/// @param threads  0: all that the machine has
[[nodiscard]] claim_report verify_regions(const rules& game, const win_query& query, const claimed_regions& claim,
                                          unsigned threads, work_monitor& monitor);

}  // namespace zermelo
