// SPDX-License-Identifier: MIT
// The textbook solution of Cat and Mouse for a graph of any size: the baseline that the engines are compared with,
// in results and in speed. It is kept as such solutions are usually written, neither slowed nor tuned.
//
// Arrays of int with an entry for every pair of nodes and both turns, and a queue of tuples with the decided
// positions in the order of their distance. A directed graph needs its edges reversed to find what came before. The
// problem leaves out positions without moves; they are ties here, and spread when wins and losses have.
//
//   time    O(nodes x edges), one thread      memory  24 bytes per pair of nodes, and the queue
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::games {

class cat_and_mouse_textbook {
 public:
  cat_and_mouse_textbook(const adjacency_lists& graph, std::uint32_t hole, const solve_visitor& visitor)
      : m_nodes(static_cast<int>(graph.num_nodes())),
        m_hole(static_cast<int>(hole)),
        m_neighbours(graph.num_nodes()),
        m_reversed(graph.num_nodes()),
        m_moves_left(num_entries()),
        m_value(num_entries(), undecided),
        m_plies(num_entries()),
        m_visitor(visitor) {
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
    const std::size_t i = index(static_cast<int>(mouse), static_cast<int>(cat), turn);
    if (m_value[i] == undecided) return {outcome::draw, no_distance};
    const auto plies = static_cast<std::uint32_t>(m_plies[i]);
    if (m_value[i] == tied) return {outcome::tie, plies};
    return {m_value[i] == turn ? outcome::win : outcome::loss, plies};
  }
  [[nodiscard]] std::uint32_t longest_plies() const {
    return static_cast<std::uint32_t>(*std::max_element(m_plies.begin(), m_plies.end()));
  }

  /// The size of the arrays for that many nodes: three numbers for every pair of nodes and either turn.
  [[nodiscard]] static constexpr std::uint64_t bytes_of_arrays(std::uint64_t nodes) {
    return 3 * sizeof(int) * 2 * nodes * nodes;
  }

 private:
  // A win is written as the turn of the player who wins.
  static constexpr int mouse_turn = 0;
  static constexpr int cat_turn = 1;
  static constexpr int tied = 2;
  static constexpr int undecided = -1;

  using lists = std::vector<std::vector<int>>;

  [[nodiscard]] std::size_t num_entries() const {
    return 2 * static_cast<std::size_t>(m_nodes) * static_cast<std::size_t>(m_nodes);
  }
  [[nodiscard]] std::size_t index(int mouse, int cat, int turn) const {
    return (static_cast<std::size_t>(mouse) * static_cast<std::size_t>(m_nodes) + static_cast<std::size_t>(cat)) * 2 +
           static_cast<std::size_t>(turn);
  }
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

  void decide(int mouse, int cat, int turn, int value, int plies) {
    m_value[index(mouse, cat, turn)] = value;
    m_plies[index(mouse, cat, turn)] = plies;
    m_decided.emplace(mouse, cat, turn);
  }

  void enqueue_ends() {
    for (int v = 0; v < m_nodes; ++v) {
      if (v == m_hole) continue;
      for (const int turn : {mouse_turn, cat_turn}) {
        decide(v, v, turn, cat_turn, 0);
        decide(m_hole, v, turn, mouse_turn, 0);
      }
    }
  }

  void enqueue_stuck() {
    for (int mouse = 0; mouse < m_nodes; ++mouse) {
      for (int cat = 0; cat < m_nodes; ++cat) {
        if (cat == m_hole) continue;
        for (const int turn : {mouse_turn, cat_turn}) {
          const std::size_t i = index(mouse, cat, turn);
          if (m_value[i] == undecided && m_moves_left[i] == 0) decide(mouse, cat, turn, tied, 0);
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
    if (++m_taken % check_every == 0) m_visitor.check_stop();
    const auto next = m_decided.front();
    m_decided.pop();
    return next;
  }

  void propagate_wins() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const int winner = m_value[index(mouse, cat, turn)];
      const int plies = m_plies[index(mouse, cat, turn)] + 1;
      for (const auto& [mouse_before, cat_before, turn_before] : positions_before(mouse, cat, turn)) {
        const std::size_t before = index(mouse_before, cat_before, turn_before);
        if (m_value[before] != undecided) continue;
        if (turn_before == winner || --m_moves_left[before] == 0) {
          decide(mouse_before, cat_before, turn_before, winner, plies);
        }
      }
    }
  }

  void propagate_ties() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const int plies = m_plies[index(mouse, cat, turn)] + 1;
      for (const auto& [mouse_before, cat_before, turn_before] : positions_before(mouse, cat, turn)) {
        if (m_value[index(mouse_before, cat_before, turn_before)] != undecided) continue;
        decide(mouse_before, cat_before, turn_before, tied, plies);
      }
    }
  }

  int m_nodes;
  int m_hole;
  lists m_neighbours;
  lists m_reversed;
  std::vector<int> m_moves_left;
  std::vector<int> m_value;
  std::vector<int> m_plies;
  std::queue<std::tuple<int, int, int>> m_decided;
  const solve_visitor& m_visitor;
  std::uint64_t m_taken = 0;
};

}  // namespace zermelo::games
