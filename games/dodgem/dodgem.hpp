// SPDX-License-Identifier: MIT
// Dodgem, a game of cars that leave the board, invented by Colin Vout. It has no ranking.
//
// Rules. On a board of n x n cells, x has n - 1 cars in the left column and o has n - 1 in the lowest row; the corner
// between them is empty, and x begins. A car goes one cell, forwards or sideways, onto an empty cell: x's to the right,
// up or down, o's up, left or right. From the last cell forwards, which is in the right column for x and in the upper
// row for o, it may leave the board. A player who cannot move has won, because all cars have left or are blocked; so a
// player who blocks the opponent loses. When a player's last car has left, play ends after the opponent's next move.
//
// Parameters   n=3, from 2 to 6.
// Positions    reachable boards, with the player to move: 23 for n = 2, 2055 for n = 3.
// Published    for n = 3 the first player wins: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways for your
//              Mathematical Plays". See the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class dodgem {
 public:
  static constexpr player x = player::first;
  static constexpr player o = player::second;

  static constexpr std::uint32_t min_side = 2;
  static constexpr std::uint32_t max_side = 6;  ///< larger boards have keys of more than 64 bits

  enum class cell : std::uint8_t { empty, x, o };

  /// The board, row by row from the upper left. Array elements after the last cell are empty.
  struct state {
    std::array<cell, std::size_t{max_side} * max_side> board{};
    player to_move = x;
    friend bool operator==(const state&, const state&) = default;
  };

  explicit dodgem(std::uint32_t n) : m_side(n) { expect_between("n", n, min_side, max_side); }
  explicit dodgem(const parameter_values& values) : dodgem(static_cast<std::uint32_t>(values.integer("n"))) {}

  static constexpr std::string_view name() { return "dodgem"; }
  static constexpr std::string_view summary() { return "cars that leave the board at two sides"; }
  static std::vector<parameter> parameters() {
    return {{"n", parameter_type::integer, "rows and columns of the board", "3", min_side, max_side}};
  }

  // The rules.

  [[nodiscard]] state start() const {
    state s;
    const std::size_t side = m_side;
    for (std::size_t i = 0; i + 1 < side; ++i) {
      s.board[i * side] = cell::x;
      s.board[(side - 1) * side + i + 1] = cell::o;
    }
    return s;
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (num_cars(s, s.to_move) == 0) return result::won_by(s.to_move);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const cell own = car_of(s.to_move);
    const bool goes_right = s.to_move == x;
    state next = s;
    next.to_move = opponent(s.to_move);
    for (std::size_t from = 0; from < num_cells(); ++from) {
      if (s.board[from] != own) continue;
      const std::size_t row = from / m_side;
      const std::size_t col = from % m_side;
      next.board[from] = cell::empty;
      const auto go_to = [&](std::size_t to) {
        if (s.board[to] != cell::empty) return;
        next.board[to] = own;
        f(std::as_const(next));
        next.board[to] = cell::empty;
      };
      if (goes_right ? col + 1 == m_side : row == 0) f(std::as_const(next));  // the car leaves
      if (row > 0) go_to(from - m_side);
      if (col + 1 < m_side) go_to(from + 1);
      if (goes_right && row + 1 < m_side) go_to(from + m_side);
      if (!goes_right && col > 0) go_to(from - 1);
      next.board[from] = own;
    }
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.board, opponent(s.to_move)}; }
  /// A player whose cars are all blocked has won.
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(s.to_move); }

  // A key: the board in base 3, and the player to move.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < num_cells(); ++i) key = key * letters.size() + static_cast<std::uint64_t>(s.board[i]);
    return key * 2 + index_of(s.to_move);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    state s;
    s.to_move = static_cast<player>(key % 2);
    key /= 2;
    for (std::size_t i = num_cells(); i-- > 0; key /= letters.size()) {
      s.board[i] = static_cast<cell>(key % letters.size());
    }
    return s;
  }
  /// Whether no player has more cars than at the start.
  [[nodiscard]] bool is_legal(const state& s) const { return num_cars(s, x) < m_side && num_cars(s, o) < m_side; }

  // Text.

  [[nodiscard]] std::string player_name(player p) const { return p == x ? "x" : "o"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("board={} turn={}", board_of(s).text('/'), player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board", "turn"});
    const character_grid board = parse_board(fields.at("board"), m_side, m_side, letters);
    state s;
    for (std::size_t i = 0; i < num_cells(); ++i) s.board[i] = static_cast<cell>(letters.find(board[board.cell(i)]));
    s.to_move = parse_turn(fields.at("turn"), *this);
    for (const player p : {x, o}) {
      if (num_cars(s, p) < m_side) continue;
      throw input_error(
          fmt::format("position: {} has {} cars; expected at most {}", player_name(p), num_cars(s, p), m_side - 1));
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }
  [[nodiscard]] game_board board_shape() const {
    game_board board = rectangular_board(m_side, m_side, {{"x's car", "▶", x}, {"o's car", "▲", o}});
    board.hands = {"x's cars that have left", "o's cars that have left"};
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_cells(), 2, 2);
    for (const player p : {x, o}) {
      for (std::size_t i = 0; i < num_cells(); ++i) {
        if (s.board[i] == car_of(p)) pieces.at[i] = piece_number(p);
      }
      pieces.in_hand[index_of(p)][index_of(p)] = static_cast<std::uint16_t>(m_side - 1 - num_cars(s, p));
    }
    return pieces;
  }

 private:
  static constexpr std::string_view letters = ".XO";  // in the order of `cell`

  [[nodiscard]] std::size_t num_cells() const { return std::size_t{m_side} * m_side; }
  [[nodiscard]] static cell car_of(player p) { return p == x ? cell::x : cell::o; }
  [[nodiscard]] static std::size_t num_cars(const state& s, player p) {
    return static_cast<std::size_t>(std::count(s.board.begin(), s.board.end(), car_of(p)));
  }
  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_side, m_side, '.');
    for (std::size_t i = 0; i < num_cells(); ++i) {
      board[board.cell(i)] = letters[static_cast<std::size_t>(s.board[i])];
    }
    return board;
  }

  std::uint32_t m_side;
};

}  // namespace zermelo::games
