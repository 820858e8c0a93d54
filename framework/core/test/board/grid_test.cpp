// SPDX-License-Identifier: MIT
// Grids from text: accepted inputs, and the messages for rejected ones.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/grid.hpp>
#include <zermelo/core/board/numbered_cells.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::grid_test {
namespace {

std::string rejection(std::string_view text, std::string_view location = "grid") {
  return testkit::error_of<input_error>([&] { return parse_grid(text, "#.CMF", location); });
}

TEST(grid, accepts_line_ends_or_slashes_between_rows) {
  const character_grid grid = parse_grid("C.#\n..M", "#.CMF");
  EXPECT_EQ(grid.rows(), 2U);
  EXPECT_EQ(grid.columns(), 3U);
  EXPECT_EQ(grid.size(), 6U);
  EXPECT_EQ((grid[{1, 2}]), 'M');
  EXPECT_EQ(parse_grid("C.#/..M", "#.CMF"), grid);
  EXPECT_EQ(parse_grid("C.#\r\n..M\r\n", "#.CMF"), grid);
  EXPECT_EQ(parse_grid("C.#\n..M\n\n", "#.CMF"), grid);
  EXPECT_EQ(parse_grid("C.# \n..M\t\r\n \n", "#.CMF"), grid) << "blanks at the ends of lines";
  EXPECT_EQ(parse_grid("C. /..M", " .CM").columns(), 3U) << "but where they are cells";
  EXPECT_EQ(grid.text('/'), "C.#/..M");
  EXPECT_EQ(parse_grid(grid.text('\n'), "#.CMF"), grid);
}

TEST(grid, numbers_cells_in_row_major_order) {
  const character_grid grid = parse_grid(".M./M.M", "M.");
  EXPECT_EQ(grid.number({1, 0}), 3U);
  EXPECT_EQ(grid.cell(5), (grid_cell{1, 2}));
  EXPECT_EQ(grid.find('M'), (std::vector<grid_cell>{{0, 1}, {1, 0}, {1, 2}}));
  EXPECT_TRUE(grid.contains({1, 2}));
  EXPECT_FALSE(grid.contains({2, 0}));
  EXPECT_FALSE(grid.contains({0, 3}));
}

TEST(grid, error_names_source_line_column_and_allowed_characters) {
  EXPECT_EQ(rejection("C..\n.x.", "maze.txt"), "maze.txt: line 2, column 2: 'x' is not one of '#.CMF'");
  EXPECT_EQ(rejection("C\t."), "grid: line 1, column 2: the byte 0x09 is not one of '#.CMF'");
  EXPECT_EQ(rejection("C\xC3\xA9"), "grid: line 1, column 2: the byte 0xc3 is not one of '#.CMF'");
  EXPECT_EQ(rejection("C..\n..\n..."), "grid: line 2 has 2 cells, the first line has 3");
  EXPECT_EQ(rejection("C..//..."), "grid: line 2 has 0 cells, the first line has 3");
  EXPECT_EQ(rejection("/..."), "grid: line 2 has 3 cells, the first line has 0");
  EXPECT_EQ(rejection("//"), "grid: line 1 is empty");
  EXPECT_EQ(rejection(""), "grid: the grid is empty");
  EXPECT_EQ(rejection("\r\n\n"), "grid: the grid is empty");
}

TEST(grid, parses_and_formats_cells_of_positions) {
  const character_grid grid(12, 300, '.');
  EXPECT_EQ(parse_cell("11,299", grid, "cat"), (grid_cell{11, 299}));
  EXPECT_EQ(format_cell({11, 299}), "11,299");
  for (const char* text : {"", "3", "3,", ",3", "3,4,", "3, 4", "-1,0", "12,0", "0,300", "99999999999,0", "a,b"}) {
    EXPECT_EQ(testkit::error_of<input_error>([&] { return parse_cell(text, grid, "cat"); }),
              "position: cat: expected a cell row,column from 0,0 to 11,299, got '" + std::string(text) + "'");
  }
}

TEST(numbered_cells, number_only_open_cells) {
  const numbered_cells cells(parse_grid("#.#/###/..#", ".#"), '.');
  EXPECT_EQ(cells.all(), (std::vector<grid_cell>{{0, 1}, {2, 0}, {2, 1}}));
  EXPECT_EQ(cells.find({2, 1}), 2U);
  EXPECT_EQ(cells.find({0, 0}), std::nullopt) << "a wall";
  EXPECT_EQ(cells.find({1, 1}), std::nullopt);
  EXPECT_EQ(cells.find({3, 0}), std::nullopt) << "outside";
  EXPECT_EQ(cells.find({0, 0xffffffff}), std::nullopt);
  EXPECT_EQ(cells.find({0xffffffff, 0}), std::nullopt);
  EXPECT_EQ(numbered_cells().find({0, 0}), std::nullopt);
  EXPECT_EQ(steps_between(cells), [] {
    adjacency_lists steps;
    steps.add_node();
    steps.add_node();
    steps.add_neighbour(2);
    steps.add_node();
    steps.add_neighbour(1);
    return steps;
  }());
}

}  // namespace
}  // namespace zermelo::grid_test
