// SPDX-License-Identifier: MIT
#include <zermelo/core/game/pit_boards.hpp>

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

unsigned seeds_on(const pit_boards::board& pits) { return std::accumulate(pits.begin(), pits.end(), 0U); }

/// The seeds in the pits up to the last, up to the last but one, and so on: by these, boards ascend.
std::vector<unsigned> sums_of(const pit_boards::board& pits) {
  std::vector<unsigned> sums(pits.size());
  std::partial_sum(pits.begin(), pits.end(), sums.begin());
  return {sums.rbegin(), sums.rend()};
}

TEST(pit_boards, have_numbers_that_ascend_by_their_seeds) {
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

TEST(pit_boards, are_as_many_as_there_are_ways_to_lay_seeds) {
  EXPECT_EQ(pit_boards(12, 20).num_boards(), 225'792'840U) << "C(32, 12)";
  EXPECT_EQ(pit_boards(12, 48).num_boards(), 1'399'358'844'975U) << "C(60, 12)";
  EXPECT_EQ(pit_boards(12, 48).num_below(49) - pit_boards(12, 48).num_below(48), 279'871'768'995U) << "C(59, 11)";
  EXPECT_EQ(pit_boards(12, 72).num_boards(), 112'992'892'764'570U) << "C(84, 12)";
}

}  // namespace
}  // namespace zermelo
