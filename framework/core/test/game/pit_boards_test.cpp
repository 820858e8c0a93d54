// SPDX-License-Identifier: MIT
// Tests the indices of boards of pits by their numbers of seeds, and the text of their rows.
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/pit_boards.hpp>
#include <zermelo/core/game/pit_rows.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::pit_boards_test {
namespace {

unsigned seeds_on(const pit_boards::board& pits) { return std::accumulate(pits.begin(), pits.end(), 0U); }

/// The sums of seeds in the first n pits, for descending n: boards are ordered by these numbers.
std::vector<unsigned> sums_of(const pit_boards::board& pits) {
  std::vector<unsigned> sums(pits.size());
  std::partial_sum(pits.begin(), pits.end(), sums.begin());
  return {sums.rbegin(), sums.rend()};
}

TEST(pit_boards, boards_are_numbered_by_ascending_number_of_seeds) {
  for (const unsigned num_pits : {1U, 2U, 5U, 12U}) {
    const unsigned most = num_pits == 12 ? 5 : 9;
    const pit_boards boards(num_pits, most);
    pit_boards::board walked{};
    std::vector<position> num_with(most + 1);
    for (position number = 0; number < boards.num_boards(); ++number) {
      const pit_boards::board pits = boards.unrank(number);
      ASSERT_EQ(boards.rank(pits), number);
      ASSERT_EQ(pits, walked) << number;
      ++num_with.at(seeds_on(pits));
      if (number + 1 == boards.num_boards()) break;
      boards.to_next(walked);
      ASSERT_LT(sums_of(pits), sums_of(walked)) << number;
    }
    for (unsigned seeds = 0; seeds <= most; ++seeds) {
      EXPECT_EQ(boards.num_below(seeds + 1) - boards.num_below(seeds), num_with[seeds]) << num_pits << ' ' << seeds;
    }
  }
}

TEST(pit_boards, number_of_boards_equals_ways_to_distribute_seeds) {
  EXPECT_EQ(pit_boards(12, 20).num_boards(), 225'792'840U) << "C(32, 12)";
  EXPECT_EQ(pit_boards(12, 48).num_boards(), 1'399'358'844'975U) << "C(60, 12)";
  EXPECT_EQ(pit_boards(12, 48).num_below(49) - pit_boards(12, 48).num_below(48), 279'871'768'995U) << "C(59, 11)";
  EXPECT_EQ(pit_boards(12, 72).num_boards(), 112'992'892'764'570U) << "C(84, 12)";
}

using seeds = std::vector<std::uint8_t>;

TEST(pit_rows, parse_formatted_rows_back) {
  for (const seeds& row : {seeds{7}, seeds{0, 12, 3}, seeds{0, 0, 0, 0, 0, 1}}) {
    seeds read(row.size(), 99);
    read_pit_row("own", pit_row_text(row), 12, read);
    EXPECT_EQ(read, row) << pit_row_text(row);
  }
  EXPECT_EQ(pit_row_text(seeds{0, 12, 3}), "0,12,3");
}

TEST(pit_rows, reject_malformed_rows) {
  const auto rejection = [](const std::string& text) {
    std::array<std::uint8_t, 2> row{};
    return testkit::error_of<input_error>([&] { read_pit_row("north", text, 12, row); });
  };
  for (const std::string text : {"", "1", "1,2,3", "1,2,", "1,,2", "1,13", "-1,2", " 1,2", "1;2", "a,b"}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: north: ... 2 integers from 0 to 12 ... '" + text + "'",
                        rejection(text));
  }
  const std::string of_long_text = rejection(std::string(100'000, '1'));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: north: ... got '111...", of_long_text);
  EXPECT_LT(of_long_text.size(), 400U);
}

TEST(pit_rows, show_the_upper_row_in_reverse_above_the_lower_row) {
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
}  // namespace zermelo::pit_boards_test
