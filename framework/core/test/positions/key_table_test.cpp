// SPDX-License-Identifier: MIT
// A table of keys counts arrivals and gives each key one number, however many threads arrive.
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/key_table.hpp>
#include <zermelo/core/positions/sort_found.hpp>

namespace zermelo::test {
namespace {

constexpr std::uint64_t num_keys = 50'000;

template <class Key, class MakeKey>
void expect_counted(unsigned threads, const MakeKey& make_key) {
  key_table<Key> table(threads);
  std::atomic<std::uint32_t> next{0};
  std::atomic<std::uint64_t> num_new{0};
  work_monitor silent;
  // Key k is arrived at k % 7 + 1 times, and 0 is there before anybody arrives.
  EXPECT_TRUE(table.insert(make_key(0), hash_of_key(make_key(0)), [&] { return next++; }));
  EXPECT_FALSE(table.insert(make_key(0), hash_of_key(make_key(0)), [&] { return next++; }));
  for_each_block(
      7 * num_keys, threads, silent,
      [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<Key> keys;
        std::vector<std::uint64_t> hashes;
        std::map<std::size_t, std::vector<std::uint32_t>> by_part;
        for (std::uint64_t i = begin; i != end; ++i) {
          const std::uint64_t k = i % num_keys;
          if (i / num_keys > k % 7) continue;
          hashes.push_back(hash_of_key(make_key(k)));
          by_part[table.part_of(hashes.back())].push_back(static_cast<std::uint32_t>(keys.size()));
          keys.push_back(make_key(k));
        }
        for (const auto& [part, which] : by_part) {
          std::size_t num_found = 0;
          table.arrive(
              part, which, keys, hashes, [&] { return next++; },
              [&](std::uint32_t i, std::uint32_t, bool is_new) {
                EXPECT_EQ(i, which[num_found++]);
                num_new += is_new ? 1 : 0;
              });
          EXPECT_EQ(num_found, which.size());
        }
      },
      500);
  EXPECT_EQ(num_new, num_keys - 1);
  EXPECT_EQ(table.size(), num_keys);
  EXPECT_LE(static_cast<double>(table.num_bytes()), 1.1 * key_table<Key>::most_bytes(num_keys));

  worker_arena arena(threads);
  const auto sorted = detail::take_sorted<found_position<Key>>(table, std::identity{}, &found_position<Key>::key, arena,
                                                               threads, silent);
  ASSERT_EQ(sorted.size(), num_keys);
  EXPECT_EQ(table.size(), 0);
  std::map<Key, std::uint64_t> number_of;
  for (std::uint64_t k = 0; k < num_keys; ++k) number_of[make_key(k)] = k;
  std::set<std::uint32_t> numbers;
  auto expected = number_of.begin();
  for (const found_position<Key>& at : sorted.span()) {
    ASSERT_EQ(at.key, expected->first);
    EXPECT_EQ(at.num_arrivals, expected->second % 7 + 1);
    numbers.insert(at.number_plus_1);
    ++expected;
  }
  EXPECT_EQ(numbers.size(), num_keys);
  EXPECT_EQ(*numbers.begin(), 1);
  EXPECT_EQ(*numbers.rbegin(), num_keys);
}

TEST(key_table, counts_what_arrives) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    expect_counted<std::uint64_t>(threads, [](std::uint64_t k) { return k * k * 12345; });
    expect_counted<wide_key>(threads, [](std::uint64_t k) { return wide_key{k % 10, k}; });
  }
}

}  // namespace
}  // namespace zermelo::test
