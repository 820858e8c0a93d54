// SPDX-License-Identifier: MIT
// Tests numbers that saturate at the greatest value and never wrap around.
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <zermelo/core/base/saturating.hpp>

namespace zermelo::saturating_test {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

TEST(saturating, returns_exact_result_if_it_fits_64_bits) {
  EXPECT_EQ(saturating_sum(1, std::uint64_t{2}, std::uint64_t{3}), 6U);
  EXPECT_EQ(saturating_sum(most - 3, std::uint64_t{1}, std::uint64_t{2}), most);
  EXPECT_EQ(saturating_product(most / 3, 3), most);
  EXPECT_EQ(saturating_product(1ULL << 32, (1ULL << 32) - 1), most - (1ULL << 32) + 1);
  EXPECT_EQ(saturating_product(0, most), 0U);
  EXPECT_EQ(saturating_product(most, 0), 0U);
  EXPECT_EQ(saturating_binomial(6, 2), 15U);
  EXPECT_EQ(saturating_binomial(67, 33), 14'226'520'737'620'288'370U) << "the last product is at least 2^64";
  EXPECT_EQ(saturating_binomial(3, 4), 0U);
  EXPECT_EQ(saturating_binomial(most, most - 1), most);
  EXPECT_EQ(saturating_number(1e15), 1'000'000'000'000'000U);
}

TEST(saturating, returns_maximum_on_overflow) {
  EXPECT_EQ(saturating_sum(most, std::uint64_t{1}), most);
  EXPECT_EQ(saturating_sum(1, most, most), most);
  EXPECT_EQ(saturating_product(1ULL << 32, 1ULL << 32), most);
  EXPECT_EQ(saturating_product(most / 3 + 1, 3), most);
  EXPECT_EQ(saturating_binomial(68, 34), most);
  EXPECT_EQ(saturating_binomial(most, 3), most);
  EXPECT_EQ(saturating_number(18446744073709551616.0), most);
  EXPECT_EQ(saturating_number(std::numeric_limits<double>::infinity()), most);
}

}  // namespace
}  // namespace zermelo::saturating_test
