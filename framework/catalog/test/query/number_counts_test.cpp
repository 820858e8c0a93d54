// SPDX-License-Identifier: MIT
// Tests the mean and the quantiles of counted numbers, and adding counts of parts.
#include <zermelo/catalog/query/number_counts.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::number_counts_test {
namespace {

number_counts counts_of(const std::vector<std::int64_t>& numbers) {
  number_counts counts;
  for (const std::int64_t number : numbers) counts.add(number);
  return counts;
}

TEST(number_counts, is_empty_until_number_is_added) {
  EXPECT_TRUE(number_counts().empty());
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40}) {
    EXPECT_FALSE(counts_of({number}).empty());
    EXPECT_EQ(counts_of({number}).mean(), static_cast<double>(number));
    EXPECT_EQ(counts_of({number}).quantile(0.3), static_cast<double>(number));
  }
}

TEST(number_counts, returns_mean_and_quantiles_of_all_numbers) {
  const number_counts counts = counts_of({100'000, -4, 3, 3, 70, -4});  // in order -4 -4 3 3 70 100000
  EXPECT_DOUBLE_EQ(counts.mean(), 100'068.0 / 6);
  EXPECT_EQ(counts.quantile(0), -4);
  EXPECT_EQ(counts.quantile(0.2), -4);
  EXPECT_DOUBLE_EQ(counts.quantile(0.3), -0.5);
  EXPECT_EQ(counts.quantile(0.5), 3);
  EXPECT_DOUBLE_EQ(counts.quantile(0.7), 36.5);
  EXPECT_DOUBLE_EQ(counts.quantile(0.9), 50'035);
  EXPECT_EQ(counts.quantile(1), 100'000);
}

TEST(number_counts, adding_parts_equals_counting_all_numbers) {
  number_counts whole = counts_of({5, -1, 200'000});
  whole.add(counts_of({5, 5, -1, 7}));
  whole.add(number_counts());
  const number_counts expected = counts_of({-1, -1, 5, 5, 5, 7, 200'000});
  EXPECT_EQ(whole.mean(), expected.mean());
  for (int i = 0; i <= 12; ++i) EXPECT_EQ(whole.quantile(i / 12.0), expected.quantile(i / 12.0)) << i;
}

}  // namespace
}  // namespace zermelo::number_counts_test
