// SPDX-License-Identifier: MIT
// A chessboard of any size: the lines between squares, the squares at which pieces aim, and the symmetries of the
// board. Squares are numbered row by row from 0, the square a1; ranks are rows and files are columns.
//
// A set of squares is a bit for each square. The sets that tables contain consist of words for the *blocks* of the
// board: the first 64 squares, the next 64 squares, and so on. The usual board is one block.
//
//   memory  1 byte for every pair of squares, and for each square about 60 bytes and 192 bytes per block
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace zermelo::games {

using square_number = std::uint16_t;

/// The square of a piece that is not on the board.
inline constexpr square_number no_square = std::numeric_limits<square_number>::max();

/// The kinds of pieces. The two kinds of pawns move in opposite directions; white's pawns go up the board.
enum class piece_kind : std::uint8_t { king, queen, rook, bishop, knight, pawn_up, pawn_down };
inline constexpr std::size_t num_piece_kinds = 7;

[[nodiscard]] constexpr bool is_pawn(piece_kind kind) { return kind >= piece_kind::pawn_up; }

[[nodiscard]] constexpr piece_kind opposite_pawn(piece_kind pawn) {
  return pawn == piece_kind::pawn_up ? piece_kind::pawn_down : piece_kind::pawn_up;
}

/// The letter of each kind, in the order of `piece_kind`. Both kinds of pawns have the last letter.
inline constexpr char piece_letters[] = "KQRBNP";

/// A set of squares of one block of a board: bit i is the square number i of the block.
using square_bits = std::uint64_t;

class chess_board {
 public:
  /// The directions of lines: from 1, those of a queen, then the jumps of a knight. Direction 0 means no line.
  static constexpr std::size_t num_directions = 17;

  /// @pre  at most 2^16 - 2 squares
  chess_board(std::uint32_t rows, std::uint32_t cols)
      : m_rows(rows), m_cols(cols), m_num_squares(std::size_t{rows} * cols) {
    make_rays();
    make_lanes();
    make_symmetries();
  }

  [[nodiscard]] std::uint32_t rows() const { return m_rows; }
  [[nodiscard]] std::uint32_t cols() const { return m_cols; }
  [[nodiscard]] std::size_t num_squares() const { return m_num_squares; }
  /// The bytes of the tables of a board.
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t rows, std::uint32_t cols) {
    const std::uint64_t squares = std::uint64_t{rows} * cols;
    const std::uint64_t symmetries = rows == cols ? 8 : 4;
    return squares * (squares + (num_directions + num_piece_kinds) * num_blocks_of(squares) * sizeof(square_bits) +
                      2 * sizeof(pawn_lanes) + symmetries * sizeof(square_number));
  }

  // Sets of squares.

  [[nodiscard]] std::size_t num_blocks() const { return num_blocks_of(m_num_squares); }
  [[nodiscard]] static std::size_t block_of(square_number square) { return square / squares_of_block; }
  /// The set of a square, or the empty set if the square is in another block.
  [[nodiscard]] static square_bits bit_in(std::size_t block, square_number square) {
    return block_of(square) == block ? square_bits{1} << square % squares_of_block : 0;
  }
  /// Calls f(square) for each square of a set, ascending.
  template <class Function>
  static void for_each_square(std::size_t block, square_bits squares, const Function& f) {
    for (; squares != 0; squares &= squares - 1) {
      f(static_cast<square_number>(block * squares_of_block + static_cast<std::size_t>(std::countr_zero(squares))));
    }
  }

  /// The direction from a square to another; 0 if neither a queen nor a knight can go there.
  [[nodiscard]] std::size_t direction(square_number from, square_number to) const {
    return m_directions[from * m_num_squares + to];
  }
  /// The squares beyond a square in a direction. All multiples of a jump are in its direction.
  [[nodiscard]] square_bits ray(square_number from, std::size_t direction, std::size_t block) const {
    return m_rays[(from * num_directions + direction) * num_blocks() + block];
  }
  /// The squares that a piece attacks on an empty board.
  [[nodiscard]] square_bits aims(piece_kind kind, square_number from, std::size_t block) const {
    return m_aims[(from * num_piece_kinds + static_cast<std::size_t>(kind)) * num_blocks() + block];
  }
  /// Whether a piece attacks a square on an empty board.
  [[nodiscard]] bool aims_at(piece_kind kind, square_number from, square_number to) const {
    return (aims(kind, from, block_of(to)) & bit_in(block_of(to), to)) != 0;
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
  [[nodiscard]] std::size_t num_symmetries() const { return m_images.size() / num_squares(); }
  [[nodiscard]] square_number image(std::size_t symmetry, square_number s) const {
    return m_images[symmetry * num_squares() + s];
  }

 private:
  static constexpr std::size_t squares_of_block = std::numeric_limits<square_bits>::digits;
  static constexpr std::size_t num_queen_directions = 8;

  [[nodiscard]] static std::size_t num_blocks_of(std::size_t squares) {
    return (squares + squares_of_block - 1) / squares_of_block;
  }
  [[nodiscard]] int row_of(std::size_t s) const { return static_cast<int>(s / m_cols); }
  [[nodiscard]] int col_of(std::size_t s) const { return static_cast<int>(s % m_cols); }
  [[nodiscard]] bool is_inside(int row, int col) const {
    return row >= 0 && row < static_cast<int>(m_rows) && col >= 0 && col < static_cast<int>(m_cols);
  }
  [[nodiscard]] square_number square_at(int row, int col) const {
    return static_cast<square_number>(row * static_cast<int>(m_cols) + col);
  }

  void make_rays() {
    m_directions.resize(m_num_squares * m_num_squares);
    m_rays.resize(m_num_squares * num_directions * num_blocks());
    m_aims.resize(m_num_squares * num_piece_kinds * num_blocks());
    for (std::size_t from = 0; from < m_num_squares; ++from) {
      for (std::size_t d = 1; d < num_directions; ++d) {
        const auto [up, right] = directions[d];
        for (int length = 1;; ++length) {
          const int row = row_of(from) + length * up;
          const int col = col_of(from) + length * right;
          if (!is_inside(row, col)) break;
          const square_number to = square_at(row, col);
          const std::size_t block = block_of(to);
          m_rays[(from * num_directions + d) * num_blocks() + block] |= bit_in(block, to);
          if (d > num_queen_directions && length > 1) continue;
          m_directions[from * m_num_squares + to] = static_cast<std::uint8_t>(d);
          for (std::size_t kind = 0; kind < num_piece_kinds; ++kind) {
            if (!is_aim(static_cast<piece_kind>(kind), d, length)) continue;
            m_aims[(from * num_piece_kinds + kind) * num_blocks() + block] |= bit_in(block, to);
          }
        }
      }
    }
  }
  /// Whether a piece attacks the square at a distance in a direction, on an empty board.
  [[nodiscard]] static bool is_aim(piece_kind kind, std::size_t direction, int length) {
    const auto [up, right] = directions[direction];
    const bool is_jump = direction > num_queen_directions;
    const bool is_diagonal = !is_jump && up != 0 && right != 0;
    switch (kind) {
      case piece_kind::king: return !is_jump && length == 1;
      case piece_kind::queen: return !is_jump;
      case piece_kind::rook: return !is_jump && !is_diagonal;
      case piece_kind::bishop: return is_diagonal;
      case piece_kind::knight: return is_jump && length == 1;
      case piece_kind::pawn_up: return is_diagonal && up > 0 && length == 1;
      case piece_kind::pawn_down: return is_diagonal && up < 0 && length == 1;
    }
    throw std::logic_error("chess_board: invalid kind of piece");
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
          for (std::size_t s = 0; s < num_squares(); ++s) {
            const int row = is_upside_down ? last_row - row_of(s) : row_of(s);
            const int col = is_mirrored ? last_col - col_of(s) : col_of(s);
            m_images.push_back(is_transposed ? square_at(col, row) : square_at(row, col));
          }
        }
      }
    }
  }

  /// The rows up and the columns to the right of one step in each direction.
  static constexpr std::array<std::pair<int, int>, num_directions> directions{{{0, 0},
                                                                               {1, 0},
                                                                               {-1, 0},
                                                                               {0, 1},
                                                                               {0, -1},
                                                                               {1, 1},
                                                                               {1, -1},
                                                                               {-1, 1},
                                                                               {-1, -1},
                                                                               {2, 1},
                                                                               {2, -1},
                                                                               {-2, 1},
                                                                               {-2, -1},
                                                                               {1, 2},
                                                                               {1, -2},
                                                                               {-1, 2},
                                                                               {-1, -2}}};

  std::uint32_t m_rows;
  std::uint32_t m_cols;
  std::size_t m_num_squares;
  std::vector<std::uint8_t> m_directions;          ///< indexed by the first square, then the second
  std::vector<square_bits> m_rays;                 ///< indexed by square, direction, block
  std::vector<square_bits> m_aims;                 ///< indexed by square, kind, block
  std::array<std::vector<pawn_lanes>, 2> m_lanes;  ///< up, then down
  std::vector<square_number> m_images;             ///< indexed by the symmetry, then the square
};

}  // namespace zermelo::games
