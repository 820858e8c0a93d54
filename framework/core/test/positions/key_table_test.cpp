// SPDX-License-Identifier: MIT
// Tests that a table of keys assigns each key one number, and that keys are sorted, for any number of threads.
#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/key_table.hpp>
#include <zermelo/core/positions/sort_found.hpp>

#include "visitors.hpp"

namespace zermelo::test::key_table_test {
namespace {

constexpr std::uint64_t num_keys = 500'000;

template <class Key, class MakeKey>
void expect_numbered(unsigned threads, const MakeKey& make_key) {
  key_table<Key> table(threads);
  std::atomic<std::uint32_t> next{0};
  std::atomic<std::uint64_t> num_new{0};
  // Key k is a target k % 7 + 1 times; key 0 is inserted first.
  EXPECT_TRUE(table.insert(make_key(0), hash_of_key(make_key(0)), [&] { return next++; }));
  EXPECT_FALSE(table.insert(make_key(0), hash_of_key(make_key(0)), [&] { return next++; }));
  for_each_block(
      7 * num_keys, threads, silent,
      [&](std::uint64_t begin, std::uint64_t end) {
        std::map<std::size_t, std::vector<target_key<Key>>> by_part;
        for (std::uint64_t i = begin; i != end; ++i) {
          const std::uint64_t k = i % num_keys;
          if (i / num_keys > k % 7) continue;
          const Key key = make_key(k);
          by_part[table.part_of(hash_of_key(key))].push_back({key, static_cast<std::uint32_t>(i - begin)});
        }
        for (const auto& of_part : by_part) {
          const std::vector<target_key<Key>>& arriving = of_part.second;
          std::size_t num_found = 0;
          table.insert_all(
              of_part.first, arriving, [&] { return next++; },
              [&](const target_key<Key>& found, std::uint32_t, bool is_new) {
                EXPECT_EQ(found.index, arriving[num_found].index);
                EXPECT_EQ(found.key, arriving[num_found++].key);
                num_new += is_new ? 1 : 0;
              });
          EXPECT_EQ(num_found, arriving.size());
        }
      },
      500);
  EXPECT_EQ(num_new, num_keys - 1);
  EXPECT_EQ(table.size(), num_keys);
  // A part grows by 1.5 when 5 of 6 slots are in use.
  EXPECT_LE(static_cast<double>(table.num_bytes()), 1.1 * num_keys * sizeof(found_key<Key>) * 1.5 * 6 / 5);

  worker_arena arena(threads);
  std::vector<found_key<Key>> sorted(num_keys);
  const auto take = [&](std::uint64_t i, const found_key<Key>& at) { sorted.at(i) = at; };
  zermelo::detail::take_sorted(table, take, arena, threads, silent);
  EXPECT_EQ(table.size(), 0);
  std::set<Key> keys;
  for (std::uint64_t k = 0; k < num_keys; ++k) keys.insert(make_key(k));
  std::set<std::uint32_t> numbers;
  auto expected = keys.begin();
  for (const found_key<Key>& at : sorted) {
    ASSERT_EQ(at.key(), *expected);
    numbers.insert(at.number_plus_1);
    ++expected;
  }
  EXPECT_EQ(numbers.size(), num_keys);
  EXPECT_EQ(*numbers.begin(), 1);
  EXPECT_EQ(*numbers.rbegin(), num_keys);
}

TEST(key_table, assigns_each_key_one_number) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    expect_numbered<std::uint64_t>(threads, [](std::uint64_t k) { return k * k * 12345; });
    expect_numbered<wide_key>(threads, [](std::uint64_t k) { return wide_key{k % 10, k}; });
  }
}

TEST(key_table, range_of_a_hash_belongs_to_its_part_and_every_range_occurs) {
  const key_table<std::uint64_t> table(4);
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t k = 0; k < 10'000; ++k) hashes.push_back(hash_of_key(k));
  std::set<std::size_t> seen;
  for (const std::uint64_t hash : hashes) {
    const std::size_t range = table.range_of(hash);
    EXPECT_EQ(range / table.num_ranges_of_part(), table.part_of(hash));
    seen.insert(range);
  }
  EXPECT_EQ(seen.size(), table.num_parts() * table.num_ranges_of_part());
  EXPECT_EQ(*seen.rbegin() + 1, seen.size());
}

// Growing in place: keys have slots at the beginning and at the end of the table, and some are pushed beyond the end.
TEST(key_table, keeps_keys_near_its_ends_when_it_grows_in_place) {
  key_table<std::uint64_t> table(1);
  std::uint32_t next = 0;
  std::vector<std::uint64_t> keys;
  // The keys at the ends of one part: their hashes begin with the same twelve bits.
  for (std::uint64_t k = 0; keys.size() < 3'000; ++k) {
    const std::uint64_t hash = hash_of_key(k);
    const std::uint64_t index = hash << 12 >> 56;
    if (table.part_of(hash) == 0 && (index == 0 || index == 255)) keys.push_back(k);
  }
  for (const std::uint64_t k : keys) {
    ASSERT_TRUE(table.insert(k, hash_of_key(k), [&] { return next++; }));
    ASSERT_FALSE(table.insert(keys.front(), hash_of_key(keys.front()), [&] { return next++; }));
  }
  for (const std::uint64_t k : keys) EXPECT_FALSE(table.insert(k, hash_of_key(k), [&] { return next++; }));
  EXPECT_EQ(table.size(), keys.size());
}

TEST(key_table, inserts_keys_of_another_table_without_growing) {
  constexpr std::uint64_t many = 300'000;
  key_table<std::uint64_t> from(1);
  key_table<std::uint64_t> to(1);
  std::uint32_t next = 0;
  for (std::uint64_t k = 0; k < many; ++k) from.insert(k, hash_of_key(k), [&] { return next++; });
  to.reserve(many);
  const std::uint64_t reserved = to.num_bytes();
  for (std::size_t part = 0; part < from.num_parts(); ++part) {
    for (const found_key<std::uint64_t>& at : from.slots(part)) {
      if (at.number_plus_1 == 0) continue;
      ASSERT_TRUE(to.insert(at.key(), hash_of_key(at.key()), [&] { return at.number_plus_1 - 1; }));
    }
  }
  EXPECT_EQ(to.size(), many);
  EXPECT_EQ(to.num_bytes(), reserved);
}

TEST(key_table, returns_keys_of_many_small_parts_in_ascending_order) {
  constexpr std::uint64_t many = 300'000;
  key_table<std::uint64_t> table(64);
  std::uint32_t next = 0;
  for (std::uint64_t k = 0; k < many; ++k) table.insert(k, hash_of_key(k), [&] { return next++; });
  worker_arena arena(2);
  std::vector<std::uint64_t> sorted(many);
  const auto take = [&](std::uint64_t i, const found_key<std::uint64_t>& at) { sorted.at(i) = at.key(); };
  zermelo::detail::take_sorted(table, take, arena, 2, silent);
  for (std::uint64_t k = 0; k < many; ++k) ASSERT_EQ(sorted[k], k);
}

}  // namespace
}  // namespace zermelo::test::key_table_test
