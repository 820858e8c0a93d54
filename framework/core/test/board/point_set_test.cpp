// SPDX-License-Identifier: MIT
// Tests numbers, gaps, symmetries and orbits of point sets against slow definitions and Burnside's lemma.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/board/point_set.hpp>

namespace zermelo::point_set_test {
namespace {

TEST(point_set, numbers_subsets_of_one_size_in_bit_order) {
  constexpr unsigned num_points = 9;
  for (unsigned size = 0; size <= num_points; ++size) {
    std::uint32_t expected = 0;
    for (point_set s = 0; s <= first_points(num_points); ++s) {
      if (num_points_of(s) != size) continue;
      EXPECT_EQ(subset_number(s), expected);
      EXPECT_EQ(subset_of_number(size, expected), s);
      ++expected;
    }
    EXPECT_EQ(expected, binomial(num_points, size));
    EXPECT_EQ(subsets(num_points, size).size(), expected);
  }
}

TEST(point_set, supports_up_to_32_points) {
  constexpr point_set all = ~point_set{0};
  EXPECT_EQ(first_points(32), all);
  EXPECT_EQ(binomial(32, 16), 601'080'390U);
  EXPECT_EQ(binomial(3, 4), 0U);
  constexpr point_set upper_half = 0xffff'0000;
  EXPECT_EQ(subset_number(upper_half), 601'080'389U);
  EXPECT_EQ(subset_of_number(16, 601'080'389), upper_half);
  EXPECT_EQ(subset_of_number(16, 0), first_points(16));
  EXPECT_EQ(subset_number(all), 0U);
  EXPECT_EQ(subset_of_number(32, 0), all);
}

TEST(point_set, open_gaps_inverts_close_gaps) {
  random_generator random(1);
  constexpr int cases = 1000;
  for (int i = 0; i < cases; ++i) {
    const auto gaps = static_cast<point_set>(random() & random());
    const point_set points = static_cast<point_set>(random()) & ~gaps;
    point_set expected = 0;
    unsigned next = 0;
    for (unsigned point = 0; point < max_points; ++point) {
      if ((gaps & one_point(point)) != 0) continue;
      if ((points & one_point(point)) != 0) expected |= one_point(next);
      ++next;
    }
    EXPECT_EQ(close_gaps(points, gaps), expected);
    EXPECT_EQ(open_gaps(expected, gaps), points);
    EXPECT_EQ(subset_number(points, gaps), subset_number(expected));
  }
}

TEST(point_set, square_has_eight_symmetries) {
  constexpr unsigned side = 5;
  const auto group = symmetries_of_square(side);
  ASSERT_EQ(group.size(), 8U);
  const auto times_in_group = [&group](const point_symmetries::permutation& p) {
    return std::count(group.begin(), group.end(), p);
  };
  for (const auto& a : group) {
    EXPECT_EQ(times_in_group(a), 1);
    for (const auto& b : group) {
      point_symmetries::permutation both;
      for (const std::uint8_t point : a) both.push_back(b[point]);
      EXPECT_EQ(times_in_group(both), 1);
    }
  }
  const point_symmetries symmetries(group);
  for (unsigned point = 0; point < side * side; ++point) {
    EXPECT_EQ(symmetries.image(0, one_point(point)), one_point(point)) << "the identity comes first";
    // Symmetries map neighbours in a row or column to neighbours in a row or column.
    if (point % side + 1 == side) continue;
    for (const auto& g : group) {
      const int apart = std::abs(int{g[point]} - int{g[point + 1]});
      EXPECT_TRUE(apart == 1 || apart == int{side});
    }
  }
}

TEST(point_set, image_of_a_set_maps_each_point) {
  const point_symmetries::permutation reversed = [] {
    point_symmetries::permutation to;
    for (unsigned point = 0; point < max_points; ++point) to.push_back(static_cast<std::uint8_t>(31 - point));
    return to;
  }();
  point_symmetries::permutation identity(reversed.rbegin(), reversed.rend());
  const point_symmetries symmetries({identity, reversed});
  EXPECT_EQ(symmetries.image(1, 0x8000'0001), 0x8000'0001U);
  EXPECT_EQ(symmetries.image(1, 0x0000'0f02), 0x40f0'0000U);
  EXPECT_EQ(symmetries.image(0, 0x1234'5678), 0x1234'5678U);
}

TEST(point_set, symmetries_reject_invalid_permutations) {
  EXPECT_THROW(point_symmetries({}), std::invalid_argument);
  EXPECT_THROW(point_symmetries({{0, 1}, {1, 1}}), std::invalid_argument);
  EXPECT_THROW(point_symmetries({{0, 1}, {1, 2}}), std::invalid_argument);
  EXPECT_THROW(point_symmetries({{0, 1}, {1, 2, 0}}), std::invalid_argument);
  EXPECT_THROW(point_symmetries({{1, 0}, {0, 1}}), std::invalid_argument) << "identity last";
  EXPECT_THROW(point_symmetries({point_symmetries::permutation(33, 0)}), std::invalid_argument);
  EXPECT_THROW(point_symmetries(std::vector<point_symmetries::permutation>(33, {0, 1})), std::invalid_argument);
}

TEST(point_set, orbit_count_equals_burnsides_formula) {
  constexpr unsigned side = 5;
  constexpr unsigned num_points = side * side;
  const point_symmetries symmetries(symmetries_of_square(side));
  for (const unsigned size : {0U, 1U, 4U}) {
    const subset_orbits orbits(symmetries, num_points, size);
    std::uint64_t fixed = 0;
    std::vector<std::uint64_t> members(orbits.num_orbits());
    for (const point_set s : subsets(num_points, size)) {
      for (std::size_t g = 0; g < symmetries.size(); ++g) fixed += symmetries.image(g, s) == s ? 1 : 0;
      const auto [orbit, symmetry] = orbits.location_of(s);
      EXPECT_EQ(symmetries.image(symmetry, s), orbits.representative(orbit));
      EXPECT_LE(orbits.representative(orbit), s);
      ++members[orbit];
    }
    EXPECT_EQ(orbits.num_orbits(), fixed / symmetries.size());
    for (std::uint32_t orbit = 0; orbit < orbits.num_orbits(); ++orbit) {
      EXPECT_EQ(members[orbit] * (num_points_of(orbits.stabilizer(orbit)) + 1), symmetries.size());
      EXPECT_EQ(orbits.location_of(orbits.representative(orbit)).symmetry, 0);
      if (orbit == 0) continue;
      EXPECT_GT(orbits.representative(orbit), orbits.representative(orbit - 1)) << "ascending";
    }
  }
  EXPECT_EQ(subset_orbits(symmetries, num_points, 4).num_orbits(), 1666U);
}

}  // namespace
}  // namespace zermelo::point_set_test
