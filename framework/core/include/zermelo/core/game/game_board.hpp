// SPDX-License-Identifier: MIT
// Boards as people see them, without text: what the hooks `board_shape` and `board_pieces` give, so that a picture can
// be drawn and moves be made by pointing at places. board_shapes.hpp makes boards of usual shapes.
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

/// Whether places are squares of side 1, which fill the board, or points, which lines join.
enum class board_style : std::uint8_t { cells, points };

/// A point of the plane, in steps between neighbouring places; x grows to the right, y downwards.
struct plane_point {
  float x = 0;
  float y = 0;
  friend bool operator==(const plane_point&, const plane_point&) = default;
};

/// A place where pieces can stand.
struct board_cell {
  plane_point centre;
  std::string name;  ///< as people write it, such as "a1"; no other place of the board has it
};

/// The numbers of two places that a line joins.
using board_line = std::array<std::uint32_t, 2>;

/// A word written on a place, such as "food".
struct board_mark {
  std::uint32_t cell = 0;
  std::string text;
};

/// What can stand on a place. Where several pieces of a game may share a place, together they are a piece of their own,
/// such as "cat on mouse".
struct board_piece {
  std::string name;               ///< such as "white king"; no other piece of the board has it
  std::string symbol;             ///< a few characters for a picture, such as "♔"; empty: a disc
  std::optional<player> owner{};  ///< nothing: of neither player
};

/// A board without the pieces on it.
struct game_board {
  board_style style = board_style::cells;
  std::vector<board_cell> cells{};
  std::vector<board_line> lines{};   ///< between places
  std::vector<plane_point> walls{};  ///< centres of squares where nothing can stand
  std::vector<board_mark> marks{};
  std::vector<board_piece> pieces{};  ///< every piece that may stand on the board or be in a hand
  std::vector<std::string> hands{};   ///< names of what holds pieces beside the board, such as "hand of white"
  bool is_laid_out = true;            ///< false: a graph, whose places have no coordinates
};

/// The pieces of one position.
struct placed_pieces {
  static constexpr std::int16_t none = -1;

  std::vector<std::int16_t> at{};                     ///< [place]: the number of its piece; `none`
  std::vector<std::vector<std::uint16_t>> in_hand{};  ///< [hand][piece]: how many

  placed_pieces() = default;
  /// Nothing anywhere.
  placed_pieces(std::size_t num_cells, std::size_t num_hands, std::size_t num_pieces)
      : at(num_cells, none), in_hand(num_hands, std::vector<std::uint16_t>(num_pieces)) {}
  explicit placed_pieces(std::size_t num_cells) : placed_pieces(num_cells, 0, 0) {}

  friend auto operator<=>(const placed_pieces&, const placed_pieces&) = default;
};

}  // namespace zermelo
