// SPDX-License-Identifier: MIT
// Tests that the random numbers equal those of the published generators on every platform.
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>

namespace zermelo::random_test {
namespace {

TEST(random, splitmix64_matches_published_numbers) {
  // The first outputs of splitmix64 for the seed 1234567, as listed by its other implementations.
  constexpr std::uint64_t seed = 1'234'567;
  constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15U;
  const std::array<std::uint64_t, 5> published{6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                               4593380528125082431U, 16408922859458223821U};
  for (std::uint64_t i = 0; i < published.size(); ++i) {
    EXPECT_EQ(splitmix64_mix(seed + (i + 1) * golden_gamma), published[i]);
  }
}

TEST(random, xoshiro256_matches_reference_numbers) {
  // From the authors' algorithm, checked on the state 1, 2, 3, 4 (11520, 0, 1509978240, ...).
  random_generator zero(0);
  for (const std::uint64_t number :
       {0x99ec5f36cb75f2b4U, 0xbf6e1f784956452aU, 0x1a5f849d4933e6e0U, 0x6aa594f1262d2d2cU, 0xbba5ad4a1f842e59U}) {
    EXPECT_EQ(zero(), number);
  }
  random_generator other(42);
  for (const std::uint64_t number :
       {0x15780b2e0c2ec716U, 0x6104d9866d113a7eU, 0xae17533239e499a1U, 0xecb8ad4703b360a1U, 0xfde6dc7fe2ec5e64U}) {
    EXPECT_EQ(other(), number);
  }
}

TEST(random, below_returns_same_numbers_on_every_platform) {
  random_generator random(42);
  for (const std::uint64_t number : {2U, 2U, 9U, 3U, 6U, 4U, 4U, 7U, 8U, 5U, 9U, 3U}) {
    EXPECT_EQ(random.below(10), number);
  }
}

TEST(random, below_redraws_numbers_that_would_bias_its_result) {
  // A quarter of all numbers is beyond the last multiple of this bound, including the 4th, 5th, 6th and 8th number of
  // this seed.
  constexpr std::uint64_t bound = 3ULL << 62;
  random_generator random(42);
  for (const std::uint64_t number :
       {1546998764402558742U, 6990951692964543102U, 12544586762248559009U, 13267978908934200754U}) {
    EXPECT_EQ(random.below(bound), number);
  }
}

TEST(random, below_is_uniform) {
  constexpr std::uint64_t bound = 7;
  constexpr int per_number = 20'000;
  constexpr int tolerance = 700;  // five standard deviations
  random_generator random(1);
  std::vector<int> counts(bound);
  for (std::uint64_t i = 0; i < bound * per_number; ++i) ++counts.at(random.below(bound));
  for (const int count : counts) EXPECT_NEAR(count, per_number, tolerance);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0U);
}

TEST(random, unit_returns_recorded_numbers_and_chance_the_given_frequency) {
  random_generator random(42);
  for (const double number : {0.08386297105988216, 0.3789802506626686, 0.6800434110281394}) {
    EXPECT_EQ(random.unit(), number);
  }
  int heads = 0;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) {
    EXPECT_FALSE(random.chance(0));
    EXPECT_TRUE(random.chance(1));
    heads += random.chance(0.25) ? 1 : 0;
  }
  EXPECT_NEAR(heads, draws / 4, 700);
}

}  // namespace
}  // namespace zermelo::random_test
