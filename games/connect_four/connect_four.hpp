// SPDX-License-Identifier: MIT
// Connect Four on boards of any size and with lines of any length. Positions are explored, since only few arrangements
// of stones can be reached.
//
// Rules. Two players, x and o, take turns to drop one of their stones into a column that is not full; it falls to the
// lowest empty cell. x begins. The first player with k stones in an unbroken line along a row, a column or a diagonal
// wins. A full board without such a line is a tie.
//
// Parameters   rows and cols from 1 to 31, with cols x (rows + 1) of at most 64; k from 1 to 31. If k is larger than
//              both sides, nobody wins. The defaults are 4, 4, 4; the commercial game has 6, 7, 4.
// Positions    boards that can be reached from the empty board, mirror images counted separately.
// Published    161,029 positions on 4 x 4, 3,945,711 on 4 rows of 5, and others; see the README.
#pragma once

#include <algorithm>
#include <bit>
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

class connect_four {
 public:
  static constexpr player x = player::first;
  static constexpr player o = player::second;

  static constexpr unsigned max_side = 31;

  /// A set of cells as bits, column by column from the left, and from the bottom to the top of each column. Each column
  /// has an additional bit above its top cell that is never set, so that no line continues in the next column.
  using cells = std::uint64_t;

  /// The player to move follows from the numbers of stones.
  struct state {
    cells of_x = 0;
    cells of_o = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  connect_four(unsigned rows, unsigned cols, unsigned k) : m_rows(rows), m_cols(cols), m_k(k) {
    if (rows == 0 || cols == 0 || rows > max_side || cols > max_side || cols * (rows + 1) > bits_of_key) {
      throw input_error(fmt::format("rows={} cols={}: expected 1 to {} of each, and cols x (rows + 1) of at most {}",
                                    rows, cols, max_side, bits_of_key));
    }
    expect_between("k", k, 1U, max_side);
    for (unsigned col = 0; col < cols; ++col) m_bottom |= cells{1} << first_bit(col);
  }
  explicit connect_four(const parameter_values& values)
      : connect_four(static_cast<unsigned>(values.integer("rows")), static_cast<unsigned>(values.integer("cols")),
                     static_cast<unsigned>(values.integer("k"))) {}

  static constexpr std::string_view name() { return "connect_four"; }
  static constexpr std::string_view summary() { return "stones that fall in columns, k of them in a row"; }
  static std::vector<parameter> parameters() {
    return {{"rows", parameter_type::integer, "rows of the board", "4", 1, max_side},
            {"cols", parameter_type::integer, "columns of the board", "4", 1, max_side},
            {"k", parameter_type::integer, "stones in a row that win", "4", 1, max_side}};
  }

  // A key for every state. The highest bits are the number of stones. Each column has a bit for every stone, which is
  // set if the stone is x's, and a set bit above them. The largest boards have no bits for the number, and no slices.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    const std::uint64_t columns = s.of_x + (s.of_x | s.of_o) + m_bottom;
    return has_slices() ? columns | std::uint64_t{slice_of(s)} << bits_of_columns() : columns;
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    state s;
    const std::uint64_t bits = (std::uint64_t{1} << (m_rows + 1)) - 1;
    for (unsigned col = 0; col < m_cols; ++col) {
      const std::uint64_t column = key >> first_bit(col) & bits;
      const std::uint64_t above = std::bit_floor(column);
      const std::uint64_t stones = above == 0 ? 0 : above - 1;
      const std::uint64_t of_x = above == 0 ? 0 : column - above;
      s.of_x |= of_x << first_bit(col);
      s.of_o |= (stones - of_x) << first_bit(col);
    }
    return s;
  }
  /// Whether the numbers of stones match alternate turns, and the player to move has no line.
  [[nodiscard]] bool is_legal(const state& s) const {
    const int lead = std::popcount(s.of_x) - std::popcount(s.of_o);
    return (lead == 0 || lead == 1) && !has_line(player_to_move(s) == x ? s.of_x : s.of_o);
  }

