// SPDX-License-Identifier: MIT
// Tests that the graph of a game in arrays has the positions and the solution of the game.
#include <zermelo/core/positions/list_graph.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/csr_rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>

#include "table_game.hpp"

namespace zermelo::test::list_graph_test {
namespace {

TEST(list_graph, solution_equals_that_of_the_game) {
  for (std::uint64_t number = 0; number < 300; ++number) {
    random_generator random(number);
    random_table_shape shape = varied_shape(random, number);
    if (number % 2 == 0) shape.num_positions += 600;  // more than one call of the rules
    const table_game game(random_table(random, shape));
    const rules_of_game<table_game> rules(game);
    for (const unsigned threads : {1U, 3U}) {
      const graph_arrays listed = list_graph(rules, threads, silent);
      const csr_graph graph(listed.spans(), threads, silent);
      ASSERT_EQ(graph.num_vertices(), game.num_positions());
      ASSERT_EQ(entries_of(solve_by_queue(csr_rules(graph), silent)), iterate_values(game.table())) << number;
    }
  }
}

TEST(list_graph, omits_distances_if_all_terminals_have_distance_0) {
  random_generator random(7);
  random_table_shape shape;
  shape.num_positions = 50;
  const table_game at_once(random_table(random, shape));
  EXPECT_EQ(list_graph(rules_of_game<table_game>(at_once), 1, silent).distance.size(), 0U);
  shape.end_distances = {3};
  const table_game later(random_table(random, shape));
  EXPECT_EQ(list_graph(rules_of_game<table_game>(later), 1, silent).distance.size(), 50U);
}

TEST(list_graph, stops_on_request) {
  random_generator random(1);
  const table_game game(random_table(random, {}));
  EXPECT_THROW((void)list_graph(rules_of_game<table_game>(game), 1, stopping), interrupted);
}

}  // namespace
}  // namespace zermelo::test::list_graph_test
