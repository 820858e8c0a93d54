// SPDX-License-Identifier: MIT
// Boards as players see them: the results of the hooks `board_shape` and `board_pieces`. User interfaces draw pictures
// from them, and let users move by pointing at cells. board_shapes.hpp makes boards of common shapes.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Whether cells are squares of side 1 that fill the board, or points joined by lines.
enum class board_style : std::uint8_t { cells, points };

/// A point of the plane, in steps between neighbouring cells; x grows to the right, y downwards.
struct plane_point {
  float x = 0;
  float y = 0;
  friend bool operator==(const plane_point&, const plane_point&) = default;
};

/// A cell where pieces can stand.
struct board_cell {
  plane_point centre;
  std::string name;  ///< as people write it, such as "a1"; unique on the board
};

/// The indices of two cells that are joined by a line.
using board_line = std::array<std::uint32_t, 2>;

/// A word written on a cell, such as "food".
struct board_mark {
  std::uint32_t cell = 0;
  std::string text;
};

/// A piece that can stand on a cell. If several pieces can share a cell, their combination is a separate piece, such as
/// "cat on mouse".
struct board_piece {
  std::string name;               ///< such as "white king"; unique on the board
  std::string symbol;             ///< a few characters for a picture, such as "♔"; empty: a disc
  std::optional<player> owner{};  ///< nothing: belongs to neither player
};

/// A board without the pieces on it.
struct game_board {
  board_style style = board_style::cells;
  std::vector<board_cell> cells{};
  std::vector<board_line> lines{};   ///< between cells
  std::vector<plane_point> walls{};  ///< centres of squares where nothing can stand
  std::vector<board_mark> marks{};
  std::vector<board_piece> pieces{};  ///< every piece that may stand on the board or be in a hand
  std::vector<std::string> hands{};   ///< names of the stores of pieces next to the board, such as "hand of white"
  bool is_laid_out = true;            ///< false: the board is a graph whose nodes have no coordinates
};

/// The pieces of one position.
struct placed_pieces {
  static constexpr std::int16_t none = -1;

  std::vector<std::int16_t> at{};                     ///< [cell]: the index of its piece; `none` if it is empty
  std::vector<std::vector<std::uint16_t>> in_hand{};  ///< [hand][piece]: the number of such pieces

  placed_pieces() = default;
  /// An empty board and empty hands.
  placed_pieces(std::size_t num_cells, std::size_t num_hands, std::size_t num_pieces)
      : at(num_cells, none), in_hand(num_hands, std::vector<std::uint16_t>(num_pieces)) {}
  explicit placed_pieces(std::size_t num_cells) : placed_pieces(num_cells, 0, 0) {}

  friend auto operator<=>(const placed_pieces&, const placed_pieces&) = default;
};

}  // namespace zermelo