  // Slices by the number of stones. Every move leads to the next slice.

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    if (!has_slices()) return all;
    for (std::uint32_t stones = 0; stones <= m_rows * m_cols; ++stones) {
      slice s{fmt::format("stones-{}", stones), 0, {}, {{"stones", stones}}};
      if (stones < m_rows * m_cols) s.leads_to.push_back(stones + 1);
      all.push_back(std::move(s));
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const {
    return static_cast<std::uint32_t>(std::popcount(s.of_x | s.of_o));
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const {
    return std::popcount(s.of_x) == std::popcount(s.of_o) ? x : o;
  }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const player moved = opponent(player_to_move(s));
    if (has_line(moved == x ? s.of_x : s.of_o)) return result::won_by(moved);
    if (static_cast<unsigned>(std::popcount(s.of_x | s.of_o)) == m_rows * m_cols) return result::tied();
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const bool is_x = player_to_move(s) == x;
    for (cells left = landings(s); left != 0; left &= left - 1) {
      const cells stone = left & -left;
      f(is_x ? state{s.of_x | stone, s.of_o} : state{s.of_x, s.of_o | stone});
    }
  }
  /// A board with an empty cell always has a move.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }

  [[nodiscard]] state start() const { return {}; }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == x ? "x" : "o"; }
  [[nodiscard]] std::string format(const state& s) const { return "board=" + board_of(s).text('/'); }
  /// Parses a board, or the columns of the moves from the start, such as columns=4,4,3.
  [[nodiscard]] state parse(std::string_view text) const {
    constexpr std::string_view columns = "columns";
    if (text.find(fmt::format("{}=", columns)) != std::string_view::npos) {
      return state_after(parse_fields(text, {std::string(columns)}).begin()->second);
    }
    const auto fields = parse_fields(text, {"board"});
    const character_grid board = parse_board(fields.at("board"), m_rows, m_cols, letters);
    state s;
    for (std::size_t i = 0; i < board.size(); ++i) {
      const char letter = board[board.cell(i)];
      if (letter == 'X') s.of_x |= bit_of(board.cell(i));
      if (letter == 'O') s.of_o |= bit_of(board.cell(i));
    }
    const cells stones = s.of_x | s.of_o;
    if ((stones & ~m_bottom & ~(stones << 1)) != 0) {
      throw input_error(fmt::format("position: board={}: a stone is above an empty cell", fields.at("board")));
    }
    const int num_x = std::popcount(s.of_x);
    const int num_o = std::popcount(s.of_o);
    if (num_x != num_o && num_x != num_o + 1) {
      throw input_error(
          fmt::format("position: expected as many X as O, or one X more, got {} X and {} O", num_x, num_o));
    }
    if (!is_legal(s)) {
      throw input_error(fmt::format("position: {} is to move but has {} in a row: play has already ended",
                                    player_name(player_to_move(s)), m_k));
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return board_of(s).text('\n'); }
  /// Columns are named by letters from a, rows by numbers from 1, beginning with the lowest row.
  [[nodiscard]] game_board board_shape() const {
    return rectangular_board(m_rows, m_cols, {{"x", "X", x}, {"o", "O", o}});
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    const character_grid board = board_of(s);
    placed_pieces pieces(board.size());
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (const char letter = board[board.cell(i)]; letter != '.') pieces.at[i] = piece_number(letter == 'X' ? x : o);
    }
    return pieces;
  }

 private:
  static constexpr unsigned bits_of_key = 64;
  static constexpr std::string_view letters = ".XO";

  /// The bits of a key below the number of stones.
  [[nodiscard]] unsigned bits_of_columns() const { return m_cols * (m_rows + 1); }
  [[nodiscard]] bool has_slices() const { return bits_of_columns() + std::bit_width(m_rows * m_cols) <= bits_of_key; }
  [[nodiscard]] unsigned first_bit(unsigned col) const { return col * (m_rows + 1); }
  [[nodiscard]] cells bit_of(const grid_cell& at) const {
    return cells{1} << (first_bit(at.column) + m_rows - 1 - at.row);
  }

  /// The lowest empty cell of every column that is not full.
  [[nodiscard]] cells landings(const state& s) const {
    // Adding a bit at the bottom of a column carries it to the lowest empty cell.
    return ((s.of_x | s.of_o) + m_bottom) & ~(m_bottom << m_rows);
  }
  /// The state after dropping stones into these columns, such as 4,4,3; the start if there are none.
  /// @throws input_error for the first invalid move
  [[nodiscard]] state state_after(std::string_view columns) const {
    state s;
    if (columns.empty()) return s;
    unsigned move = 1;
    for (std::size_t begin = 0; begin <= columns.size(); ++move) {
      const std::size_t end = std::min(columns.find(',', begin), columns.size());
      const std::string_view part = columns.substr(begin, end - begin);
      begin = end + 1;
      const auto reject = [&](const std::string& why) {
        throw input_error(fmt::format("position: columns: move {}, '{}': {}", move, excerpt(part), why));
      };
      const auto col = parse_number<unsigned>(part);
      if (!col || *col == 0 || *col > m_cols) reject(fmt::format("expected a column from 1 to {}", m_cols));
      if (terminal(s)) reject("play has already ended");
      const cells stone = landings(s) & ((cells{1} << m_rows) - 1) << first_bit(*col - 1);
      if (stone == 0) reject("the column is full");
      (player_to_move(s) == x ? s.of_x : s.of_o) |= stone;
    }
    return s;
  }

  [[nodiscard]] bool has_line(cells stones) const {
    for (const unsigned step : {1U, m_rows, m_rows + 1, m_rows + 2}) {
      cells begins = stones;
      for (unsigned i = 1; i < m_k && begins != 0; ++i) {
        begins &= begins >> step;
      }
      if (begins != 0) return true;
    }
    return false;
  }

  [[nodiscard]] character_grid board_of(const state& s) const {
    character_grid board(m_rows, m_cols, '.');
    for (std::size_t i = 0; i < board.size(); ++i) {
      const cells bit = bit_of(board.cell(i));
      board[board.cell(i)] = (s.of_x & bit) != 0 ? 'X' : (s.of_o & bit) != 0 ? 'O' : '.';
    }
    return board;
  }

  unsigned m_rows;
  unsigned m_cols;
  unsigned m_k;
  cells m_bottom = 0;
};

}  // namespace zermelo::games
