// SPDX-License-Identifier: MIT
// Tests that every thread has a separate object, and that all objects are deleted.
#include <zermelo/core/base/per_thread.hpp>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::per_thread_test {
namespace {

/// Counts the existing objects of its type.
struct counted {
  explicit counted(std::atomic<int>& count) : existing(count) { ++existing; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --existing; }

  std::atomic<int>& existing;
  std::uint64_t sum = 0;
};

void add_on_threads(per_thread<counted>& objects, std::uint64_t num_threads) {
  std::vector<std::thread> threads;
  for (std::uint64_t number = 1; number <= num_threads; ++number) {
    threads.emplace_back([&objects, number] {
      for (int i = 0; i < 1000; ++i) objects.local().sum += number;
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(per_thread, creates_one_object_per_thread) {
  std::atomic<int> existing = 0;
  {
    per_thread<counted> objects([&existing] { return counted(existing); });
    EXPECT_EQ(objects.begin(), objects.end());
    add_on_threads(objects, 5);
    EXPECT_EQ(existing, 5);
    std::uint64_t sum = 0;
    for (const counted& one : objects) sum += one.sum;
    EXPECT_EQ(sum, 1000U * (1 + 2 + 3 + 4 + 5));
    objects.clear();
    EXPECT_EQ(existing, 0);
    EXPECT_EQ(&objects.local(), &objects.local());
    EXPECT_EQ(existing, 1);
  }
  EXPECT_EQ(existing, 0);
}

TEST(per_thread, retries_creation_after_an_exception) {
  bool fails = true;
  per_thread<int> objects([&fails] { return fails ? throw std::runtime_error("no object") : 7; });
  EXPECT_THROW(static_cast<void>(objects.local()), std::runtime_error);
  EXPECT_EQ(objects.begin(), objects.end());
  fails = false;
  EXPECT_EQ(objects.local(), 7);
}

TEST(per_thread, value_initializes_its_objects) {
  per_thread<std::uint64_t> sums;
  EXPECT_EQ(sums.local(), 0U);
}

}  // namespace
}  // namespace zermelo::per_thread_test
