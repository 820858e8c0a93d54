// SPDX-License-Identifier: MIT
#include <zermelo/core/game/board_shapes.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace zermelo {
namespace {

/// The maximum number of edges that are listed, far more than can be drawn; further edges are omitted.
constexpr std::size_t max_graph_edges = std::size_t{1} << 20;

}  // namespace

std::string column_letters(std::uint32_t column) {
  constexpr std::uint32_t num_letters = 26;
  const std::string last(1, static_cast<char>('a' + column % num_letters));
  return column < num_letters ? last : column_letters(column / num_letters - 1) + last;
}

std::string cell_name(std::uint32_t row, std::uint32_t column, std::uint32_t rows) {
  return column_letters(column) + std::to_string(rows - row);
}

game_board rectangular_board(std::uint32_t rows, std::uint32_t columns, std::vector<board_piece> pieces,
                             board_style style) {
  game_board board{.style = style, .pieces = std::move(pieces)};
  board.cells.reserve(std::size_t{rows} * columns);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      board.cells.push_back({{static_cast<float>(column), static_cast<float>(row)}, cell_name(row, column, rows)});
    }
  }
  return board;
}

std::vector<board_line> lines_between(std::span<const point_set> neighbours) {
  std::vector<board_line> lines;
  for (std::uint32_t b = 0; b < neighbours.size(); ++b) {
    for (std::uint32_t a = 0; a < b; ++a) {
      if (((neighbours[a] >> b | neighbours[b] >> a) & 1) != 0) lines.push_back({a, b});
    }
  }
  return lines;
}

game_board graph_board(const adjacency_lists& graph, std::vector<board_piece> pieces, std::uint32_t columns) {
  game_board board{.style = board_style::points, .pieces = std::move(pieces), .is_laid_out = columns != 0};
  const auto nodes = static_cast<std::uint32_t>(graph.num_nodes());
  const std::uint32_t row_length = std::max(columns, std::uint32_t{1});
  board.cells.reserve(nodes);
  for (std::uint32_t v = 0; v < nodes; ++v) {
    const std::uint32_t row = v / row_length;
    const std::uint32_t column = v % row_length;
    board.cells.push_back({{static_cast<float>(column), static_cast<float>(row)}, std::to_string(v)});
    for (const std::uint32_t to : graph.neighbours(v)) {
      if (v != to && board.lines.size() < max_graph_edges) board.lines.push_back({std::min(v, to), std::max(v, to)});
    }
  }
  std::sort(board.lines.begin(), board.lines.end());
  board.lines.erase(std::unique(board.lines.begin(), board.lines.end()), board.lines.end());
  for (const auto& [a, b] : board.lines) {
    const plane_point from = board.cells[a].centre;
    const plane_point to = board.cells[b].centre;
    if (std::abs(from.x - to.x) > 1 || std::abs(from.y - to.y) > 1) board.is_laid_out = false;
  }
  return board;
}

std::vector<board_piece> pieces_of_both(std::string_view noun, std::string_view first_symbol,
                                        std::string_view second_symbol, const std::array<std::string, 2>& players) {
  return {{players[0] + "'s " + std::string(noun), std::string(first_symbol), player::first},
          {players[1] + "'s " + std::string(noun), std::string(second_symbol), player::second}};
}

placed_pieces place_both(std::size_t num_cells, point_set own, point_set others, player to_move) {
  placed_pieces pieces(num_cells);
  put_pieces(pieces, own, piece_number(player::first, to_move));
  put_pieces(pieces, others, piece_number(player::second, to_move));
  return pieces;
}

void put_pieces(placed_pieces& board, point_set points, std::int16_t piece) {
  for_each_point(points, [&](unsigned point) { board.at[point] = piece; });
}

}  // namespace zermelo
