// SPDX-License-Identifier: MIT
// One solution from every engine: for tests that compare a game with published results.
#pragma once

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/engines/list.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/engine_results.hpp>

namespace zermelo::testkit {

/// Solves a game with every engine that can. Fails the running test unless all say the same and the verifier accepts
/// it.
/// @param published the game's baseline; null: none
template <RankedGame G>
[[nodiscard]] value_table solve_on_all_engines(const G& game, const baseline<G>* published = nullptr) {
  solve_visitor silent;
  const unsigned verifying_threads = 2;
  value_table expected = solve_by_queue(game, silent);
  const solution_summary summary = summarize(expected, verifying_threads);
  for_each_engine_result(game, published, [&](const std::string& engine, const engine_result& found) {
    EXPECT_EQ(found.summary, summary) << engine;
  });
  const verify_report verified = verify_solution(game, expected, verifying_threads, silent);
  EXPECT_TRUE(verified.accepted()) << verified.wrong << " wrong positions";
  return expected;
}

}  // namespace zermelo::testkit
