// SPDX-License-Identifier: MIT
// Computes the board of a game and the pieces of its positions, for pictures. The hooks board_shape and board_pieces
// define the board. Without these hooks, each axis whose indices have a row and a column is a walker on a common grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <zermelo/catalog/query/display_position.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

/// A cell whose content differs between two boards.
struct changed_cell {
  std::uint32_t cell = 0;
  std::int16_t piece = placed_pieces::none;  ///< on the second board
};

/// Returns the cells where two boards of one game differ, ascending.
[[nodiscard]] std::vector<changed_cell> changed_cells(const placed_pieces& from, const placed_pieces& to);
/// Returns the cells with a piece, ascending.
[[nodiscard]] std::vector<changed_cell> pieces_on(const placed_pieces& board);

/// The board of a game, which is made once for many positions. Thread-safe after construction. The game must outlive
/// the board.
class display_board {
 public:
  /// The maximum number of cells and walls, and of lines, of a board that is displayed.
  static constexpr std::size_t max_cells = std::size_t{1} << 14;
  static constexpr std::size_t max_lines = std::size_t{1} << 17;
  /// The maximum number of walkers that can be distinguished on a common cell.
  static constexpr std::size_t max_walkers = 4;

  /// Precondition: the positions of the game are numbered.
  explicit display_board(const any_game& game);

  /// Returns the shape of the board, or nothing for a game without a board.
  [[nodiscard]] const std::optional<game_board>& shape() const noexcept { return m_shape; }
  /// Returns the pieces of a position, or nothing for a game without a board.
  /// @param to_move  the player to move, whom `player::first` denotes in a game with viewpoint::to_move
  [[nodiscard]] std::optional<placed_pieces> pieces(const display_position& display, player to_move) const;

 private:
  /// An axis whose indices are cells of the grid.
  struct walker {
    position stride = 0;               ///< the difference of the numbers of neighbouring positions
    std::vector<std::uint32_t> cells;  ///< [index on the axis]: the cell on the board
  };

  void make_of_axes();

  const any_game* m_game;
  std::optional<game_board> m_shape;
  std::vector<walker> m_walkers;  ///< empty if the hooks define the board
};

}  // namespace zermelo
