// SPDX-License-Identifier: MIT
// Games whose positions lie in slices, solved slice by slice, have the solution of the whole.
#include <zermelo/core/slices/slice_graph.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_encoded.hpp>

#include "table_game.hpp"

namespace zermelo::test {
namespace {

struct sliced_table {
  game_table table;
  std::vector<slice> slices;
};

/// Cuts a table at random, and leaves out the moves to later slices but those between two that enter each other.
[[nodiscard]] sliced_table cut(random_generator& random, game_table table) {
  sliced_table made{std::move(table), {}};
  std::vector<table_row>& rows = made.table.rows;
  const auto num_slices = static_cast<std::uint32_t>(1 + random.below(5));
  std::vector<std::size_t> ends(num_slices, rows.size());
  for (std::uint32_t i = 0; i + 1 < num_slices; ++i) ends[i] = random.below(rows.size() + 1);
  std::sort(ends.begin(), ends.end());
  const auto slice_of = [&](std::size_t p) {
    return static_cast<std::uint32_t>(std::upper_bound(ends.begin(), ends.end(), p) - ends.begin());
  };
  const bool has_pair = random.below(2) == 0;
  for (std::uint32_t i = 0; i < num_slices; ++i) {
    made.slices.push_back({"s" + std::to_string(i), ends[i] - (i == 0 ? 0 : ends[i - 1]), {}});
  }
  for (std::size_t p = 0; p < rows.size(); ++p) {
    const std::uint32_t from = slice_of(p);
    std::erase_if(rows[p].successors, [&](std::uint32_t to) {
      const std::uint32_t entered = slice_of(to);
      return entered > from && !(has_pair && from == 0 && entered + 1 == num_slices);
    });
    for (const std::uint32_t to : rows[p].successors) {
      std::vector<std::uint32_t>& enters = made.slices[from].enters;
      if (std::find(enters.begin(), enters.end(), slice_of(to)) == enters.end()) enters.push_back(slice_of(to));
    }
  }
  return made;
}

class known_values final : public finished_slices {
 public:
  explicit known_values(std::size_t size) : values(size) {}
  [[nodiscard]] position_value at(position p) const override { return *values[p]; }
  std::vector<std::optional<position_value>> values;
};

TEST(slice_graph, groups_in_their_order_are_solved_like_the_whole) {
  random_generator random(18);
  std::uint64_t groups_of_several = 0;
  std::uint64_t with_outside = 0;
  for (int number = 0; number < 2'000; ++number) {
    const sliced_table made = cut(random, random_table(random, varied_shape(random, static_cast<std::uint64_t>(number))));
    const table_game game(made.table);
    const auto expected = entries_of(solve_queue(game));
    known_values finished(expected.size());
    std::uint64_t edges = 0;
    for (const slice_group& group : slice_order(made.slices)) {
      groups_of_several += group.slices.size() > 1 ? 1 : 0;
      with_outside += group.enters.empty() ? 0 : 1;
      const slice_numbers numbers(made.slices, group);
      ASSERT_EQ(numbers.size(), group.size);
      const slice_graph graph(game, numbers, finished);
      solve_visitor silent;
      const retrograde_options options{1 + static_cast<unsigned>(number % 2)};
      const solution implicit = retrograde_analysis(graph, graph, options, silent);
      const detail::rules_of rules(graph);
      const solution by_gaps = solve_encoded<gap_rows_builder>(detail::predecessors_of(graph), graph.num_positions(),
                                                               rules, options, silent, nullptr);
      ASSERT_EQ(entries_of(by_gaps.values), entries_of(implicit.values)) << number;
      edges += implicit.edges;
      for (position v = 0; v < numbers.size(); ++v) {
        const position p = numbers.of_game(v);
        ASSERT_EQ(numbers.of_group(p), v);
        ASSERT_EQ(implicit.values[v], expected[p]) << "game " << number << ", position " << p;
        finished.values[p] = implicit.values[v];
      }
    }
    ASSERT_EQ(edges, solve_implicit(game, {1}).edges) << number;
  }
  EXPECT_GT(groups_of_several, 100U);
  EXPECT_GT(with_outside, 1'000U);
}

}  // namespace
}  // namespace zermelo::test
