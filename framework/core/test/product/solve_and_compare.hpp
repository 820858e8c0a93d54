// SPDX-License-Identifier: MIT
// Compares the product solver's values, for several numbers of threads, with those of the queue and of value iteration.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "product_values.hpp"
#include "scratch_in_memory.hpp"
#include "table_game.hpp"
#include "visitors.hpp"

namespace zermelo::test {

/// A game in product form as a table.
template <class G>
game_table table_of(const G& game) {
  game_table table;
  table.infinite_play = game.infinite_play();
  for (position p = 0; p < game.num_positions(); ++p) {
    const auto s = game.unrank(p);
    table_row row{true, game.player_to_move(s), game.terminal(s), game.no_moves(s), {}};
    game.for_each_successor(
        s, [&](const auto& to) { row.successors.push_back(static_cast<std::uint32_t>(game.rank(to))); });
    table.rows.push_back(std::move(row));
  }
  return table;
}

template <class G>
std::uint64_t count_edges(const G& game) {
  std::uint64_t edges = 0;
  for (position p = 0; p < game.num_positions(); ++p) {
    const auto s = game.unrank(p);
    if (!game.terminal(s)) game.for_each_successor(s, [&edges](const auto&) { ++edges; });
  }
  return edges;
}

/// The first entry in which two tables differ, as text; empty if they are equal.
template <class G>
std::string difference(const G& game, const value_table& found, const value_table& expected) {
  if (found.size() != expected.size()) return fmt::format("{} entries, not {}", found.size(), expected.size());
  for (position p = 0; p < expected.size(); ++p) {
    if (found[p] == expected[p] && found.to_move(p) == expected.to_move(p)) continue;
    const auto s = game.unrank(p);
    return fmt::format("position {} (turn {}, places {}): {}, not {}", p, s.turn, fmt::join(s.nodes, ","),
                       zermelo::detail::describe(found[p]), zermelo::detail::describe(expected[p]));
  }
  return "";
}

/// Solves with the queue, the product solver on 1, 2 and 4 threads, in memory or with a scratch space, and value
/// iteration. Returns their value table; the
/// test fails if the tables differ or a verifier rejects them.
template <class G>
value_table solve_and_compare(const G& game) {
  constexpr position most_iterated = 1'000;
  value_table expected = solve_by_queue(game, silent);
  if (game.num_positions() <= most_iterated) {
    EXPECT_TRUE(entries_of(expected) == iterate_values(table_of(game))) << "queue solver";
  }
  EXPECT_TRUE(verify_solution(game, expected, 2, silent).accepted());
  const solution_summary summary = summarize(expected, 1);
  const std::uint64_t edges = count_edges(game);
  for (const unsigned threads : {1U, 2U, 4U}) {
    const overflow_space overflow = threads == 1 ? overflow_space() : all_in_scratch(4096U * (threads - 2));
    const product_solution found = solve_product(game, threads, silent, nullptr, overflow);
    EXPECT_EQ(difference(game, values_of(found, threads), expected), "") << threads << " threads";
    EXPECT_EQ(found.edges(), edges) << threads << " threads";
    EXPECT_EQ(found.size(), game.num_positions());
    EXPECT_EQ(found.summarize(threads, silent), summary);
    EXPECT_EQ(summarize(found, [&found](position p) { return found.run_at(p); }, threads, silent), summary);
    EXPECT_TRUE(verify_product(game, found, threads, silent).accepted());
  }
  return expected;
}

inline std::array<std::uint64_t, num_outcomes> outcomes_of(const value_table& values) {
  std::array<std::uint64_t, num_outcomes> seen{};
  for (position p = 0; p < values.size(); ++p) ++seen[static_cast<std::size_t>(values[p].outcome)];
  return seen;
}

/// Expects that every outcome is frequent. Games without ties, for example, would test little.
inline void expect_no_outcome_is_rare(const std::array<std::uint64_t, num_outcomes>& seen) {
  constexpr std::uint64_t rare = 10'000;
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
    EXPECT_GT(seen[static_cast<std::size_t>(o)], rare) << to_string(o);
  }
}

}  // namespace zermelo::test
