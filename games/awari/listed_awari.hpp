// SPDX-License-Identifier: MIT
// An independent solver for awari. It lists all boards for each number of seeds, and computes values from their
// definitions by repeated sweeps over all boards. It shares no code with the game module or the engines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace zermelo::games::awari_test {

/// The number of seeds in each pit, from the first pit of the player to move to the opponent's last pit.
using board = std::vector<int>;

struct rules_of_awari {
  int pits = 6;  ///< number of pits of each player
  enum class slam { forbidden, captured, kept } grand_slam = slam::forbidden;
  bool must_feed = true;
};

struct move_found {
  board next;  ///< the board after the move, relative to the opponent
  int captured = 0;
};

[[nodiscard]] inline bool is_empty(const board& b, int from, int to) {
  return std::all_of(b.begin() + from, b.begin() + to, [](int seeds) { return seeds == 0; });
}

[[nodiscard]] inline std::vector<move_found> moves_of(const board& b, const rules_of_awari& rules) {
  const int row = rules.pits;
  std::vector<move_found> feeding;
  std::vector<move_found> starving;
  for (int from = 0; from < row; ++from) {
    if (b[static_cast<std::size_t>(from)] == 0) continue;
    board after = b;
    int in_hand = std::exchange(after[static_cast<std::size_t>(from)], 0);
    int at = from;
    while (in_hand > 0) {
      at = (at + 1) % (2 * row);
      if (at == from) continue;
      ++after[static_cast<std::size_t>(at)];
      --in_hand;
    }
    board taken = after;
    int captured = 0;
    while (at >= row && (taken[static_cast<std::size_t>(at)] == 2 || taken[static_cast<std::size_t>(at)] == 3)) {
      captured += std::exchange(taken[static_cast<std::size_t>(at)], 0);
      --at;
    }
    bool starves = is_empty(taken, row, 2 * row);
    if (starves && captured > 0 && rules.grand_slam == rules_of_awari::slam::kept) {
      taken = after;
      captured = 0;
      starves = false;
    }
    std::rotate(taken.begin(), taken.begin() + row, taken.end());
    const bool forbids_starving = captured > 0 ? rules.grand_slam == rules_of_awari::slam::forbidden : rules.must_feed;
    const bool is_rejected = starves && forbids_starving;
    (is_rejected ? starving : feeding).push_back({taken, captured});
  }
  return feeding.empty() ? starving : feeding;
}

/// Appends to `found` all boards that place `seeds` seeds in the pits from `pit` to the last.
inline void list_boards(board& b, std::size_t pit, int seeds, std::vector<board>& found) {
  if (pit + 1 == b.size()) {
    b[pit] = seeds;
    found.push_back(b);
    return;
  }
  for (int here = 0; here <= seeds; ++here) {
    b[pit] = here;
    list_boards(b, pit + 1, seeds - here, found);
  }
}

struct board_value {
  static constexpr int endless = -1;
  int margin = 0;
  int plies = endless;
  friend bool operator==(const board_value&, const board_value&) = default;
};

/// Computes the values of all boards with at most a given number of seeds.
class listed_awari {
 public:
  listed_awari(const rules_of_awari& rules, int seeds) : m_rules(rules) {
    for (int n = 0; n <= seeds; ++n) solve(n);
  }
  [[nodiscard]] const board_value& at(const board& b) const { return m_values.at(b); }
  [[nodiscard]] const std::map<board, board_value>& all() const { return m_values; }

 private:
  struct edge {
    int inside = -1;  ///< the number of the next board if it has as many seeds; -1 if it has fewer
    int margin = 0;   ///< the margin of the move with its gain, if the next board has fewer seeds
    int plies = 0;    ///< the distance of the next board; 0 if endless play follows the gain
  };

  void solve(int n) {
    std::vector<board> boards;
    board b(static_cast<std::size_t>(2 * m_rules.pits));
    list_boards(b, 0, n, boards);
    std::map<board, int> numbers;
    for (std::size_t i = 0; i < boards.size(); ++i) numbers.emplace(boards[i], static_cast<int>(i));
    std::vector<std::vector<edge>> edges(boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i) {
      for (const move_found& move : moves_of(boards[i], m_rules)) {
        if (move.captured == 0) {
          edges[i].push_back({numbers.at(move.next)});
        } else {
          const board_value& to = m_values.at(move.next);
          edges[i].push_back({-1, move.captured - to.margin, std::max(to.plies, 0)});
        }
      }
    }
    const std::vector<int> margins = margins_of(n, edges);
    const std::vector<int> plies = plies_of(margins, edges);
    for (std::size_t i = 0; i < boards.size(); ++i) m_values[boards[i]] = {margins[i], plies[i]};
  }

  /// A board without moves is lost by the number of its seeds. For every threshold t, sweeps find the boards that the
  /// player to move wins by at least t, and those that the opponent wins by at least t. Both sets start empty, since
  /// endless play has margin 0.
  [[nodiscard]] static std::vector<int> margins_of(int n, const std::vector<std::vector<edge>>& edges) {
    std::vector<int> margins(edges.size(), 0);
    for (int t = 1; t <= n; ++t) {
      std::vector<char> won(edges.size(), 0);
      std::vector<char> lost(edges.size(), 0);
      for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (std::size_t i = 0; i < edges.size(); ++i) {
          if (won[i] != 0 || lost[i] != 0) continue;
          bool can_win = false;
          bool must_lose = true;
          for (const edge& e : edges[i]) {
            const auto next = static_cast<std::size_t>(std::max(e.inside, 0));
            can_win = can_win || (e.inside >= 0 ? lost[next] != 0 : e.margin >= t);
            must_lose = must_lose && (e.inside >= 0 ? won[next] != 0 : e.margin <= -t);
          }
          won[i] = can_win ? 1 : 0;
          lost[i] = must_lose ? 1 : 0;  // also without moves, where n >= t
          has_changed = has_changed || can_win || must_lose;
        }
      }
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (won[i] != 0) margins[i] = t;
        if (lost[i] != 0) margins[i] = -t;
      }
    }
    return margins;
  }

  /// A board is decided within k plies if a move that keeps its margin leads to a board that is decided within k - 1
  /// plies. If the player to move is behind, all moves that keep the margin must lead to such boards.
  [[nodiscard]] static std::vector<int> plies_of(const std::vector<int>& margins,
                                                 const std::vector<std::vector<edge>>& edges) {
    constexpr int never = std::numeric_limits<int>::max();
    std::vector<int> plies(edges.size(), never);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].empty()) plies[i] = 0;
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].empty()) continue;
        int least = never;
        int most = 0;
        for (const edge& e : edges[i]) {
          const auto next = static_cast<std::size_t>(std::max(e.inside, 0));
          const int margin = e.inside >= 0 ? -margins[next] : e.margin;
          if (margin != margins[i]) continue;
          const int of_next = e.inside >= 0 ? plies[next] : e.plies;
          least = std::min(least, of_next);
          most = std::max(most, of_next);
        }
        const int found = margins[i] < 0 ? most : least;
        const int updated = found == never ? never : found + 1;
        if (updated == plies[i]) continue;
        plies[i] = updated;
        has_changed = true;
      }
    }
    std::replace(plies.begin(), plies.end(), never, board_value::endless);
    return plies;
  }

  rules_of_awari m_rules;
  std::map<board, board_value> m_values;
};

}  // namespace zermelo::games::awari_test
