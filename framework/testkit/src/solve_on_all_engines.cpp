// SPDX-License-Identifier: MIT
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/engine_results.hpp>

namespace zermelo::testkit {

value_table solve_erased_on_all_engines(const erased_game& game) {
  solve_visitor silent;
  constexpr unsigned num_threads = 2;  // more than one, so that the parallel code is tested
  // The plain queue is the reference, since it shares no code with the other engines.
  value_table expected = solve_by_queue(game.rules(), silent);
  const solution_summary expected_summary = summarize(expected, num_threads);
  for_each_engine_result(game.task(), [&](const std::string& engine, const engine_result& found) {
    EXPECT_EQ(found.summary, expected_summary) << engine;
  });
  const verify_report verified = verify_solution(game.rules(), expected, num_threads, silent);
  EXPECT_TRUE(verified.accepted()) << verified.wrong << " wrong positions";
  return expected;
}

}  // namespace zermelo::testkit
