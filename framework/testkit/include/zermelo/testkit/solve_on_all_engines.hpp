// SPDX-License-Identifier: MIT
// One solution from every engine: for tests that compare a game with published results.
#pragma once

#include <cstdint>
#include <string_view>

#include <gtest/gtest.h>

#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/solve/engines.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

namespace zermelo::testkit {

/// Solves a game with every engine that it has, on 1, 2 and 4 threads, with the queue solver and with its textbook
/// solver. Fails the running test unless all signatures are equal and the verifier accepts.
template <RankedGame G>
[[nodiscard]] value_table solve_on_all_engines(const G& game) {
  solve_visitor silent;
  const unsigned verifying_threads = 2;
  value_table expected = queue_solver<G>(game).solve(silent);
  const std::uint64_t signature = solve_signature(expected, verifying_threads);
  const auto compare = [&](std::string_view engine, const value_table& found, unsigned threads) {
    EXPECT_EQ(solve_signature(found, threads), signature) << engine << " on " << threads << " threads";
  };
  for (const unsigned threads : {1U, 2U, 4U}) {
    retrograde_options options;
    options.threads = threads;
    options.serial_below = 1;  // even the smallest waves are shared
    compare("explicit", solve_explicit(game, options, silent).values, threads);
    options.edges_from = edge_source::successors;
    compare("explicit from successors", solve_explicit(game, options, silent).values, threads);
    if constexpr (game_graph<G>::has_predecessors) {
      compare("implicit", solve_implicit(game, options, silent).values, threads);
    }
    if constexpr (ProductGame<G>) {
      compare("product", solve_product(game, threads, silent).to_values(threads, silent), threads);
    }
  }
  if constexpr (HasTextbook<G>) compare("textbook", game.solve_textbook(silent), 1);
  const verify_report verified = verify_solution(game, expected, verifying_threads, silent);
  EXPECT_TRUE(verified.accepted()) << verified.wrong << " wrong positions";
  return expected;
}

}  // namespace zermelo::testkit
