// SPDX-License-Identifier: MIT
// Tests searching keys in ascending order, in memory and elsewhere, and sorting keys without duplicates.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/distinct_keys.hpp>
#include <zermelo/core/positions/joined_keys.hpp>
#include <zermelo/core/positions/key_ranges.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

#include "positions/foreign_keys.hpp"
#include "visitors.hpp"

namespace zermelo::test::sorted_keys_test {
namespace {

template <class Key>
sorted_keys<Key> sorted(const std::vector<Key>& keys) {
  zeroed_pages<Key> copy(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) copy[i] = keys[i];
  return sorted_keys<Key>(std::move(copy));
}

/// Expects that every key is found, one by one and all together, and that other keys are not found.
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

TEST(sorted_keys, find_keys_in_lists_of_any_length) {
  for (const std::uint64_t size : {0U, 1U, 2U, 15U, 16U, 17U, 255U, 256U, 257U, 4095U, 4096U, 4097U, 70'000U}) {
    std::vector<std::uint64_t> even;
    std::vector<std::uint64_t> odd{static_cast<std::uint64_t>(-1)};
    std::vector<wide_key> wide;
    std::vector<wide_key> neighbouring{{static_cast<std::uint64_t>(-1), 5}};
    for (std::uint64_t i = 0; i < size; ++i) {
      even.push_back(2 * i);
      odd.push_back(2 * i + 1);
      wide.push_back({i / 3, i % 3 * 10});
      neighbouring.push_back({i / 3, i % 3 * 10 + 1});
    }
    expect_found(even, odd);
    expect_found(wide, neighbouring);
  }
}

TEST(sorted_keys, find_keys_of_any_distribution) {
  random_generator random(7);
  std::vector<std::uint64_t> keys{0, 1, 2};
  // Most keys are adjacent, some are far away, and both ends of the range are included.
  while (keys.size() < 5'000) keys.push_back(keys.back() + 1 + random.below(3));
  while (keys.size() < 5'040) keys.push_back(keys.back() + (std::uint64_t{1} << 57) + random.below(9));
  keys.push_back(static_cast<std::uint64_t>(-1));
  std::vector<std::uint64_t> absent;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i] - keys[i - 1] > 1) absent.push_back(keys[i] - 1);
  }
  expect_found(keys, absent);
}

using narrow_keys = sorted_keys<std::uint64_t>;

std::shared_ptr<const narrow_keys> in_memory(const std::vector<std::uint64_t>& keys) {
  return std::make_shared<const narrow_keys>(sorted(keys));
}

std::shared_ptr<const position_keys> elsewhere(const std::vector<std::uint64_t>& keys) {
  std::vector<wide_key> wide;
  for (const std::uint64_t key : keys) wide.push_back(widened_key(key));
  return std::make_shared<const test::foreign_keys>(key_width::bits_64, std::move(wide));
}

void expect_to_be(const joined_keys<std::uint64_t>& joined, const std::vector<std::uint64_t>& keys) {
  ASSERT_EQ(joined.size(), keys.size());
  std::vector<position> found(keys.size());
  joined.find_all(keys, found);
  for (position p = 0; p < keys.size(); ++p) {
    EXPECT_EQ(joined.at(p), widened_key(keys[p]));
    EXPECT_EQ(joined.find(widened_key(keys[p])), p);
    EXPECT_EQ(found[p], p);
  }
  const std::vector<std::uint64_t> missing{0, 15, 25, 99};
  std::vector<position> nowhere(missing.size());
  joined.find_all(missing, nowhere);
  for (const position p : nowhere) EXPECT_EQ(p, joined.absent);
  EXPECT_EQ(joined.find({1, keys.front()}), std::nullopt);
}

TEST(joined_keys, form_one_ascending_list) {
  const std::vector<std::uint64_t> all{3, 7, 20, 21, 30};
  joined_keys<std::uint64_t> joined({elsewhere({3, 7}), in_memory({20, 21}), elsewhere({30})});
  expect_to_be(joined, all);
  EXPECT_EQ(joined.num_resident(), 2U);
  EXPECT_EQ(joined.resident_key(0), nullptr);
  joined.hold(0, in_memory({3, 7}));
  expect_to_be(joined, all);
  ASSERT_NE(joined.resident_key(1), nullptr);
  EXPECT_EQ(*joined.resident_key(1), 7U);
  EXPECT_EQ(joined.num_resident(), 4U);
  EXPECT_EQ(joined.resident_keys(1, 5).size(), 1U);
  EXPECT_EQ(joined.resident_keys(2, 3).size(), 1U);
  EXPECT_EQ(joined.resident_keys(4, 5).size(), 0U);
  joined.release(0);
  joined.release(1);
  expect_to_be(joined, all);
  EXPECT_EQ(joined.num_resident(), 2U) << "resident keys stay in memory";
  joined.replace(2, in_memory({30}));
  expect_to_be(joined, all);
}

TEST(joined_keys, reject_slices_that_do_not_ascend) {
  EXPECT_THROW(joined_keys<std::uint64_t>({elsewhere({3, 7}), elsewhere({7, 8})}), input_error);
  EXPECT_THROW(joined_keys<std::uint64_t>({elsewhere({3, 7}), elsewhere({1})}), input_error);
}

constexpr std::uint64_t many = 60'000;

/// The i-th key of a stream in which most keys occur several times, some of them close to each other.
template <class Key>
Key key_at(std::uint64_t i) {
  const std::uint64_t number = splitmix64_mix(i % (many / 3)) >> (i % 2 == 0 ? 0U : 40U);
  return narrowed_key<Key>(width_of<Key> == key_width::bits_128 ? wide_key{number % 5, number} : wide_key{0, number});
}

template <class Key>
void expect_each_once(std::vector<Key> sample, std::uint64_t most_keys, unsigned threads) {
  distinct_keys<Key> gathered(std::move(sample), most_keys, threads);
  constexpr std::uint64_t parts = 8;
  worker_arena arena(threads);
  for (std::uint64_t part = 0; part < parts; ++part) {
    for_each_index(arena, threads, parts, [&](std::uint64_t block) {
      const std::uint64_t first = (part * parts + block) * many / (parts * parts);
      const std::uint64_t end = (part * parts + block + 1) * many / (parts * parts);
      for (std::uint64_t i = first; i < end; ++i) gathered.add(key_at<Key>(i));
    });
    if (gathered.is_full()) gathered.compact(silent);
  }
  std::set<Key> expected;
  for (std::uint64_t i = 0; i < many; ++i) expected.insert(key_at<Key>(i));
  const auto found = gathered.take(silent);
  EXPECT_EQ(std::vector<Key>(found.span().begin(), found.span().end()),
            std::vector<Key>(expected.begin(), expected.end()));
  EXPECT_EQ(gathered.take(silent).size(), 0U);
}

TEST(distinct_keys, returns_each_key_once_in_ascending_order) {
  std::vector<std::uint64_t> sample;
  for (std::uint64_t i = 0; i < many; i += 97) sample.push_back(key_at<std::uint64_t>(i));
  for (const unsigned threads : {1U, 3U}) {
    for (const std::uint64_t most_keys : {std::uint64_t{1}, many / 4, 2 * many}) {
      expect_each_once<std::uint64_t>(sample, most_keys, threads);
      expect_each_once<std::uint64_t>({}, most_keys, threads);
      expect_each_once<wide_key>({}, most_keys, threads);
    }
  }
}

TEST(distinct_keys, returns_each_key_once_for_a_sample_unrelated_to_the_keys) {
  expect_each_once<std::uint64_t>({7, 7, 7}, many / 4, 2);
  expect_each_once<wide_key>({{1, 2}, {3, 4}}, many / 4, 2);
}

TEST(sort_by_bytes, sorts_keys_that_differ_in_any_byte) {
  for (unsigned byte = 0; byte < sizeof(wide_key); ++byte) {
    std::vector<wide_key> keys;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      keys.push_back({std::uint64_t{1} << 63, std::uint64_t{1} << 63});
      (byte < 8 ? keys.back().low : keys.back().high) |= (i * 7 % 256) << (byte % 8 * 8);
    }
    std::vector<wide_key> expected = keys;
    std::sort(expected.begin(), expected.end());
    std::vector<wide_key> scratch;
    sort_by_bytes(keys, scratch, [](const wide_key& key) { return key; });
    EXPECT_EQ(keys, expected) << byte;
  }
}

}  // namespace
}  // namespace zermelo::test::sorted_keys_test
