// SPDX-License-Identifier: MIT
#include <zermelo/core/waves/arrival_list.hpp>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>

namespace zermelo::detail::arrival_list_test {
namespace {

[[nodiscard]] std::vector<std::uint64_t> listed(const arrival_list& list) {
  std::vector<std::uint64_t> vertices;
  for (const arrival_list::chunk& chunk : list.chunks()) {
    chunk.for_each([&vertices](std::uint64_t v) { vertices.push_back(v); });
  }
  return vertices;
}

TEST(arrival_list, lists_what_was_added) {
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  random_generator random(7);
  std::vector<std::uint64_t> expected{0, 0, 127, 128, 5, 4, greatest, 0, 1};
  std::uint64_t v = 0;
  for (int i = 0; i < 100'000; ++i) {
    v += random.below(i % 1000 == 0 ? std::uint64_t{1} << 40 : 300);
    if (i % 5000 == 0) v = random.below(1000);  // another block
    expected.push_back(v);
  }
  arrival_list list;
  EXPECT_TRUE(list.empty());
  for (const std::uint64_t u : expected) list.push_back(u);
  EXPECT_EQ(list.size(), expected.size());
  EXPECT_GT(list.chunks().size(), 1U);
  EXPECT_EQ(listed(list), expected);
}

TEST(arrival_list, lists_are_joined) {
  arrival_list first;
  arrival_list second;
  for (std::uint64_t v = 10; v != 20; ++v) first.push_back(v);
  for (std::uint64_t v = 5; v != 12; ++v) second.push_back(v);
  std::vector<std::uint64_t> expected = listed(first);
  const std::vector<std::uint64_t> more = listed(second);
  expected.insert(expected.end(), more.begin(), more.end());
  first.append(std::move(second));
  EXPECT_EQ(listed(first), expected);
  first.push_back(13);
  expected.push_back(13);
  EXPECT_EQ(listed(first), expected);
  EXPECT_EQ(first.size(), expected.size());
}

}  // namespace
}  // namespace zermelo::detail::arrival_list_test
