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

/// Solves a game with every engine that can, and the retrograde ones in all their ways. Fails the running test unless
/// all say the same and the verifier accepts it.
/// @param published the game's baseline; null: none
template <RankedGame G>
[[nodiscard]] value_table solve_on_all_engines(const G& game, const baseline<G>* published = nullptr) {
  solve_visitor silent;
  const unsigned verifying_threads = 2;
  value_table expected = queue_solver<G>(game).solve(silent);
  const solution_summary summary = summarize(expected, verifying_threads);
  for_each_engine_result(game, published, [&](const std::string& engine, const engine_result& found) {
    EXPECT_EQ(found.summary, summary) << engine;
  });
  // The ways of the retrograde engines that no engine takes by itself.
  for (const unsigned threads : {1U, 2U, 4U}) {
    retrograde_options options;
    options.threads = threads;
    options.serial_below = 1;  // even the smallest waves are shared
    const auto compare = [&](const char* way, const solution& found) {
      EXPECT_EQ(summarize(found.values, threads), summary) << way << " on " << threads << " threads";
    };
    compare("explicit", solve_explicit(game, options, silent));
    if constexpr (game_graph<G>::has_predecessors) {
      compare("implicit", solve_implicit(game, options, silent));
      options.edges_from = edge_source::successors;
      compare("explicit from successors", solve_explicit(game, options, silent));
    }
  }
  const verify_report verified = verify_solution(game, expected, verifying_threads, silent);
  EXPECT_TRUE(verified.accepted()) << verified.wrong << " wrong positions";
  return expected;
}

}  // namespace zermelo::testkit
