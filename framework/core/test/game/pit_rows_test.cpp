// SPDX-License-Identifier: MIT
#include <zermelo/core/game/pit_rows.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo {
namespace {

using seeds = std::vector<std::uint8_t>;

TEST(pit_rows, texts_are_read_as_they_are_written) {
  for (const seeds& row : {seeds{7}, seeds{0, 12, 3}, seeds{0, 0, 0, 0, 0, 1}}) {
    seeds read(row.size(), 99);
    read_pit_row("own", pit_row_text(row), 12, read);
    EXPECT_EQ(read, row) << pit_row_text(row);
  }
  EXPECT_EQ(pit_row_text(seeds{0, 12, 3}), "0,12,3");
}

TEST(pit_rows, other_texts_are_refused) {
  const std::vector<std::string> wrong{"", "1", "1,2,3", "1,2,", "1,,2", "1,13", "-1,2", " 1,2", "1;2", "a,b"};
  for (const std::string& text : wrong) {
    std::array<std::uint8_t, 2> row{};
    try {
      read_pit_row("north", text, 12, row);
      ADD_FAILURE() << text;
    } catch (const input_error& refused) {
      EXPECT_EQ(refused.what(),
                "position: north=" + text + " is not 2 numbers of seeds from 0 to 12 with commas between");
    }
  }
  std::array<std::uint8_t, 2> row{};
  try {
    read_pit_row("north", std::string(100'000, '1'), 12, row);
    ADD_FAILURE();
  } catch (const input_error& refused) {
    EXPECT_LT(std::string(refused.what()).size(), 400U);
  }
}

TEST(pit_rows, lie_round_the_board) {
  const seeds lower{1, 2, 3};
  const seeds upper{4, 0, 16};
  EXPECT_EQ(pit_rows_drawing(lower, upper), " 16  0  4\n  1  2  3");
  const game_board board = pit_rows_board(3, 16);
  ASSERT_EQ(board.pieces.size(), 16U);
  EXPECT_EQ(board.pieces[0].name, "1 seed");
  EXPECT_EQ(board.pieces[15].name, "16 seeds");
  const placed_pieces placed = seeds_in_pits(lower, upper);
  EXPECT_EQ(placed.at, (std::vector<std::int16_t>{15, placed_pieces::none, 3, 0, 1, 2}));
}

}  // namespace
}  // namespace zermelo
