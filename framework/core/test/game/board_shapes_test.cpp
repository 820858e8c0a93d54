// SPDX-License-Identifier: MIT
// Tests boards made from rectangles, points joined by lines, and graphs.
#include <zermelo/core/game/board_shapes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/board/adjacency.hpp>

namespace zermelo::board_shapes_test {
namespace {

TEST(board_shapes, name_cells_of_a_rectangle_from_the_lower_left) {
  const game_board board = rectangular_board(2, 3, {{"stone", ""}});
  EXPECT_EQ(board.style, board_style::cells);
  EXPECT_TRUE(board.is_laid_out);
  std::string names;
  for (const board_cell& cell : board.cells) names += cell.name + ' ';
  EXPECT_EQ(names, "a2 b2 c2 a1 b1 c1 ");
  EXPECT_EQ(board.cells[5].centre, (plane_point{2, 1}));
}

TEST(board_shapes, name_columns_after_z_by_two_letters) {
  EXPECT_EQ(column_letters(0), "a");
  EXPECT_EQ(column_letters(25), "z");
  EXPECT_EQ(column_letters(26), "aa");
  EXPECT_EQ(column_letters(52), "ba");
  EXPECT_EQ(cell_name(0, 27, 12), "ab12");
}

TEST(board_shapes, join_each_pair_of_neighbours_by_one_line) {
  constexpr std::array<point_set, 3> neighbours{0b110, 0b001, 0b000};
  EXPECT_EQ(lines_between(neighbours), (std::vector<board_line>{{0, 1}, {0, 2}}));
}

TEST(board_shapes, graph_has_one_line_per_edge_and_no_coordinates) {
  const game_board board = graph_board(adjacency_lists({0, 2, 3, 4}, {1, 2, 0, 2}), {{"cat", "C"}});
  EXPECT_FALSE(board.is_laid_out);
  EXPECT_EQ(board.style, board_style::points);
  ASSERT_EQ(board.cells.size(), 3U);
  EXPECT_EQ(board.cells[2].name, "2");
  EXPECT_EQ(board.lines, (std::vector<board_line>{{0, 1}, {0, 2}})) << "loops add no line";
}

TEST(board_shapes, omit_some_edges_of_a_very_large_graph) {
  constexpr std::uint32_t num_nodes = 1500;
  adjacency_lists complete;
  for (std::uint32_t v = 0; v < num_nodes; ++v) {
    complete.add_node();
    for (std::uint32_t to = 0; to < num_nodes; ++to) complete.add_neighbour(to);
  }
  const std::size_t num_lines = graph_board(complete, {}).lines.size();
  EXPECT_GT(num_lines, std::size_t{1} << 17);
  EXPECT_LT(num_lines, std::size_t{num_nodes} * (num_nodes - 1) / 2);
}

TEST(board_shapes, grid_graph_has_coordinates_unless_an_edge_joins_far_sides) {
  const adjacency_lists grid({0, 2, 4, 6, 8}, {1, 2, 0, 3, 0, 3, 1, 2});
  const game_board board = graph_board(grid, {}, 2);
  EXPECT_TRUE(board.is_laid_out);
  EXPECT_EQ(board.cells[3].centre, (plane_point{1, 1}));
  EXPECT_EQ(board.cells[3].name, "3");
  EXPECT_FALSE(graph_board(grid, {}, 4).is_laid_out) << "rows of four cells separate 0 and 2";
}

TEST(board_shapes, colour_of_pieces_depends_on_the_player_to_move) {
  EXPECT_EQ(pieces_of_both("man")[1].name, "second's man");
  EXPECT_EQ(pieces_of_both("man")[1].owner, player::second);
  EXPECT_EQ(pieces_of_both("man", "", "", {"white", "black"})[0].name, "white's man");
  EXPECT_EQ(piece_number(player::second), 1);
  EXPECT_EQ(piece_number(player::first, player::first), 0);
  EXPECT_EQ(piece_number(player::second, player::first), 1);
  EXPECT_EQ(piece_number(player::first, player::second), 1);
  EXPECT_EQ(piece_number(player::second, player::second), 0);
  placed_pieces pieces(3);
  put_pieces(pieces, 0b101, 7);
  EXPECT_EQ(pieces.at, (std::vector<std::int16_t>{7, placed_pieces::none, 7}));
}

}  // namespace
}  // namespace zermelo::board_shapes_test
