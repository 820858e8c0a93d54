// SPDX-License-Identifier: MIT
// A chessboard of any size: lines between squares, the reach of pieces, and the symmetries of the board. Squares are
// numbered row by row from 0, the square a1; ranks are rows and files are columns.
//
//   memory  2 bytes for every pair of squares, and about 100 bytes per square
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace zermelo::games {

using square_number = std::uint16_t;

/// The square of a piece that is not on the board.
inline constexpr square_number no_square = std::numeric_limits<square_number>::max();

/// The kinds of pieces. The two kinds of pawns move in opposite directions; white's pawns go up the board.
enum class piece_kind : std::uint8_t { king, queen, rook, bishop, knight, pawn_up, pawn_down };

[[nodiscard]] constexpr bool is_pawn(piece_kind kind) { return kind >= piece_kind::pawn_up; }

/// The letter of each kind, in the order of `piece_kind`. Both kinds of pawns have the last letter.
inline constexpr char piece_letters[] = "KQRBNP";

class chess_board {
 public:
  static constexpr std::size_t num_directions = 8;  ///< first those along ranks and files, then diagonals
  /// The relation of two squares: none (0), a knight's jump, or a direction and a distance.
  using line = std::uint16_t;
  static constexpr unsigned direction_shift = 8;  ///< a line is (direction + 1) << direction_shift | distance
  static constexpr line distance_mask = (1 << direction_shift) - 1;
  static constexpr line knights_jump = (num_directions + 1) << direction_shift;

  /// @pre  rows and cols from 1 to 255, and at most 2^16 - 2 squares
  chess_board(std::uint32_t rows, std::uint32_t cols) : m_rows(rows), m_cols(cols) {
    make_lines();
    make_reaches();
    make_lanes();
    make_symmetries();
  }

  [[nodiscard]] std::uint32_t rows() const { return m_rows; }
  [[nodiscard]] std::uint32_t cols() const { return m_cols; }
  [[nodiscard]] std::size_t num_squares() const { return std::size_t{m_rows} * m_cols; }
  /// The bytes of the tables of a board.
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t rows, std::uint32_t cols) {
    const std::uint64_t squares = std::uint64_t{rows} * cols;
    const std::uint64_t symmetries = rows == cols ? 8 : 4;
    return squares * squares * sizeof(line) +
           squares * (sizeof(reach) + 2 * sizeof(leaps) + 2 * sizeof(pawn_lanes) + symmetries * sizeof(square_number));
  }

  [[nodiscard]] line between(square_number from, square_number to) const { return m_lines[from * num_squares() + to]; }
  /// The direction of a line, from 0; `num_directions` for a knight's jump. @pre  l is not 0
  [[nodiscard]] static unsigned direction_of(line l) { return (unsigned{l} >> direction_shift) - 1; }
  [[nodiscard]] static unsigned distance_of(line l) { return l & distance_mask; }
  /// Whether the line `part` ends on a square of the line `whole`, before its end. Both begin on the same square.
  [[nodiscard]] static bool is_cut_by(line whole, line part) { return whole > part && (whole ^ part) <= distance_mask; }

  /// Whether a piece attacks along an empty line. A pawn attacks only the squares where it can capture.
  [[nodiscard]] static bool aims_along(piece_kind kind, line l) {
    constexpr unsigned of_rook = 0b0'0000'1111'0;  // by direction + 1; 0 is not a line
    constexpr unsigned of_bishop = 0b0'1111'0000'0;
    constexpr unsigned of_knight = 0b1'0000'0000'0;
    constexpr unsigned of_pawn_up = 0b0'0011'0000'0;
    constexpr unsigned of_pawn_down = 0b0'1100'0000'0;
    constexpr std::array<unsigned, 7> masks{of_rook | of_bishop, of_rook | of_bishop, of_rook,     of_bishop,
                                            of_knight,           of_pawn_up,          of_pawn_down};
    const bool is_in_line = (masks[static_cast<std::size_t>(kind)] >> (l >> direction_shift) & 1) != 0;
    const bool goes_far = kind != piece_kind::king && !is_pawn(kind);
    return is_in_line && (goes_far || distance_of(l) == 1);
  }

  /// The number of steps from a square to the edge of the board, for each direction.
  using reach = std::array<std::uint8_t, num_directions>;
  [[nodiscard]] const reach& reach_from(square_number from) const { return m_reaches[from]; }
  /// The number of the next square in a direction minus the number of the current square.
  [[nodiscard]] int step(std::size_t direction) const { return m_steps[direction]; }
  /// The range of directions of a queen, rook or bishop, as (first, last + 1).
  [[nodiscard]] static std::pair<std::size_t, std::size_t> directions_of(piece_kind kind) {
    constexpr std::size_t num_straight = 4;
    return {kind == piece_kind::bishop ? num_straight : 0, kind == piece_kind::rook ? num_straight : num_directions};
  }
  /// The squares to which a king or a knight can move from a square.
  [[nodiscard]] std::span<const square_number> leaps_from(piece_kind kind, square_number from) const {
    const leaps& found = kind == piece_kind::king ? m_king_leaps[from] : m_knight_leaps[from];
    return std::span(found.to).first(found.size);
  }

  /// Whether a pawn can stand on a square, that is, whether it is not on the first or the last rank.
  [[nodiscard]] bool is_pawn_square(std::size_t s) const { return s >= m_cols && s + m_cols < num_squares(); }
  /// The squares to which a pawn can move, and from which it can have come; `no_square` if they do not exist.
  struct pawn_lanes {
    square_number ahead = no_square;
    square_number two_ahead = no_square;  ///< exists on the pawn's second rank
    std::array<square_number, 2> takes{no_square, no_square};
    square_number back = no_square;  ///< like the next two, a square where a pawn can stand
    square_number two_back = no_square;
    std::array<square_number, 2> took_from{no_square, no_square};
    std::array<square_number, 2> adjacent{no_square, no_square};  ///< the square on the left, then on the right
  };
  /// @param kind  one of the pawn kinds
  [[nodiscard]] const pawn_lanes& lanes_of(piece_kind kind, square_number from) const {
    return m_lanes[kind == piece_kind::pawn_up ? 0 : 1][from];
  }

  /// Four, or eight on a square board. The first symmetry is the identity; the second exchanges left and right.
  [[nodiscard]] std::size_t num_symmetries() const { return m_symmetries.size(); }
  [[nodiscard]] square_number image(std::size_t symmetry, square_number s) const {
    return s == no_square ? no_square : m_symmetries[symmetry][s];
  }

 private:
  struct leaps {
    std::array<square_number, 8> to{};
    std::uint16_t size = 0;
  };

  [[nodiscard]] int row_of(std::size_t s) const { return static_cast<int>(s / m_cols); }
  [[nodiscard]] int col_of(std::size_t s) const { return static_cast<int>(s % m_cols); }
  [[nodiscard]] bool is_inside(int row, int col) const {
    return row >= 0 && row < static_cast<int>(m_rows) && col >= 0 && col < static_cast<int>(m_cols);
  }
  [[nodiscard]] square_number square_at(int row, int col) const {
    return static_cast<square_number>(row * static_cast<int>(m_cols) + col);
  }

  void make_lines() {
    const std::size_t n = num_squares();
    m_lines.resize(n * n);
    for (std::size_t from = 0; from < n; ++from) {
      for (std::size_t to = 0; to < n; ++to) {
        const int up = row_of(to) - row_of(from);
        const int right = col_of(to) - col_of(from);
        const int distance = std::max(std::abs(up), std::abs(right));
        constexpr int of_jump = 2;  // a knight moves by 1 and 2
        if (std::abs(up * right) == of_jump) {
          m_lines[from * n + to] = knights_jump;
        } else if (distance > 0 && (up == 0 || right == 0 || std::abs(up) == std::abs(right))) {
          const std::pair<int, int> unit{up / distance, right / distance};
          const auto at = std::find(directions.begin(), directions.end(), unit) - directions.begin();
          m_lines[from * n + to] = static_cast<line>((at + 1) << direction_shift | distance);
        }
      }
    }
  }

  void make_reaches() {
    const std::size_t n = num_squares();
    m_reaches.resize(n);
    m_king_leaps.resize(n);
    m_knight_leaps.resize(n);
    for (std::size_t d = 0; d < num_directions; ++d) {
      m_steps[d] = directions[d].first * static_cast<int>(m_cols) + directions[d].second;
    }
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t d = 0; d < num_directions; ++d) {
        int length = 0;
        while (is_inside(row_of(s) + (length + 1) * directions[d].first,
                         col_of(s) + (length + 1) * directions[d].second)) {
          ++length;
        }
        m_reaches[s][d] = static_cast<std::uint8_t>(length);
      }
      for (std::size_t to = 0; to < n; ++to) {
        const auto l = m_lines[s * n + to];
        leaps& found = l == knights_jump ? m_knight_leaps[s] : m_king_leaps[s];
        const bool is_step = l != 0 && distance_of(l) == 1;
        if (l == knights_jump || is_step) found.to[found.size++] = static_cast<square_number>(to);
      }
    }
  }

  void make_lanes() {
    constexpr int second = 1;
    constexpr int rows_of_double_step = 5;  // with fewer rows it would end on the last rank
    const int last = static_cast<int>(m_rows) - 1;
    for (const int up : {1, -1}) {
      std::vector<pawn_lanes>& lanes = m_lanes[up > 0 ? 0 : 1];
      lanes.resize(num_squares());
      for (std::size_t s = 0; s < num_squares(); ++s) {
        const int row = row_of(s);
        const int col = col_of(s);
        const int rank = up > 0 ? row : last - row;  // counted from the pawn's first
        const auto at = [&](int ranks_on, int to_the_right) {
          const bool is_on_board = is_inside(row + ranks_on * up, col + to_the_right);
          return is_on_board ? square_at(row + ranks_on * up, col + to_the_right) : no_square;
        };
        const auto pawn_at = [&](int ranks_on, int to_the_right) {
          const square_number found = at(ranks_on, to_the_right);
          return found != no_square && is_pawn_square(found) ? found : no_square;
        };
        pawn_lanes& here = lanes[s];
        const bool has_double_step = last + 1 >= rows_of_double_step;
        if (is_pawn_square(s)) {
          here.ahead = at(1, 0);
          if (rank == second && has_double_step) here.two_ahead = at(2, 0);
          here.takes = {at(1, -1), at(1, 1)};
          here.adjacent = {at(0, -1), at(0, 1)};
        }
        here.back = pawn_at(-1, 0);
        if (rank == second + 2 && has_double_step) here.two_back = pawn_at(-2, 0);
        here.took_from = {pawn_at(-1, -1), pawn_at(-1, 1)};
      }
    }
  }

  void make_symmetries() {
    const int last_row = static_cast<int>(m_rows) - 1;
    const int last_col = static_cast<int>(m_cols) - 1;
    for (const bool is_transposed : {false, true}) {
      if (is_transposed && m_rows != m_cols) continue;
      for (const bool is_upside_down : {false, true}) {
        for (const bool is_mirrored : {false, true}) {
          std::vector<square_number>& images = m_symmetries.emplace_back(num_squares());
          for (std::size_t s = 0; s < num_squares(); ++s) {
            const int row = is_upside_down ? last_row - row_of(s) : row_of(s);
            const int col = is_mirrored ? last_col - col_of(s) : col_of(s);
            images[s] = is_transposed ? square_at(col, row) : square_at(row, col);
          }
        }
      }
    }
  }

  /// The rows up and the columns to the right of one step in each direction.
  static constexpr std::array<std::pair<int, int>, num_directions> directions{
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

  std::uint32_t m_rows;
  std::uint32_t m_cols;
  std::array<int, num_directions> m_steps{};
  std::vector<line> m_lines;  ///< indexed by the first square, then the second
  std::vector<reach> m_reaches;
  std::vector<leaps> m_king_leaps;
  std::vector<leaps> m_knight_leaps;
  std::array<std::vector<pawn_lanes>, 2> m_lanes;  ///< up, then down
  std::vector<std::vector<square_number>> m_symmetries;
};

}  // namespace zermelo::games
