// SPDX-License-Identifier: MIT
// m,n,k-games, tic-tac-toe among them: the worked example for those who write a game of their own. Copy this folder,
// rename the class, and replace the rules; the contract with all hooks is in zermelo/core/game/game.hpp.
//
// Rules. Two players, x and o, take turns to put a piece of theirs on an empty cell of a board of `rows` x `cols`
// cells; x begins. Whoever first has `k` pieces in an unbroken line, along a row, a column or a diagonal, wins. A
// full board without such a line is a tie.
//
// Parameters   rows, cols from 1 to 39, rows x cols at most 39; k from 1 to the longer of the two. By default 3,3,3.
// Positions    3^(rows x cols), most of them illegal: of tic-tac-toe's 19,683 are 5478 legal, all of them reachable.
// Published    tic-tac-toe is a tie, and has 5478 reachable positions of which 958 are ends; see the README.
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

class mnk {
 public:
  static constexpr player x = player::first;
  static constexpr player o = player::second;

  /// Boards of more cells have more than 2^63 positions.
  static constexpr std::uint32_t max_cells = 39;

  // A state: whatever is convenient to write the rules with. It is compared with == and copied.

  enum class square : std::uint8_t { empty, x, o };

  /// The board in row-major order. Squares behind the last cell stay empty. Who is to move follows from the pieces.
  struct state {
    std::array<square, max_cells> board{};
    friend bool operator==(const state&, const state&) = default;
  };

  // Where the parameters come from. A constructor of your own beside it is handy in tests.

