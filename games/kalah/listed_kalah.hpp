// SPDX-License-Identifier: MIT
// An independent solver for kalah in tests. It searches all play from a board, caches values, and shares no code with
// the game module or the engines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace zermelo::games::kalah_test {

/// The board relative to the player to move: the player's pits and store, then the opponent's.
using ring = std::vector<int>;

struct value_of_ring {
  int lead = 0;   ///< seeds that the player to move gets in further play, minus those that the opponent gets
  int plies = 0;  ///< plies to the end, which the player ahead minimizes and the player behind maximizes
};

class listed_kalah {
 public:
  listed_kalah(int pits, bool empty_captures) : m_pits(pits), m_empty_captures(empty_captures) {}

  /// The value of a board, whose stores must be empty.
  [[nodiscard]] const value_of_ring& value_of(const ring& board) {
    if (const auto found = m_known.find(board); found != m_known.end()) return found->second;
    const auto own_end = board.begin() + m_pits;
    const int own = std::accumulate(board.begin(), own_end, 0);
    const int other = std::accumulate(own_end + 1, board.end() - 1, 0);
    if (own == 0 || other == 0) return m_known[board] = {own - other, 0};
    int best = std::numeric_limits<int>::min();
    int soonest = 0;
    int latest = 0;
    for (int pit = 0; pit < m_pits; ++pit) {
      if (board[at(pit)] == 0) continue;
      ring next = board;
      const bool moves_again = play(next, pit);
      const int stored = std::exchange(next[at(m_pits)], 0);
      if (!moves_again) std::rotate(next.begin(), next.begin() + m_pits + 1, next.end());
      const value_of_ring rest = value_of(next);
      const int lead = moves_again ? stored + rest.lead : stored - rest.lead;
      if (lead < best) continue;
      if (lead > best) soonest = latest = rest.plies;
      best = lead;
      soonest = std::min(soonest, rest.plies);
      latest = std::max(latest, rest.plies);
    }
    return m_known[board] = {best, 1 + (best < 0 ? latest : soonest)};
  }

  [[nodiscard]] std::size_t num_known() const { return m_known.size(); }

 private:
  [[nodiscard]] static std::size_t at(int hole) { return static_cast<std::size_t>(hole); }

  /// Whether the same player moves again.
  [[nodiscard]] bool play(ring& board, int from) const {
    const int others_store = 2 * m_pits + 1;
    int hole = from;
    for (int seeds = std::exchange(board[at(from)], 0); seeds > 0; --seeds) {
      do hole = (hole + 1) % (others_store + 1);
      while (hole == others_store);
      ++board[at(hole)];
    }
    if (hole == m_pits) return true;
    const int opposite = 2 * m_pits - hole;
    if (hole < m_pits && board[at(hole)] == 1 && (m_empty_captures || board[at(opposite)] > 0)) {
      board[at(m_pits)] += std::exchange(board[at(hole)], 0) + std::exchange(board[at(opposite)], 0);
    }
    return false;
  }

  int m_pits;
  bool m_empty_captures;
  std::map<ring, value_of_ring> m_known;
};

}  // namespace zermelo::games::kalah_test
