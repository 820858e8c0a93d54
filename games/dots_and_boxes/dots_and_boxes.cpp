// SPDX-License-Identifier: MIT
// Strings and boards of dots and boxes, and the game's entry in the catalog.
#include "dots_and_boxes.hpp"

#include <zermelo/catalog/games/game_model.hpp>

namespace zermelo::games {
namespace {

// Indices in the list of pieces.
constexpr std::int16_t piece_of_line_across = 0;
constexpr std::int16_t piece_of_line_down = 1;
constexpr std::int16_t piece_of_box = 2;

}  // namespace

dots_and_boxes::state dots_and_boxes::parse(std::string_view text) const {
  const auto fields = parse_fields(text, {"board", "turn"});
  const character_grid board = parse_board(fields.at("board"), m_board.rows(), m_board.columns(), "+-I.");
  state s;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const grid_cell at = board.cell(i);
    const bool is_drawn = is_line(at) && board[at] == letter_of_line(at);
    if (is_drawn) s.lines |= one_point(line_at(at));
    if (!is_drawn && board[at] != m_board[at]) {
      throw input_error(fmt::format("position: board: line {}, column {}: expected '{}'{}, got '{}'", at.row + 1,
                                    at.column + 1, m_board[at],
                                    is_line(at) ? fmt::format(" or '{}'", letter_of_line(at)) : "", board[at]));
    }
  }
  s.to_move = parse_turn(fields.at("turn"), *this);
  return s;
}

game_board dots_and_boxes::board_shape() const {
  game_board board;
  board.pieces = {{"line across", "─"}, {"line down", "│"}, {"closed box", "□"}};
  for (std::size_t i = 0; i < m_board.size(); ++i) {
    const grid_cell at = m_board.cell(i);
    const plane_point centre{static_cast<float>(at.column), static_cast<float>(at.row)};
    if (is_dot(at)) {
      board.walls.push_back(centre);
    } else {
      board.cells.push_back({centre, cell_name(at.row, at.column, m_board.rows())});
    }
  }
  return board;
}

placed_pieces dots_and_boxes::board_pieces(const state& s) const {
  const character_grid board = board_of(s);
  placed_pieces placed;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const grid_cell at = board.cell(i);
    if (is_dot(at)) continue;
    const auto is_drawn = [&](grid_cell line) { return board[line] == letter_of_line(line); };
    std::int16_t piece = placed_pieces::none;
    if (is_line(at)) {
      if (is_drawn(at)) piece = board[at] == across ? piece_of_line_across : piece_of_line_down;
    } else if (const auto lines = lines_around(at); std::all_of(lines.begin(), lines.end(), is_drawn)) {
      piece = piece_of_box;
    }
    placed.at.push_back(piece);
  }
  return placed;
}

}  // namespace zermelo::games

template class zermelo::erased_game_of<zermelo::games::dots_and_boxes>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::dots_and_boxes>();
