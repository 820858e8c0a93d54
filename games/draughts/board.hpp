// SPDX-License-Identifier: MIT
// The 32 dark squares of a draughts board, and the directions between them. A set of squares is a `point_set`: bit 4 *
// row + index, with rows counted from the side of the player whose men move up, and indices from right to left. On the
// turned board, bit i is bit 31 - i.
//
//   row 7     31  30  29  28        Players number the same squares from 1 in reverse: square 32 - bit.
//   row 6   27  26  25  24
//   ...
//   row 1      7   6   5   4
//   row 0    3   2   1   0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games::draughts_board {

inline constexpr unsigned num_squares = 32;
inline constexpr unsigned squares_of_row = 4;
inline constexpr unsigned num_rows = 8;
inline constexpr point_set first_row = first_points(squares_of_row);
inline constexpr point_set last_row = first_row << (num_squares - squares_of_row);

/// A direction along a diagonal. Two go up and two down; opposite directions differ by 2.
enum class way : std::uint8_t { up_left, up_right, down_right, down_left };
inline constexpr std::size_t num_ways = 4;
inline constexpr std::array all_ways{way::up_left, way::up_right, way::down_right, way::down_left};

[[nodiscard]] constexpr way way_back(way w) { return static_cast<way>(static_cast<unsigned>(w) ^ 2U); }

namespace detail {

inline constexpr point_set even_rows = 0x0f0f0f0f;
inline constexpr point_set odd_rows = ~even_rows;
inline constexpr point_set rightmost_squares = 0x11111111;  ///< in even rows, a light square is right of them
inline constexpr point_set leftmost_squares = 0x88888888;   ///< in odd rows, a light square is left of them

}  // namespace detail

/// The squares one step from those of a set. Steps off the board are omitted.
[[nodiscard]] constexpr point_set stepped(point_set from, way w) {
  using namespace detail;
  switch (w) {
    case way::up_left: return (from & even_rows & ~leftmost_squares) << 5 | (from & odd_rows) << 4;
    case way::up_right: return (from & even_rows) << 4 | (from & odd_rows & ~rightmost_squares) << 3;
    case way::down_right: return (from & even_rows) >> 4 | (from & odd_rows & ~rightmost_squares) >> 5;
    case way::down_left: return (from & even_rows & ~leftmost_squares) >> 3 | (from & odd_rows) >> 4;
  }
  throw contract_error("way out of range");
}

/// The squares on the board turned by 180 degrees.
[[nodiscard]] constexpr point_set turned(point_set squares) {
  squares = (squares >> 1 & 0x55555555) | (squares & 0x55555555) << 1;
  squares = (squares >> 2 & 0x33333333) | (squares & 0x33333333) << 2;
  squares = (squares >> 4 & 0x0f0f0f0f) | (squares & 0x0f0f0f0f) << 4;
  squares = (squares >> 8 & 0x00ff00ff) | (squares & 0x00ff00ff) << 8;
  return squares >> 16 | squares << 16;
}

/// A jump from a square: the square jumped over, and the square where the jump ends. Both sets are empty if the jump
/// would leave the board.
struct jump {
  point_set over = 0;
  point_set to = 0;
};

/// The jump in each direction from each square.
inline constexpr auto jumps = [] {
  std::array<std::array<jump, num_squares>, num_ways> table{};
  for (const way w : all_ways) {
    for (unsigned from = 0; from < num_squares; ++from) {
      const point_set over = stepped(one_point(from), w);
      const point_set to = stepped(over, w);
      if (to != 0) table[static_cast<std::size_t>(w)][from] = {over, to};
    }
  }
  return table;
}();
[[nodiscard]] constexpr const jump& jump_from(unsigned square, way w) {
  return jumps[static_cast<std::size_t>(w)][square];
}

/// For each square, the squares one step away in both directions.
[[nodiscard]] constexpr std::array<point_set, num_squares> steps_of(way left, way right) {
  std::array<point_set, num_squares> table{};
  for (unsigned from = 0; from < num_squares; ++from) {
    table[from] = stepped(one_point(from), left) | stepped(one_point(from), right);
  }
  return table;
}
inline constexpr auto squares_above = steps_of(way::up_left, way::up_right);
inline constexpr auto squares_below = steps_of(way::down_left, way::down_right);

/// The squares from which a piece can jump in a direction: over a square of `others`, to a square of `empty`.
[[nodiscard]] constexpr point_set jumpers(point_set others, point_set empty, way w) {
  return stepped(others & stepped(empty, way_back(w)), way_back(w));
}

}  // namespace zermelo::games::draughts_board
