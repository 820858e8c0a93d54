// SPDX-License-Identifier: MIT
// The textbook solution of Cat and Mouse for a graph of any size: the baseline that the engines are compared with,
// in results and in speed. It is the topological sort that is usually published for LeetCode 913, neither slowed nor
// tuned: only its arrays of fixed size have become vectors, and what it leaves out is there.
//
// Every pair of nodes and both turns have a number of moves, and a result: who wins, and after how many plies. A queue
// of tuples holds the decided positions in the order of their distance; for each one taken from it, the positions
// before it are gathered in a new vector. What the published solution leaves out: distances, which lie beside the
// winners here; directed graphs, which need their edges reversed to find what came before; positions without moves,
// which are ties and spread when wins and losses have.
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

class cat_and_mouse_textbook {
 public:
  cat_and_mouse_textbook(const adjacency_lists& graph, std::uint32_t hole, const work_monitor& monitor)
      : m_nodes(static_cast<int>(graph.num_nodes())),
        m_hole(static_cast<int>(hole)),
        m_neighbours(graph.num_nodes()),
        m_reversed(graph.num_nodes()),
        m_moves_left(num_entries()),
        m_results(num_entries()),
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
    const result_of& r = m_results[index(static_cast<int>(mouse), static_cast<int>(cat), turn)];
    if (r.value == undecided) return {outcome::draw, no_distance};
    const auto plies = static_cast<std::uint32_t>(r.plies);
    if (r.value == tied) return {outcome::tie, plies};
    return {r.value == winning(turn) ? outcome::win : outcome::loss, plies};
  }
  [[nodiscard]] std::uint32_t longest_plies() const {
    int longest = 0;
    for (const result_of& r : m_results) longest = std::max(longest, r.plies);
    return static_cast<std::uint32_t>(longest);
  }

  /// The size of the arrays for that many nodes: three numbers for every pair of nodes and either turn.
  [[nodiscard]] static constexpr std::uint64_t bytes_of_arrays(std::uint64_t nodes) {
    return (sizeof(int) + sizeof(result_of)) * 2 * nodes * nodes;
  }

 private:
  static constexpr int mouse_turn = 0;
  static constexpr int cat_turn = 1;
  static constexpr int undecided = 0;
  static constexpr int mouse_wins = 1;
  static constexpr int cat_wins = 2;
  static constexpr int tied = 3;

  struct result_of {
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
  /// The value that is a win of who is to move.
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

  void decide(int mouse, int cat, int turn, const result_of& r) {
    m_results[index(mouse, cat, turn)] = r;
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
          if (m_results[i].value == undecided && m_moves_left[i] == 0) decide(mouse, cat, turn, {tied, 0});
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::tuple<int, int, int>> positions_before(int mouse, int cat, int turn) {
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
    constexpr std::uint64_t check_every = 1 << 16;
    if (++m_taken % check_every == 0) m_monitor.check_stop();
    const auto next = m_decided.front();
    m_decided.pop();
    return next;
  }

  void propagate_wins() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const auto [winner, plies] = m_results[index(mouse, cat, turn)];
      for (const auto& [mouse_before, cat_before, turn_before] : positions_before(mouse, cat, turn)) {
        const std::size_t before = index(mouse_before, cat_before, turn_before);
        if (m_results[before].value != undecided) continue;
        if (winner == winning(turn_before) || --m_moves_left[before] == 0) {
          decide(mouse_before, cat_before, turn_before, {winner, plies + 1});
        }
      }
    }
  }

  void propagate_ties() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const int plies = m_results[index(mouse, cat, turn)].plies + 1;
      for (const auto& [mouse_before, cat_before, turn_before] : positions_before(mouse, cat, turn)) {
        if (m_results[index(mouse_before, cat_before, turn_before)].value != undecided) continue;
        decide(mouse_before, cat_before, turn_before, {tied, plies});
      }
    }
  }

  int m_nodes;
  int m_hole;
  lists m_neighbours;
  lists m_reversed;
  std::vector<int> m_moves_left;
  std::vector<result_of> m_results;
  std::queue<std::tuple<int, int, int>> m_decided;
  const work_monitor& m_monitor;
  std::uint64_t m_taken = 0;
};

}  // namespace zermelo::games
