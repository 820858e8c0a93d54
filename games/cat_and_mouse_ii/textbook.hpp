// SPDX-License-Identifier: MIT
// The textbook solution of Cat and Mouse II, with which the results and the speed of engines are compared. It is the
// topological sort that is usually published for LeetCode 1728, neither slowed nor tuned, with vectors instead of
// arrays of fixed size.
//
// For each cat cell, mouse cell and player to move, including walls, arrays store the number of moves, the winner and
// the plies. A queue of tuples contains the decided positions in order of distance. For each position from the queue, a
// new vector gets its predecessors, which are found by walking on the grid.
//
//   time    O(cells^2 x (rows + columns)), one thread      memory  24 bytes per pair of cells, and the queue
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::games {

/// Solves the game in its constructor, and returns the value of each position.
class cat_and_mouse_ii_textbook {
 public:
  /// @param grid  contains '#' (wall), '.' (floor) and exactly one 'F' (food)
  /// @param cat_jump, mouse_jump  largest length of a jump, in cells
  /// @param monitor  checked regularly for a stop request; must outlive the object @throws interrupted
  cat_and_mouse_ii_textbook(const character_grid& grid, std::uint64_t cat_jump, std::uint64_t mouse_jump,
                            const work_monitor& monitor)
      : m_rows(static_cast<int>(grid.rows())),
        m_columns(static_cast<int>(grid.columns())),
        m_cells(m_rows * m_columns),
        m_food(static_cast<int>(grid.number(grid.find('F').front()))),
        m_cat_jump(static_cast<int>(std::min<std::uint64_t>(cat_jump, grid.size()))),
        m_mouse_jump(static_cast<int>(std::min<std::uint64_t>(mouse_jump, grid.size()))),
        m_moves_left(2 * grid.size() * grid.size()),
        m_values(2 * grid.size() * grid.size()),
        m_monitor(monitor) {
    for (int row = 0; row < m_rows; ++row) {
      for (int column = 0; column < m_columns; ++column) {
        m_grid += grid[grid.cell(static_cast<std::size_t>(number(row, column)))];
      }
    }
    count_moves();
    enqueue_ends();
    propagate();
  }

  /// The value for the player to move; the mouse is `player::first`. All cells, including walls, are numbered in
  /// row-major order.
  [[nodiscard]] position_value at(std::size_t mouse, std::size_t cat, player to_move) const {
    const int turn = static_cast<int>(to_move);
    const stored_value& v = m_values[index(static_cast<int>(mouse), static_cast<int>(cat), turn)];
    if (v.winner == undecided) return {outcome::draw, no_distance};
    return {v.winner == winning(turn) ? outcome::win : outcome::loss, static_cast<std::uint32_t>(v.plies)};
  }
  /// The largest distance of a decided position; 0 if no position is decided.
  [[nodiscard]] std::uint32_t longest_plies() const {
    int longest = 0;
    for (const stored_value& v : m_values) longest = std::max(longest, v.plies);
    return static_cast<std::uint32_t>(longest);
  }

  /// The bytes of the arrays, which store three numbers for every pair of cells and player to move.
  [[nodiscard]] static constexpr std::uint64_t bytes_of_arrays(std::uint64_t cells) {
    return (sizeof(int) + sizeof(stored_value)) * 2 * cells * cells;
  }

 private:
  static constexpr int mouse_turn = 0;
  static constexpr int cat_turn = 1;
  static constexpr int undecided = 0;
  static constexpr int mouse_wins = 1;
  static constexpr int cat_wins = 2;

  struct stored_value {
    int winner = undecided;
    int plies = 0;
  };

  /// The value of a win for the player to move.
  [[nodiscard]] static constexpr int winning(int turn) { return turn == mouse_turn ? mouse_wins : cat_wins; }
  [[nodiscard]] int number(int row, int column) const { return row * m_columns + column; }
  [[nodiscard]] bool is_wall(int cell) const { return m_grid[static_cast<std::size_t>(cell)] == '#'; }
  [[nodiscard]] bool is_open(int row, int column) const {
    return row >= 0 && row < m_rows && column >= 0 && column < m_columns && !is_wall(number(row, column));
  }
  [[nodiscard]] std::size_t index(int mouse, int cat, int turn) const {
    return (static_cast<std::size_t>(mouse) * static_cast<std::size_t>(m_cells) + static_cast<std::size_t>(cat)) * 2 +
           static_cast<std::size_t>(turn);
  }

  /// Calls f(cell) for each cell that a walker can reach in one move. By symmetry, these are also the cells from which
  /// it can reach `cell`.
  void for_each_cell_within(int cell, int jump, const auto& f) const {
    f(cell);
    for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      int row = cell / m_columns + down;
      int column = cell % m_columns + right;
      for (int length = 1; length <= jump && is_open(row, column); ++length) {
        f(number(row, column));
        row += down;
        column += right;
      }
    }
  }
  [[nodiscard]] int num_moves(int cell, int jump) const {
    int moves = 0;
    for_each_cell_within(cell, jump, [&](int) { ++moves; });
    return moves;
  }

  void count_moves() {
    std::vector<int> cat_moves(static_cast<std::size_t>(m_cells));
    for (int cat = 0; cat < m_cells; ++cat) cat_moves[static_cast<std::size_t>(cat)] = num_moves(cat, m_cat_jump);
    for (int mouse = 0; mouse < m_cells; ++mouse) {
      const int mouse_moves = num_moves(mouse, m_mouse_jump);
      for (int cat = 0; cat < m_cells; ++cat) {
        m_moves_left[index(mouse, cat, mouse_turn)] = mouse_moves;
        m_moves_left[index(mouse, cat, cat_turn)] = cat_moves[static_cast<std::size_t>(cat)];
      }
    }
  }

  void decide(int mouse, int cat, int turn, const stored_value& v) {
    m_values[index(mouse, cat, turn)] = v;
    m_decided.emplace(mouse, cat, turn);
  }

  void enqueue_ends() {
    for (int mouse = 0; mouse < m_cells; ++mouse) {
      for (int cat = 0; cat < m_cells; ++cat) {
        if (is_wall(mouse) || is_wall(cat)) continue;
        for (const int turn : {mouse_turn, cat_turn}) {
          if (cat == mouse || cat == m_food) {
            decide(mouse, cat, turn, {cat_wins, 0});
          } else if (mouse == m_food) {
            decide(mouse, cat, turn, {mouse_wins, 0});
          }
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::tuple<int, int, int>> predecessors(int mouse, int cat, int turn) const {
    std::vector<std::tuple<int, int, int>> found;
    if (turn == cat_turn) {
      for_each_cell_within(mouse, m_mouse_jump, [&](int from) { found.emplace_back(from, cat, mouse_turn); });
    } else {
      for_each_cell_within(cat, m_cat_jump, [&](int from) { found.emplace_back(mouse, from, cat_turn); });
    }
    return found;
  }

  [[nodiscard]] std::tuple<int, int, int> take_next() {
    constexpr std::uint64_t positions_per_check = 1 << 16;  // checks are then too rare to cost time
    if (++m_taken % positions_per_check == 0) m_monitor.check_stop();
    const auto next = m_decided.front();
    m_decided.pop();
    return next;
  }

  void propagate() {
    while (!m_decided.empty()) {
      const auto [mouse, cat, turn] = take_next();
      const auto [winner, plies] = m_values[index(mouse, cat, turn)];
      for (const auto& [mouse_before, cat_before, turn_before] : predecessors(mouse, cat, turn)) {
        const std::size_t index_before = index(mouse_before, cat_before, turn_before);
        if (m_values[index_before].winner != undecided) continue;
        if (winner == winning(turn_before) || --m_moves_left[index_before] == 0) {
          decide(mouse_before, cat_before, turn_before, {winner, plies + 1});
        }
      }
    }
  }

  int m_rows;
  int m_columns;
  int m_cells;
  int m_food;
  int m_cat_jump;
  int m_mouse_jump;
  std::string m_grid;  // the cells in row-major order
  std::vector<int> m_moves_left;
  std::vector<stored_value> m_values;
  std::queue<std::tuple<int, int, int>> m_decided;
  const work_monitor& m_monitor;
  std::uint64_t m_taken = 0;
};

}  // namespace zermelo::games
