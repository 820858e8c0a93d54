// SPDX-License-Identifier: MIT
// Tests that blocks arrive in order, each once, for any number of threads.
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/value/outcome.hpp>

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "visitors.hpp"

namespace zermelo::test::ordered_blocks_test {
namespace {

constexpr position size = 10'007;

/// Blocks of 1 to 13 positions.
position end_of(position begin) { return begin + 1 + begin % 13; }

void list(const index_range& block, std::vector<position>& listed) {
  listed.clear();
  for (position p = block.begin; p < block.end; ++p) listed.push_back(p);
}

class ordered_blocks : public testing::TestWithParam<unsigned> {};

TEST_P(ordered_blocks, process_all_blocks_in_order) {
  struct : work_monitor {
    void advance(std::uint64_t amount) override { done += amount; }
    std::uint64_t done = 0;
  } visitor;
  position expected = 0;
  for_each_block_in_order<std::vector<position>>(size, GetParam(), visitor, end_of, list,
                                                 [&](const std::vector<position>& listed) {
                                                   for (const position p : listed) EXPECT_EQ(p, expected++);
                                                   return sweep_step::proceed;
                                                 });
  EXPECT_EQ(expected, size);
  EXPECT_EQ(visitor.done, size);
}

TEST_P(ordered_blocks, stop_when_the_consumer_stops) {
  std::size_t taken = 0;
  const auto take = [&](const std::vector<position>&) { return ++taken == 5 ? sweep_step::stop : sweep_step::proceed; };
  for_each_block_in_order<std::vector<position>>(size, GetParam(), silent, end_of, list, take);
  EXPECT_EQ(taken, 5U);
}

TEST_P(ordered_blocks, stop_on_request) {
  struct : work_monitor {
    [[nodiscard]] bool stop_requested() const override { return ++num_calls > 20; }
    mutable std::atomic<int> num_calls{0};
  } visitor;
  position taken = 0;
  const auto sweep = [&] {
    for_each_block_in_order<std::vector<position>>(size, GetParam(), visitor, end_of, list,
                                                   [&](const std::vector<position>& listed) {
                                                     taken += listed.size();
                                                     return sweep_step::proceed;
                                                   });
  };
  EXPECT_THROW(sweep(), interrupted);
  EXPECT_LT(taken, size);
}

TEST_P(ordered_blocks, rethrow_exceptions_of_the_producer) {
  const auto make = [](const index_range& block, std::vector<position>&) {
    if (block.begin > size / 2) throw std::runtime_error("half-way");
  };
  const auto take = [](const std::vector<position>&) { return sweep_step::proceed; };
  EXPECT_THROW(for_each_block_in_order<std::vector<position>>(size, GetParam(), silent, end_of, make, take),
               std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(threads, ordered_blocks, testing::Values(1U, 2U, 5U));

}  // namespace
}  // namespace zermelo::test::ordered_blocks_test
