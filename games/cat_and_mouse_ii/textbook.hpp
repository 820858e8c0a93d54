// SPDX-License-Identifier: MIT
// The textbook solution of Cat and Mouse II for a grid of any size: the baseline that the engines are compared
// with, in results and in speed. It is kept as such solutions are usually written, neither slowed nor tuned.
//
// Every pair of grid cells, walls included, and both turns have an entry in three arrays of int. A queue of tuples
// holds the decided positions in the order of their distance; for each one taken from it, the predecessors are
// gathered in a new vector by walking the grid.
//
//   time    O(cells^2 x (rows + columns)), one thread      memory  24 bytes per pair of cells, and the queue
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::games {

class cat_and_mouse_ii_textbook {
 public:
  struct entry {
    std::optional<player> winner;  ///< nothing if nobody can force a win; the mouse is `player::first`
    std::uint32_t plies = 0;
  };

  /// Solves the grid of '#', '.' and one 'F'.
  cat_and_mouse_ii_textbook(const character_grid& grid, std::uint64_t cat_jump, std::uint64_t mouse_jump,
                            const solve_visitor& visitor)
      : m_grid(grid),
        m_cells(static_cast<int>(grid.size())),
        m_cat_jump(static_cast<int>(std::min<std::uint64_t>(cat_jump, grid.size()))),
        m_mouse_jump(static_cast<int>(std::min<std::uint64_t>(mouse_jump, grid.size()))),
        m_moves_left(2 * grid.size() * grid.size()),
        m_winner(2 * grid.size() * grid.size(), undecided),
        m_plies(2 * grid.size() * grid.size()),
        m_visitor(visitor) {
    count_moves();
    enqueue_ends();
    propagate();
  }

  /// The value of a position; the cells are numbered in row-major order, walls included.
  [[nodiscard]] entry at(std::size_t mouse, std::size_t cat, player to_move) const {
    const std::size_t i = index(static_cast<int>(mouse), static_cast<int>(cat), static_cast<int>(to_move));
    if (m_winner[i] == undecided) return {};
    return {m_winner[i] == mouse_turn ? player::first : player::second, static_cast<std::uint32_t>(m_plies[i])};
  }
  [[nodiscard]] std::uint32_t longest_plies() const {
    return static_cast<std::uint32_t>(*std::max_element(m_plies.begin(), m_plies.end()));
  }

  /// The size of the arrays for that many cells: three numbers for every pair of cells and either turn.
  [[nodiscard]] static constexpr std::uint64_t bytes_of_arrays(std::uint64_t cells) {
    return 3 * sizeof(int) * 2 * cells * cells;
  }

 private:
  // A winner is written as the turn of the player who wins.
  static constexpr int undecided = -1;
  static constexpr int mouse_turn = 0;
  static constexpr int cat_turn = 1;

  [[nodiscard]] std::size_t index(int mouse, int cat, int turn) const {
    return (static_cast<std::size_t>(mouse) * static_cast<std::size_t>(m_cells) + static_cast<std::size_t>(cat)) * 2 +
           static_cast<std::size_t>(turn);
  }
  [[nodiscard]] bool is_wall(int cell) const { return m_grid[m_grid.cell(static_cast<std::size_t>(cell))] == '#'; }

  /// The cells where a walker can be after one move; by symmetry, also those where it can have been before.
  [[nodiscard]] std::vector<int> within_a_jump(int cell, int jump) const {
    const int rows = static_cast<int>(m_grid.rows());
    const int columns = static_cast<int>(m_grid.columns());
    std::vector<int> cells{cell};
    for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      int row = cell / columns;
      int column = cell % columns;
      for (int length = 1; length <= jump; ++length) {
        row += down;
        column += right;
        if (row < 0 || row >= rows || column < 0 || column >= columns || is_wall(row * columns + column)) break;
        cells.push_back(row * columns + column);
      }
    }
    return cells;
  }

  void count_moves() {
    for (int mouse = 0; mouse < m_cells; ++mouse) {
      if (is_wall(mouse)) continue;
      const int mouse_moves = static_cast<int>(within_a_jump(mouse, m_mouse_jump).size());
      const int cat_moves = static_cast<int>(within_a_jump(mouse, m_cat_jump).size());
      for (int other = 0; other < m_cells; ++other) {
        m_moves_left[index(mouse, other, mouse_turn)] = mouse_moves;
        m_moves_left[index(other, mouse, cat_turn)] = cat_moves;
      }
    }
  }

  void decide(int mouse, int cat, int turn, int winner, int plies) {
    m_winner[index(mouse, cat, turn)] = winner;
    m_plies[index(mouse, cat, turn)] = plies;
    m_decided.emplace(mouse, cat, turn);
  }

  void enqueue_ends() {
    const int food = static_cast<int>(m_grid.number(m_grid.find('F').front()));
    for (int mouse = 0; mouse < m_cells; ++mouse) {
      for (int cat = 0; cat < m_cells; ++cat) {
        if (is_wall(mouse) || is_wall(cat)) continue;
        for (const int turn : {mouse_turn, cat_turn}) {
          if (cat == mouse || cat == food) {
            decide(mouse, cat, turn, cat_turn, 0);
          } else if (mouse == food) {
            decide(mouse, cat, turn, mouse_turn, 0);
          }
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::tuple<int, int, int>> positions_before(int mouse, int cat, int turn) const {
    std::vector<std::tuple<int, int, int>> before;
    if (turn == cat_turn) {
      for (const int from : within_a_jump(mouse, m_mouse_jump)) before.emplace_back(from, cat, mouse_turn);
    } else {
      for (const int from : within_a_jump(cat, m_cat_jump)) before.emplace_back(mouse, from, cat_turn);
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

  void propagate() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const int winner = m_winner[index(mouse, cat, turn)];
      const int plies = m_plies[index(mouse, cat, turn)] + 1;
      for (const auto& [mouse_before, cat_before, turn_before] : positions_before(mouse, cat, turn)) {
        const std::size_t before = index(mouse_before, cat_before, turn_before);
        if (m_winner[before] != undecided) continue;
        if (turn_before == winner || --m_moves_left[before] == 0) {
          decide(mouse_before, cat_before, turn_before, winner, plies);
        }
      }
    }
  }

  const character_grid& m_grid;
  int m_cells;
  int m_cat_jump;
  int m_mouse_jump;
  std::vector<int> m_moves_left;
  std::vector<int> m_winner;
  std::vector<int> m_plies;
  std::queue<std::tuple<int, int, int>> m_decided;
  const solve_visitor& m_visitor;
  std::uint64_t m_taken = 0;
};

}  // namespace zermelo::games
