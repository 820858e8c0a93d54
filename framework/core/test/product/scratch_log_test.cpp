// SPDX-License-Identifier: MIT
// Tests that logs moved to a scratch space in several runs are read in the order in which their wave rows were added.
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/product/group_entries.hpp>
#include <zermelo/core/product/scratch_log.hpp>
#include <zermelo/core/product/wave_rows.hpp>

#include "scratch_in_memory.hpp"

namespace zermelo::detail::scratch_log_test {
namespace {

/// Distance and bits of the wave rows of a group.
using rows_of_group = std::vector<std::pair<std::uint32_t, std::vector<std::uint8_t>>>;

/// Adds wave rows to random groups, some of them longer than a block of the log.
void add_rows(random_generator& random, std::uint32_t distance, std::vector<group_entries>& groups, block_store& store,
              std::vector<rows_of_group>& expected) {
  constexpr std::uint64_t max_bytes = 2 * wave_rows::block_bytes;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::uint64_t rest = random.below(4); rest > 0; --rest) {
      std::vector<std::uint8_t> bits(1 + random.below(rest == 1 ? 20 : max_bytes));
      for (std::uint8_t& byte : bits) byte = static_cast<std::uint8_t>(random.below(256));
      groups[g].add_to_log(store, {distance, wave_kind::won_by_second, 0, bits});
      expected[g].emplace_back(distance, std::move(bits));
    }
  }
}

TEST(scratch_log, returns_all_wave_rows_in_order) {
  random_generator random(1);
  for (const std::uint64_t num_groups : {1U, 2U, 7U, 100U}) {
    for (const std::uint64_t num_stripes : {1U, 3U, 30U, 1'000U}) {
      for (const unsigned threads : {1U, 4U}) {
        SCOPED_TRACE(fmt::format("{} groups, about {} stripes, {} threads", num_groups, num_stripes, threads));
        block_store store(wave_rows::block_bytes);
        std::vector<group_entries> groups(num_groups);
        std::vector<rows_of_group> expected(num_groups);
        scratch_log log(std::make_shared<test::scratch_in_memory>(), num_groups, num_stripes, 1);
        worker_arena arena(threads);
        for (std::uint32_t run = 0; run < 4; ++run) {
          add_rows(random, run, groups, store, expected);
          log.move(groups, store, arena, threads, work_monitor());
          EXPECT_EQ(store.bytes_in_use(), 0U);
          std::vector<rows_of_group> found(num_groups);
          // Ascending in two halves, as if a game had two turns.
          for_each_index(arena, threads, num_groups, [&](std::uint64_t i) {
            const std::uint64_t g = i % 2 == 0 ? i / 2 : (num_groups + 1) / 2 + i / 2;
            log.for_each(g, [&](const wave_row& row) {
              found[g].emplace_back(row.distance_plies, std::vector<std::uint8_t>(row.bits.begin(), row.bits.end()));
            });
          });
          ASSERT_EQ(found, expected);
        }
      }
    }
  }
}

TEST(scratch_log, stops_on_request) {
  struct : work_monitor {
    [[nodiscard]] bool stop_requested() const override { return true; }
  } stopped;
  block_store store(wave_rows::block_bytes);
  std::vector<group_entries> groups(10);
  scratch_log log(std::make_shared<test::scratch_in_memory>(), groups.size(), 1);
  worker_arena arena(1);
  EXPECT_THROW(log.move(groups, store, arena, 1, stopped), interrupted);
}

}  // namespace
}  // namespace zermelo::detail::scratch_log_test
