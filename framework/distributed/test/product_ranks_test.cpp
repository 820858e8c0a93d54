// SPDX-License-Identifier: MIT
// Tests that several processes that solve a game in product form by rows compute the same solution as one process.
// Every rank runs every test.
#include <cstdint>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>

#include "failing_ranks.hpp"
#include "product/random_product_game.hpp"
#include "ranks.hpp"

namespace zermelo::distributed::test::product_ranks_test {
namespace {

using zermelo::test::random_product_game;
using zermelo::test::random_product_shape;
using zermelo::test::varied_product_shape;

std::vector<position_value> all_of(const solution_entries& entries) {
  std::vector<position_value> read(entries.size());
  entries.read(0, read);
  return read;
}

void expect_whole(const random_product_game& game, unsigned threads, const exchange_limits& limits) {
  solve_visitor silent;
  const game_task<random_product_game> task_of_game(game);
  engine_task task = task_of_game.on_threads(0);
  task.threads = threads;
  const engine_result whole = product_engine.solve(task, nullptr, silent);
  const std::vector<position_value> expected = all_of(*whole.values);
  const auto blocks = session().make_exchange(limits);
  task.blocks = blocks.get();
  const engine_result result = distributed_product_engine.solve(task, nullptr, silent);
  EXPECT_EQ(result.summary, whole.summary);
  EXPECT_EQ(result.edges, whole.edges);
  EXPECT_EQ(all_of(*result.values), expected);
  std::uint64_t resident = 0;
  for (const index_range range : result.values->local_ranges()) {
    resident += range.end - range.begin;
    for (position p = range.begin; p < range.end; ++p) {
      const index_range around = result.values->read_together(p);
      EXPECT_TRUE(range.begin <= around.begin && around.begin <= p && p < around.end && around.end <= range.end);
    }
  }
  std::vector<std::uint64_t> sum{resident};
  blocks->sum(sum);
  EXPECT_EQ(sum.front(), game.num_positions());
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, solution_of_product_games_equals_single_machine) {
  random_generator random(2010);
  for (std::uint64_t number = 0; number < 120; ++number) {
    random_product_shape shape = varied_product_shape(random, number);
    if (number % 3 == 0) {
      shape.rows = 13;
      shape.columns = 17;
    }
    const random_product_game game(random, shape);
    exchange_limits limits;
    limits.bytes_per_buffer = number % 2 == 0 ? 8 : 4096;
    SCOPED_TRACE(number);
    expect_whole(game, 1 + static_cast<unsigned>(number / 4 % 2), limits);
  }
}

TEST(ranks, solution_of_large_products_equals_single_machine_with_small_buffers) {
  random_generator random(2011);
  random_product_shape shape;
  shape.walkers = {{player::first, 200}, {player::second, 900}};
  shape.end_chance = 0.02;
  for (const std::uint32_t side : {0U, 32U}) {
    shape.rows = shape.columns = side;
    expect_whole(random_product_game(random, shape), 1, {1000, 4096});
  }
}

TEST(ranks, product_engine_is_available_only_under_mpi) {
  random_generator random(2012);
  const random_product_game game(random, varied_product_shape(random, 1));
  const game_task<random_product_game> task_of_game(game);
  engine_task task = task_of_game.on_threads(0);
  EXPECT_TRUE(why_unavailable(distributed_product_engine, task).ends_with(" zermelo-mpi"));
  const auto blocks = session().make_exchange();
  task.blocks = blocks.get();
  EXPECT_EQ(why_unavailable(distributed_product_engine, task), "");
  EXPECT_TRUE(why_unavailable(product_engine, task).ends_with("; use zermelo"));
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, all_ranks_stop_when_one_fails_in_a_wave_of_rows) {
  random_generator random(2013);
  random_product_shape shape;
  shape.walkers = {{player::first, 40}, {player::second, 40}};
  shape.stuck_chance = 0;
  shape.end_chance = 0.01;
  const random_product_game game(random, shape);
  for (const std::uint32_t wave : {1U, 3U}) {
    SCOPED_TRACE(wave);
    expect_all_end(distributed_product_engine, game, "", wave);
  }
}

}  // namespace
}  // namespace zermelo::distributed::test::product_ranks_test
