// SPDX-License-Identifier: MIT
// A sample is as large as asked for, however positions are cut into stretches.
#include <zermelo/core/verify/verify_scope.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>

namespace zermelo::verify_scope_test {
namespace {

TEST(verify_scope_test, adds_up_to_the_sample) {
  random_generator random(20261126);
  for (int trial = 0; trial < 1000; ++trial) {
    const std::uint64_t positions = 1 + random.below(500);
    const std::uint64_t sample = 1 + random.below(positions);
    std::uint64_t sum = 0;
    for (std::uint64_t begin = 0; begin < positions;) {
      const std::uint64_t size = std::min(positions - begin, random.below(40));
      const std::uint64_t share = share_of_sample(positions, sample, {begin, begin + size});
      EXPECT_LE(share, size);
      sum += share;
      begin += size;
    }
    EXPECT_EQ(sum, sample);
  }
}

TEST(verify_scope_test, is_even) {
  EXPECT_EQ(share_of_sample(100, 10, {0, 50}), 5U);
  EXPECT_EQ(share_of_sample(100, 10, {50, 100}), 5U);
  EXPECT_EQ(share_of_sample(100, 10, {1, 10}), 0U);
  EXPECT_EQ(share_of_sample(100, 100, {7, 9}), 2U);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(share_of_sample(most, most, {5, most}), most - 5);
}

}  // namespace
}  // namespace zermelo::verify_scope_test
