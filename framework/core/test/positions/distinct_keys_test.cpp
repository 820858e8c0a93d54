// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/distinct_keys.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo::distinct_keys_test {
namespace {

constexpr std::uint64_t many = 60'000;

/// The i-th key of a stream in which most come several times, some of them close to each other.
template <class Key>
Key key_at(std::uint64_t i) {
  const std::uint64_t number = splitmix64_mix(i % (many / 3)) >> (i % 2 == 0 ? 0U : 40U);
  return narrowed_key<Key>(width_of<Key> == key_width::bits_128 ? wide_key{number % 5, number} : wide_key{0, number});
}

template <class Key>
void expect_each_once(std::vector<Key> sample, std::uint64_t most_keys, unsigned threads) {
  const work_monitor silent;
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

TEST(distinct_keys, gives_each_key_once_ascending) {
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

TEST(distinct_keys, takes_a_sample_that_has_nothing_to_do_with_the_keys) {
  expect_each_once<std::uint64_t>({7, 7, 7}, many / 4, 2);
  expect_each_once<wide_key>({{1, 2}, {3, 4}}, many / 4, 2);
}

TEST(distinct_keys, sorts_keys_that_differ_in_any_byte) {
  for (unsigned byte = 0; byte < sizeof(std::uint64_t); ++byte) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < 1000; ++i) keys.push_back((i * 7 % 256) << (8 * byte) | std::uint64_t{1} << 63);
    std::vector<std::uint64_t> expected = keys;
    std::sort(expected.begin(), expected.end());
    std::vector<std::uint64_t> scratch;
    detail::sort_keys(keys, scratch);
    EXPECT_EQ(keys, expected) << byte;
  }
}

}  // namespace
}  // namespace zermelo::distinct_keys_test
