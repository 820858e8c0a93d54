// SPDX-License-Identifier: MIT
// Keys in ascending order are found, and others are not.
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>

namespace zermelo::test::sorted_keys_test {
namespace {

template <class Key>
sorted_keys<Key> sorted(const std::vector<Key>& keys) {
  zeroed_pages<Key> copy(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) copy[i] = keys[i];
  return sorted_keys<Key>(std::move(copy));
}

/// Every key is found, one at a time and all together, and nothing between them is.
template <class Key>
void expect_found(const std::vector<Key>& keys, const std::vector<Key>& absent) {
  const sorted_keys<Key> index = sorted(keys);
  ASSERT_EQ(index.size(), keys.size());
  std::vector<position> found(keys.size());
  index.find_all(keys, found);
  for (position p = 0; p < keys.size(); ++p) {
    EXPECT_EQ(found[p], p);
    EXPECT_EQ(index.find(widened_key(keys[p])), p);
    EXPECT_EQ(index.at(p), widened_key(keys[p]));
  }
  found.assign(absent.size(), 0);
  index.find_all(absent, found);
  for (std::size_t i = 0; i < absent.size(); ++i) {
    EXPECT_EQ(found[i], sorted_keys<Key>::absent);
    EXPECT_EQ(index.find(widened_key(absent[i])), std::nullopt);
  }
}

TEST(sorted_keys, are_found_however_many_there_are) {
  for (const std::uint64_t size : {0U, 1U, 2U, 15U, 16U, 17U, 255U, 256U, 257U, 4095U, 4096U, 4097U, 70'000U}) {
    std::vector<std::uint64_t> even;
    std::vector<std::uint64_t> odd{static_cast<std::uint64_t>(-1)};
    std::vector<wide_key> wide;
    std::vector<wide_key> beside{{static_cast<std::uint64_t>(-1), 5}};
    for (std::uint64_t i = 0; i < size; ++i) {
      even.push_back(2 * i);
      odd.push_back(2 * i + 1);
      wide.push_back({i / 3, i % 3 * 10});
      beside.push_back({i / 3, i % 3 * 10 + 1});
    }
    expect_found(even, odd);
    expect_found(wide, beside);
  }
}

TEST(sorted_keys, are_found_however_they_are_spread) {
  random_generator random(7);
  std::vector<std::uint64_t> keys{0, 1, 2};
  // Most in one place, some far away, and both ends of the range.
  while (keys.size() < 5'000) keys.push_back(keys.back() + 1 + random.below(3));
  while (keys.size() < 5'040) keys.push_back(keys.back() + (std::uint64_t{1} << 57) + random.below(9));
  keys.push_back(static_cast<std::uint64_t>(-1));
  std::vector<std::uint64_t> absent;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i] - keys[i - 1] > 1) absent.push_back(keys[i] - 1);
  }
  expect_found(keys, absent);
}

}  // namespace
}  // namespace zermelo::test::sorted_keys_test
