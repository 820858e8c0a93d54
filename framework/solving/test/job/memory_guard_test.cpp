// SPDX-License-Identifier: MIT
// Tests that a solve that needs more memory than planned stops before it much exceeds its limit or exhausts the memory
// of the machine.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/memory_guard.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"

namespace zermelo::memory_guard_test {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t num_blocks = 256;

/// Solves a game with an engine that plans no memory but allocates a mebibyte per block of work.
/// @param limit_bytes  limit of the process
void solve_greedily(unsigned threads, std::uint64_t limit_bytes) {
  listing greedy{{{player::first, {outcome::loss, 0}}}};
  greedy.solve = [threads](const listing& of, solve_visitor& visitor) {
    std::vector<std::vector<char>> taken(num_blocks);
    const auto take = [&taken](std::uint64_t begin, std::uint64_t) {
      taken[begin / sweep_block_size].assign(mebibyte, 1);
    };
    for_each_block(num_blocks * sweep_block_size, threads, visitor, take);
    return listing::listed_values(of.positions);
  };
  solve_visitor silent;
  solve_options options;
  options.process_limit_bytes = limit_bytes;
  EXPECT_EQ(solve(game_of(greedy), options, silent).report.summary.counts.loss, 1U);
}

TEST(memory_guard, stops_solve_that_exceeds_its_limit) {
  for (const unsigned threads : {1U, 4U}) {
    if (!restart_peak_bytes()) GTEST_SKIP() << "the system cannot reset the peak";
    const std::uint64_t limit = resident_bytes() + 100 * mebibyte;
    const std::string line = testkit::error_of<resource_error>([&] { solve_greedily(threads, limit); });
    EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                        "1 positions: engine 'queue': ... limit is " + format_bytes(limit) + "...", line);
    EXPECT_GT(peak_bytes(), limit);
    // The guard checks once in 8 blocks.
    EXPECT_LT(peak_bytes(), limit + limit / 10 + (8 + threads) * mebibyte) << threads << " threads";
  }
}

TEST(memory_guard, allows_solve_within_its_limit) {
  solve_greedily(2, 0);
  solve_greedily(2, resident_bytes() + 2 * num_blocks * mebibyte);
}

TEST(memory_guard, stops_solve_before_machine_runs_out_of_memory) {
  give_back_memory();
  const std::uint64_t all = resident_bytes() + 100 * mebibyte;
  solve_visitor silent;
  memory_guard guard(silent, 0, "a walk", [all] { return all - std::min(all, resident_bytes()); });
  std::vector<std::vector<char>> taken;
  const auto take = [&](std::uint64_t mebibytes) {
    for (std::uint64_t i = 0; i < mebibytes; ++i) {
      taken.emplace_back(mebibyte, 1);
      guard.advance(16 * sweep_block_size);
    }
  };
  take(60);
  const std::string line = testkit::error_of<resource_error>([&] { take(40); });
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "a walk: ... machine ...", line);
}

}  // namespace
}  // namespace zermelo::memory_guard_test