  mnk(std::uint32_t rows, std::uint32_t cols, std::uint32_t k) : m_rows(rows), m_cols(cols), m_k(k) {
    if (rows == 0 || cols == 0 || std::uint64_t{rows} * cols > max_cells) {
      throw input_error(fmt::format("rows={} cols={}: a board has 1 to {} cells", rows, cols, max_cells));
    }
    if (k == 0 || k > std::max(rows, cols)) {
      throw input_error(fmt::format("k={} is not from 1 to {}, the longer side of the board", k, std::max(rows, cols)));
    }
    const int length = static_cast<int>(k);
    for (int row = 0; row < static_cast<int>(rows); ++row) {
      for (int col = 0; col < static_cast<int>(cols); ++col) {
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          const int last_row = row + (length - 1) * down;
          const int last_col = col + (length - 1) * right;
          if (last_row >= static_cast<int>(rows) || last_col < 0 || last_col >= static_cast<int>(cols)) continue;
          m_lines.push_back({row * static_cast<int>(cols) + col, down * static_cast<int>(cols) + right});
        }
      }
    }
  }

  explicit mnk(const parameter_values& values)
      : mnk(static_cast<std::uint32_t>(values.integer("rows")), static_cast<std::uint32_t>(values.integer("cols")),
            static_cast<std::uint32_t>(values.integer("k"))) {}

  static constexpr std::string_view name() { return "mnk"; }
  static constexpr std::string_view summary() { return "m,n,k-games: k in a row on a board, tic-tac-toe by default"; }
  /// Values are checked against this list before the constructor sees them.
  static std::vector<parameter> parameters() {
    return {{"rows", parameter_type::integer, "rows of the board", "3", 1, max_cells},
            {"cols", parameter_type::integer, "columns of the board", "3", 1, max_cells},
            {"k", parameter_type::integer, "pieces in a row that win", "3", 1, max_cells}};
  }

  /// Optional. What a game takes, before it is built: here it is built for nothing, and keeps three numbers.
  static game_size size_of(const parameter_values& values) { return {mnk(values).num_positions(), 0, 0}; }

  // A number for every state: here the board read as a number in base 3, its last cell the lowest digit.

  [[nodiscard]] position num_positions() const {
    position count = 1;
    for (std::size_t i = 0; i < num_cells(); ++i) count *= num_squares;
    return count;
  }
  [[nodiscard]] position rank(const state& s) const {
    position number = 0;
    for (std::size_t i = 0; i < num_cells(); ++i) number = number * num_squares + static_cast<position>(s.board[i]);
    return number;
  }
  [[nodiscard]] state unrank(position number) const {
    state s;
    for (std::size_t i = num_cells(); i-- > 0; number /= num_squares) {
      s.board[i] = static_cast<square>(number % num_squares);
    }
    return s;
  }
  /// Optional, for speed: the states of the numbers first .. last - 1, each from the one before, as an odometer counts.
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    state s = unrank(first);
    for (position number = first; number != last; ++number) {
      f(std::as_const(s));
      std::size_t i = num_cells();
      while (i-- > 0 && s.board[i] == square::o) s.board[i] = square::empty;
      if (i < num_cells()) s.board[i] = s.board[i] == square::empty ? square::x : square::o;
    }
  }
  /// Numbers that stand for no position are holes. Here: the players have taken turns, and only the player who has
  /// just moved may have a line. Every successor of a legal state has to be legal; a legal state need not be
  /// reachable (two lines of one player that no single piece completes are not).
  [[nodiscard]] bool is_legal(const state& s) const {
    const std::size_t of_x = count(s, square::x);
    const std::size_t of_o = count(s, square::o);
    if (of_x != of_o && of_x != of_o + 1) return false;
    return !has_line(s, piece_of(player_to_move(s)));
  }
  /// Optional: the rule that a state breaks, as is_legal asks for them, for who has written it down.
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    const std::size_t of_x = count(s, square::x);
    const std::size_t of_o = count(s, square::o);
    if (of_x != of_o && of_x != of_o + 1) {
      return fmt::format("there are {} X and {} O, and X begins: there are as many, or one X more", of_x, of_o);
    }
    const player to_move = player_to_move(s);
    if (!has_line(s, piece_of(to_move))) return std::nullopt;
    return fmt::format("{} is to move and has {} in a row: play was over before", player_name(to_move), m_k);
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const {
    return count(s, square::x) == count(s, square::o) ? x : o;
  }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const player moved = opponent(player_to_move(s));
    if (has_line(s, piece_of(moved))) return result::won_by(moved);
    if (count(s, square::empty) == 0) return result::tied();
    return std::nullopt;
  }
  /// Called on legal states that are not terminal. One call of `f` per move.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const square piece = piece_of(player_to_move(s));
    for (std::size_t i = 0; i < num_cells(); ++i) {
      if (s.board[i] != square::empty) continue;
      state next = s;
      next.board[i] = piece;
      f(next);
    }
  }
  /// Optional. One call of `f` per move that leads to s; neither illegal nor terminal states may be named.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const square piece = piece_of(opponent(player_to_move(s)));
    const bool may_have_had_line = has_line(s, piece);
    for (std::size_t i = 0; i < num_cells(); ++i) {
      if (s.board[i] != piece) continue;
      state previous = s;
      previous.board[i] = square::empty;
      // The counts are right again, and the other player has no line since s is legal: without a line of the player
      // who moved, the state before is legal, and play went on there.
      if (!may_have_had_line || !has_line(previous, piece)) f(previous);
    }
  }
  /// A board with an empty cell always has a move.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }

  [[nodiscard]] state start() const { return {}; }

  // Text: the words by which people and files name a position.

  [[nodiscard]] std::string player_name(player p) const { return p == x ? "x" : "o"; }
  [[nodiscard]] std::string format(const state& s) const { return "board=" + board_of(s).text('/'); }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"board"});
    const character_grid board = parse_board(fields.at("board"), m_rows, m_cols, letters);
    state s;
    for (std::size_t i = 0; i < num_cells(); ++i) s.board[i] = static_cast<square>(letters.find(board[board.cell(i)]));
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }

 private:
  static constexpr position num_squares = 3;
  static constexpr std::string_view letters = ".XO";  // in the order of `square`

  [[nodiscard]] std::size_t num_cells() const { return std::size_t{m_rows} * m_cols; }
  [[nodiscard]] static square piece_of(player p) { return p == x ? square::x : square::o; }

  [[nodiscard]] std::size_t count(const state& s, square wanted) const {
    return static_cast<std::size_t>(
        std::count(s.board.begin(), s.board.begin() + static_cast<std::ptrdiff_t>(num_cells()), wanted));
  }

  /// Where a line of k cells begins, and how far it is from each to the next.
  struct line {
    int first = 0;
    int step = 0;
  };

  [[nodiscard]] bool has_line(const state& s, square piece) const {
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const line& l) {
      std::uint32_t length = 0;
      for (int i = l.first; s.board[static_cast<std::size_t>(i)] == piece; i += l.step) {
        if (++length == m_k) return true;
      }
      return false;
    });
  }

  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_rows, m_cols, '.');
    for (std::size_t i = 0; i < num_cells(); ++i) {
      board[board.cell(i)] = letters[static_cast<std::size_t>(s.board[i])];
    }
    return board;
  }

  std::uint32_t m_rows;
  std::uint32_t m_cols;
  std::uint32_t m_k;
  std::vector<line> m_lines;
};

}  // namespace zermelo::games
