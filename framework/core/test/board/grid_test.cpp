// SPDX-License-Identifier: MIT
// Tests grids from text: accepted inputs, and errors for rejected inputs.
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

using testkit::matches_pattern;

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
  EXPECT_EQ(parse_grid("C.# \n..M\t\r\n \n", "#.CMF"), grid) << "ignores blanks at line ends";
  EXPECT_EQ(parse_grid("C. /..M", " .CM").columns(), 3U) << "reads blanks that are cells";
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
  EXPECT_PRED_FORMAT2(matches_pattern, "maze.txt: line 2, column 2: 'x' ... '#.CMF'",
                      rejection("C..\n.x.", "maze.txt"));
  EXPECT_PRED_FORMAT2(matches_pattern, "grid: line 1, column 2: ... 0x09 ... '#.CMF'", rejection("C\t."));
  EXPECT_PRED_FORMAT2(matches_pattern, "grid: line 1, column 2: ... 0xc3 ... '#.CMF'", rejection("C\xC3\xA9"));
  EXPECT_PRED_FORMAT2(matches_pattern, "grid: line 2 has 2 cells, ... 3", rejection("C..\n..\n..."));
  EXPECT_PRED_FORMAT2(matches_pattern, "grid: line 2 has 0 cells, ... 3", rejection("C..//..."));
  EXPECT_PRED_FORMAT2(matches_pattern, "grid: line 2 has 3 cells, ... 0", rejection("/..."));
  EXPECT_EQ(rejection("//"), "grid: line 1: expected a row of the grid, got an empty line");
  EXPECT_PRED_FORMAT2(matches_pattern, "grid: ... empty", rejection(""));
  EXPECT_EQ(rejection("\r\n\n"), rejection(""));
}

TEST(grid, parses_and_formats_cells_of_positions) {
  const character_grid grid(12, 300, '.');
  EXPECT_EQ(parse_cell("11,299", grid, "cat"), (grid_cell{11, 299}));
  EXPECT_EQ(format_cell({11, 299}), "11,299");
  for (const char* text : {"", "3", "3,", ",3", "3,4,", "3, 4", "-1,0", "12,0", "0,300", "99999999999,0", "a,b"}) {
    EXPECT_PRED_FORMAT2(matches_pattern, "position: cat: ... 0,0 to 11,299, got '" + std::string(text) + "'",
                        testkit::error_of<input_error>([&] { return parse_cell(text, grid, "cat"); }));
  }
}

TEST(numbered_cells, number_only_open_cells) {
  const numbered_cells cells(parse_grid("#.#/###/..#", ".#"), '.');
  EXPECT_EQ(cells.all(), (std::vector<grid_cell>{{0, 1}, {2, 0}, {2, 1}}));
  EXPECT_EQ(cells.find({2, 1}), 2U);
  EXPECT_EQ(cells.find({0, 0}), std::nullopt) << "a wall";
  EXPECT_EQ(cells.find({1, 1}), std::nullopt);
  EXPECT_EQ(cells.find({3, 0}), std::nullopt) << "outside the grid";
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
