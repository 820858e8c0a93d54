// SPDX-License-Identifier: MIT
#include <zermelo/core/value/outcome_histogram.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace zermelo::outcome_histogram_test {
namespace {

TEST(outcome_histogram, counts_by_margin) {
  outcome_histogram counted;
  EXPECT_EQ(counted.max_margin(), 0U);
  EXPECT_EQ(counted.counts_by_margin(), (std::vector<outcome_counts>(2)));
  counted.add({outcome::win, 3});
  counted.add({outcome::loss, 0}, 2);
  EXPECT_TRUE(counted.by_margin.empty()) << "as in a game without points";
  EXPECT_EQ(counted.max_margin(), 1U);
  counted.add({outcome::win, 5, 3}, 4);
  counted.add({outcome::loss, 1, 1});
  counted.add({outcome::tie, 7});
  counted.add({outcome::draw, no_distance}, 2);
  outcome_histogram more;
  more.add({outcome::loss, 2, 4});
  more += counted;
  counted += outcome_histogram();
  EXPECT_EQ(counted.max_margin(), 4U);
  EXPECT_EQ(more.max_margin(), 5U);
  const std::vector<outcome_counts> expected{{0, 0, 1, 2}, {1, 2, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}, {4, 0, 0, 0}};
  EXPECT_EQ(counted.counts_by_margin(), expected);
  std::vector<outcome_counts> of_both = expected;
  of_both.push_back({0, 1, 0, 0});
  EXPECT_EQ(more.counts_by_margin(), of_both);
}

}  // namespace
}  // namespace zermelo::outcome_histogram_test
