// SPDX-License-Identifier: MIT
// Tests chunks of several caches in one memory.
#include "../../src/table/chunk_cache.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace zermelo::storage::chunk_memory_test {
namespace {

std::shared_ptr<const int> chunk(int value) { return std::make_shared<const int>(value); }

TEST(chunk_memory, evicts_least_recently_used_chunk_of_any_cache) {
  const auto memory = std::make_shared<chunk_memory>(30, 1);
  chunk_cache<int> first(memory, 0, 0, 10);
  chunk_cache<int> second(memory, 0, 0, 10);
  first.insert(1, chunk(11));
  second.insert(1, chunk(21));
  first.insert(2, chunk(12));
  EXPECT_EQ(memory->bytes(), 30U);
  EXPECT_EQ(*first.find(1), 11);
  first.insert(3, chunk(13));  // replaces the second cache's chunk
  EXPECT_EQ(second.find(1), nullptr);
  EXPECT_EQ(*first.find(1), 11);
  EXPECT_EQ(*first.find(2), 12);
  EXPECT_EQ(*first.find(3), 13);
  EXPECT_EQ(memory->bytes(), 30U);
}

TEST(chunk_memory, evicts_enough_chunks_for_a_large_one) {
  const auto memory = std::make_shared<chunk_memory>(30, 1);
  chunk_cache<int> small(memory, 0, 0, 10);
  chunk_cache<int> large(memory, 0, 0, 20);
  for (int i = 0; i < 3; ++i) small.insert(static_cast<std::uint64_t>(i), chunk(i));
  large.insert(0, chunk(5));
  EXPECT_EQ(small.find(0), nullptr);
  EXPECT_EQ(small.find(1), nullptr);
  EXPECT_EQ(*small.find(2), 2);
  EXPECT_EQ(*large.find(0), 5);
  EXPECT_EQ(memory->bytes(), 30U);
}

TEST(chunk_memory, keeps_minimum_number_of_chunks_without_capacity) {
  const auto memory = std::make_shared<chunk_memory>(0, 2);
  chunk_cache<int> cache(memory, 0, 0, 10);
  for (int i = 0; i < 5; ++i) cache.insert(static_cast<std::uint64_t>(i), chunk(i));
  EXPECT_EQ(cache.find(2), nullptr);
  EXPECT_EQ(*cache.find(3), 3);
  EXPECT_EQ(*cache.find(4), 4);
}

TEST(chunk_memory, frees_chunks_of_removed_or_cleared_cache_only) {
  const auto memory = std::make_shared<chunk_memory>(100, 1);
  chunk_cache<int> staying(memory, 0, 0, 10);
  staying.insert(1, chunk(1));
  {
    chunk_cache<int> going(memory, 0, 0, 10);
    going.insert(1, chunk(2));
    EXPECT_EQ(*going.find(1), 2);
    EXPECT_EQ(memory->bytes(), 20U);
  }
  EXPECT_EQ(memory->bytes(), 10U);
  EXPECT_EQ(*staying.find(1), 1);
  staying.clear();
  EXPECT_EQ(staying.find(1), nullptr);
  EXPECT_EQ(memory->bytes(), 0U);
}

TEST(chunk_cache, has_separate_memory_for_minimum_number_of_chunks) {
  EXPECT_EQ((chunk_cache<int>(nullptr, 0, 2, 10).capacity()), 2U);
  EXPECT_EQ((chunk_cache<int>(nullptr, 55, 2, 10).capacity()), 5U);
  chunk_cache<int> cache(nullptr, 0, 2, 10);
  cache.insert(1, chunk(1));
  cache.insert(1, chunk(2));  // another thread has also read it
  EXPECT_EQ(*cache.find(1), 1);
}

}  // namespace
}  // namespace zermelo::storage::chunk_memory_test
