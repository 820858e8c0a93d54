// SPDX-License-Identifier: MIT
// The textbook solution of Cat and Mouse, with which the results and the speed of engines are compared. It is the
// topological sort that is usually published for LeetCode 913, neither slowed nor tuned, with vectors instead of arrays
// of fixed size.
//
// For each cat node, mouse node and player to move, arrays store the number of moves, the winner and the plies. A queue
// of tuples contains the decided positions in order of distance. For each position from the queue, a new vector gets
// its predecessors. In addition to the published solution, it computes distances, supports directed graphs, whose edges
// it reverses to find predecessors, and supports positions without moves, which are ties and are propagated last.
//
//   time    O(nodes x edges), one thread      memory  24 bytes per pair of nodes, and the queue
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::games {

/// Solves the game in its constructor, and returns the value of each position.
class cat_and_mouse_textbook {
 public:
  /// @param monitor  checked regularly for a stop request; must outlive the object @throws interrupted
  cat_and_mouse_textbook(const adjacency_lists& graph, std::uint32_t hole, const work_monitor& monitor)
      : m_nodes(static_cast<int>(graph.num_nodes())),
        m_hole(static_cast<int>(hole)),
        m_neighbours(graph.num_nodes()),
        m_reversed(graph.num_nodes()),
        m_moves_left(num_entries()),
        m_values(num_entries()),
        m_monitor(monitor) {
    for (int v = 0; v < m_nodes; ++v) {
      for (const auto to : graph.neighbours(static_cast<std::uint32_t>(v))) {
        list(m_neighbours, v).push_back(static_cast<int>(to));
        m_reversed[to].push_back(v);
      }
    }
    count_moves();
    enqueue_ends();
    propagate_wins();
    enqueue_stuck();
    propagate_ties();
  }

  /// The value for the player to move; the mouse is `player::first`.
  [[nodiscard]] position_value at(std::uint32_t mouse, std::uint32_t cat, player to_move) const {
    const int turn = static_cast<int>(to_move);
    const stored_value& v = m_values[index(static_cast<int>(mouse), static_cast<int>(cat), turn)];
    if (v.value == undecided) return {outcome::draw, no_distance};
    const auto plies = static_cast<std::uint32_t>(v.plies);
    if (v.value == tied) return {outcome::tie, plies};
    return {v.value == winning(turn) ? outcome::win : outcome::loss, plies};
  }
  /// The largest distance of a decided position.
  [[nodiscard]] std::uint32_t longest_plies() const {
    int longest = 0;
    for (const stored_value& v : m_values) longest = std::max(longest, v.plies);
    return static_cast<std::uint32_t>(longest);
  }

  /// The bytes of the arrays, which store three numbers for every pair of nodes and player to move.
  [[nodiscard]] static constexpr std::uint64_t bytes_of_arrays(std::uint64_t nodes) {
    return (sizeof(int) + sizeof(stored_value)) * 2 * nodes * nodes;
  }

 private:
  static constexpr int mouse_turn = 0;
  static constexpr int cat_turn = 1;
  static constexpr int undecided = 0;
  static constexpr int mouse_wins = 1;
  static constexpr int cat_wins = 2;
  static constexpr int tied = 3;

  struct stored_value {
    int value = undecided;
    int plies = 0;
  };

  using lists = std::vector<std::vector<int>>;

  [[nodiscard]] std::size_t num_entries() const {
    return 2 * static_cast<std::size_t>(m_nodes) * static_cast<std::size_t>(m_nodes);
  }
  [[nodiscard]] std::size_t index(int mouse, int cat, int turn) const {
    return (static_cast<std::size_t>(mouse) * static_cast<std::size_t>(m_nodes) + static_cast<std::size_t>(cat)) * 2 +
           static_cast<std::size_t>(turn);
  }
  /// The value of a win for the player to move.
  [[nodiscard]] static constexpr int winning(int turn) { return turn == mouse_turn ? mouse_wins : cat_wins; }
  [[nodiscard]] static std::vector<int>& list(lists& of, int v) { return of[static_cast<std::size_t>(v)]; }

  void count_moves() {
    for (int mouse = 0; mouse < m_nodes; ++mouse) {
      for (int cat = 0; cat < m_nodes; ++cat) {
        const auto& cat_moves = list(m_neighbours, cat);
        m_moves_left[index(mouse, cat, mouse_turn)] = static_cast<int>(list(m_neighbours, mouse).size());
        m_moves_left[index(mouse, cat, cat_turn)] =
            static_cast<int>(cat_moves.size()) -
            static_cast<int>(std::count(cat_moves.begin(), cat_moves.end(), m_hole));
      }
    }
  }

  void decide(int mouse, int cat, int turn, const stored_value& v) {
    m_values[index(mouse, cat, turn)] = v;
    m_decided.emplace(mouse, cat, turn);
  }

  void enqueue_ends() {
    for (int v = 0; v < m_nodes; ++v) {
      if (v == m_hole) continue;
      for (const int turn : {mouse_turn, cat_turn}) {
        decide(v, v, turn, {cat_wins, 0});
        decide(m_hole, v, turn, {mouse_wins, 0});
      }
    }
  }

  void enqueue_stuck() {
    for (int mouse = 0; mouse < m_nodes; ++mouse) {
      for (int cat = 0; cat < m_nodes; ++cat) {
        if (cat == m_hole) continue;
        for (const int turn : {mouse_turn, cat_turn}) {
          const std::size_t i = index(mouse, cat, turn);
          if (m_values[i].value == undecided && m_moves_left[i] == 0) decide(mouse, cat, turn, {tied, 0});
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::tuple<int, int, int>> predecessors(int mouse, int cat, int turn) {
    std::vector<std::tuple<int, int, int>> before;
    if (turn == cat_turn) {
      for (const int from : list(m_reversed, mouse)) before.emplace_back(from, cat, mouse_turn);
    } else {
      for (const int from : list(m_reversed, cat)) {
        if (from != m_hole) before.emplace_back(mouse, from, cat_turn);
      }
    }
    return before;
  }

  [[nodiscard]] std::tuple<int, int, int> take_next() {
    constexpr std::uint64_t positions_per_check = 1 << 16;  // checks are then too rare to cost time
    if (++m_taken % positions_per_check == 0) m_monitor.check_stop();
    const auto next = m_decided.front();
    m_decided.pop();
    return next;
  }

  void propagate_wins() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const auto [winner, plies] = m_values[index(mouse, cat, turn)];
      for (const auto& [mouse_before, cat_before, turn_before] : predecessors(mouse, cat, turn)) {
        const std::size_t before = index(mouse_before, cat_before, turn_before);
        if (m_values[before].value != undecided) continue;
        if (winner == winning(turn_before) || --m_moves_left[before] == 0) {
          decide(mouse_before, cat_before, turn_before, {winner, plies + 1});
        }
      }
    }
  }

  void propagate_ties() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const int plies = m_values[index(mouse, cat, turn)].plies + 1;
      for (const auto& [mouse_before, cat_before, turn_before] : predecessors(mouse, cat, turn)) {
        if (m_values[index(mouse_before, cat_before, turn_before)].value != undecided) continue;
        decide(mouse_before, cat_before, turn_before, {tied, plies});
      }
    }
  }

  int m_nodes;
  int m_hole;
  lists m_neighbours;
  lists m_reversed;
  std::vector<int> m_moves_left;
  std::vector<stored_value> m_values;
  std::queue<std::tuple<int, int, int>> m_decided;
  const work_monitor& m_monitor;
  std::uint64_t m_taken = 0;
};

}  // namespace zermelo::games
