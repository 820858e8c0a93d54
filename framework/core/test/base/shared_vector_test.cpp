// SPDX-License-Identifier: MIT
// Tests that copies of a shared vector are as independent as copies of a vector.
#include <zermelo/core/base/shared_vector.hpp>

#include <cstdint>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::test::shared_vector_test {
namespace {

using numbers = shared_vector<std::uint32_t>;

TEST(shared_vector, copies_share_elements_until_one_is_changed) {
  numbers one(std::vector<std::uint32_t>{1, 2, 3});
  numbers other = one;
  EXPECT_EQ(one.data(), other.data());
  other.mutable_elements()[1] = 7;
  EXPECT_EQ(one, numbers(std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(other, numbers(std::vector<std::uint32_t>{1, 7, 3}));
  one.push_back(4);
  EXPECT_EQ(one.size(), 4U);
  EXPECT_EQ(one.back(), 4U);
  EXPECT_EQ(other.size(), 3U);
}

TEST(shared_vector, accepts_elements_after_being_moved_from) {
  numbers one(std::vector<std::uint32_t>{1, 2});
  numbers other = std::move(one);
  one = numbers();
  EXPECT_EQ(one.size(), 0U);
  one.push_back(5);
  EXPECT_EQ(one[0], 5U);
  EXPECT_EQ(other.size(), 2U);
  numbers& same = other;
  other = same;
  EXPECT_EQ(other, numbers(std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(numbers(), numbers(0));
}

TEST(shared_vector, copies_are_independent_in_threads) {
  constexpr std::uint32_t size = 1000;
  std::vector<std::uint32_t> elements(size);
  std::iota(elements.begin(), elements.end(), 0U);
  const numbers shared(elements);
  std::vector<std::uint64_t> sums(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&shared, &sums, t] {
      for (int round = 0; round < 100; ++round) {
        numbers own = shared;
        if (round % 2 == 1) own.mutable_elements()[t] = size;
        sums[t] += std::accumulate(own.begin(), own.end(), std::uint64_t{0});
      }
    });
  }
  for (std::thread& one : threads) one.join();
  constexpr std::uint64_t of_all = std::uint64_t{size} * (size - 1) / 2;
  for (std::size_t t = 0; t < sums.size(); ++t) EXPECT_EQ(sums[t], 100 * of_all + 50 * (size - t)) << t;
  EXPECT_EQ(shared, numbers(elements));
}

}  // namespace
}  // namespace zermelo::test::shared_vector_test
