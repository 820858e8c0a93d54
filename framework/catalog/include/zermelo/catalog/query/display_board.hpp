// SPDX-License-Identifier: MIT
// The board of a game and the pieces of its positions, for pictures: by the hooks board_shape and board_pieces, else of
// the axes whose places have a row and a column, each of which is a walker on one grid.
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

/// A place where two boards differ.
struct changed_cell {
  std::uint32_t cell = 0;
  std::int16_t piece = placed_pieces::none;  ///< on the second board
};

/// The places where two boards of one game differ, ascending.
[[nodiscard]] std::vector<changed_cell> changed_cells(const placed_pieces& from, const placed_pieces& to);
/// The places with a piece, ascending.
[[nodiscard]] std::vector<changed_cell> pieces_on(const placed_pieces& board);

/// The board of a game, made once for many positions. Thread-safe once constructed. The game must outlive it.
class display_board {
 public:
  /// Boards of more places and walls, or of more lines, are not shown.
  static constexpr std::size_t max_cells = std::size_t{1} << 14;
  static constexpr std::size_t max_lines = std::size_t{1} << 17;
  /// Walkers that are told apart where they share a place.
  static constexpr std::size_t max_walkers = 4;

  /// Precondition: the positions of the game are numbered.
  explicit display_board(const any_game& game);

  /// Nothing for a game without a board.
  [[nodiscard]] const std::optional<game_board>& shape() const noexcept { return m_shape; }
  /// The pieces of a position; nothing for a game without a board.
  /// @param to_move  the player to move, for whom `player::first` stands in a game with viewpoint::to_move
  [[nodiscard]] std::optional<placed_pieces> pieces(const display_position& display, player to_move) const;

 private:
  /// An axis whose places are cells of the grid.
  struct walker {
    position stride = 0;               ///< of positions
    std::vector<std::uint32_t> cells;  ///< [place on the axis]: its place on the board
  };

  void make_of_axes();

  const any_game* m_game;
  std::optional<game_board> m_shape;
  std::vector<walker> m_walkers;  ///< empty where the hooks give the board
};

}  // namespace zermelo
