// SPDX-License-Identifier: MIT
// Tests how a benchmark evaluates its runs. The tests do not depend on timing.
#include <zermelo/solving/bench/benchmark.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/address_sanitizer.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"

namespace zermelo::benchmark_test {
namespace {

TEST(benchmark, returns_median_and_range_of_runs) {
  const auto expect = [](const std::vector<double>& seconds, double median, double min, double max) {
    const timing found = timing_of(seconds);
    EXPECT_DOUBLE_EQ(found.median, median);
    EXPECT_DOUBLE_EQ(found.min, min);
    EXPECT_DOUBLE_EQ(found.max, max);
  };
  expect({3}, 3, 3, 3);
  expect({5, 1}, 3, 1, 5);
  expect({9, 1, 4}, 4, 1, 9);
  expect({9, 1, 4, 6}, 5, 1, 9);
  EXPECT_THROW((void)timing_of({}), std::invalid_argument);
}

/// Two positions: a win in one ply, and a terminal position.
std::vector<listed_position> short_game() {
  return {{player::first, {outcome::win, 1}, {1}}, {player::second, {outcome::loss, 0}, {}}};
}

/// A game that returns wrong values from its `first_wrong`th solve.
any_game fickle_game(unsigned first_wrong) {
  listing fickle{short_game()};
  fickle.solve = [first_wrong, solves = std::make_shared<unsigned>(0)](const listing& of, solve_visitor&) {
    value_table values = listing::listed_values(of.positions);
    if (++*solves >= first_wrong) values.set(0, {outcome::win, 3}, player::first);
    return values;
  };
  return game_of(fickle);
}

std::string error_of(const any_game& game, unsigned repeat) {
  solve_visitor silent;
  benchmark_options options;
  options.engines = {parse_engine("queue").value()};
  options.threads = {1};
  options.repeat = repeat;
  return testkit::error_of<contract_error>([&] { (void)run_benchmark(game, options, silent); });
}

TEST(benchmark, rejects_wrong_results_before_timing) {
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "engine 'queue': ... failed for 1 of 2 positions",
                      error_of(fickle_game(1), 1));
  const std::string differs = error_of(fickle_game(3), 3);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "engine 'queue' on 1 threads ... signature ...", differs);
  EXPECT_EQ(error_of(fickle_game(3), 2), "accepted");
}

TEST(benchmark, omits_times_limits_and_thread_counts_that_do_not_apply) {
  const any_game game = listed_game(short_game());
  solve_visitor silent;
  benchmark_options options;
  options.engines = {parse_engine("queue").value()};
  options.threads = {1, 2};
  options.repeat = 2;
  options.memory_limit_bytes = bytes_of_program;  // too little for the limits
  const benchmark_report report = run_benchmark(game, options, silent);
  EXPECT_EQ(report.positions, 2U);
  EXPECT_EQ(report.edges, 1U);
  EXPECT_TRUE(report.limits.empty());
  ASSERT_EQ(report.results.size(), 1U);
  const benchmark_result& queue = report.results.front();
  EXPECT_EQ(queue.engine.name(), "queue");
  EXPECT_EQ(queue.threads, 1U);
  EXPECT_EQ(queue.seconds.count("solve"), 1U);
  EXPECT_EQ(queue.seconds.count("total") + queue.seconds.count("summarize"), 2U);
  EXPECT_FALSE(queue.ratio_to_textbook);
  EXPECT_FALSE(queue.ratio_to_gather_limit);
}

TEST(benchmark, describes_machine) {
  const machine_description machine = describe_machine();
  EXPECT_FALSE(machine.processor.empty());
  EXPECT_GE(machine.cores, 1U);
  EXPECT_FALSE(machine.compiler.empty());
}

TEST(benchmark, peak_memory_can_be_reset) {
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
  GTEST_SKIP() << "freed memory stays resident under the address sanitizer";
#endif
  if (!restart_peak_bytes()) GTEST_SKIP() << "the system cannot reset the peak";
  constexpr std::size_t size = 64 << 20;
  const std::uint64_t before = peak_bytes();
  {
    const std::vector<char> large(size, 'x');
    EXPECT_GE(resident_bytes(), size);
    EXPECT_GE(peak_bytes(), before + size / 2);
  }
  ASSERT_TRUE(restart_peak_bytes());
  EXPECT_LT(peak_bytes(), before + size / 2);
}

}  // namespace
}  // namespace zermelo::benchmark_test
