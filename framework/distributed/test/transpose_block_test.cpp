// SPDX-License-Identifier: MIT
// Tests that a graph without predecessors has the same solution on any number of ranks, each of which stores the
// predecessors of its vertices. Every rank runs every test.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/layered_range.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/waves/edge_words.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/core/waves/transpose_block.hpp>

#include "failing_ranks.hpp"
#include "ranks.hpp"
#include "solved_part.hpp"
#include "table_game.hpp"

namespace zermelo::distributed::test::transpose_block_test {
namespace {

using zermelo::test::entries_of;
using zermelo::test::forward_table_game;
using zermelo::test::random_table;
using zermelo::test::table_game;
using zermelo::test::varied_shape;

/// Layers of different sizes, one of them empty.
range_list uneven_layers(std::uint64_t size) { return range_list({0, size / 3, size / 3, size / 2, size}); }

/// Solves a game in blocks, each with the same part of each layer.
void expect_whole(const table_game& game, unsigned threads, const range_list& layers, const exchange_limits& limits) {
  const solution whole = zermelo::test::solve_implicit(game, {1});
  const forward_table_game forwards(game.table());
  const rules_of_game<forward_table_game> rules(forwards);
  const auto blocks = session().make_exchange(limits);
  const block_partition partition(layers, blocks->num_blocks());
  const layered_range own = partition.block(blocks->number());
  partition_exchange exchange(*blocks, partition);
  retrograde_options options;
  options.threads = threads;
  options.serial_below = 2;
  solve_visitor silent;
  const packed_rows rows = transpose_block(rules, partition, *blocks, threads, silent);
  ASSERT_EQ(rows.num_rows(), own.size());
  bool is_transpose = true;
  for (std::uint64_t i = 0; i < own.size(); ++i) {
    std::vector<std::uint64_t> found;
    rows.for_each_target(i, [&found](std::uint64_t from) { found.push_back(from); });
    std::vector<std::uint64_t> expected;
    const auto v = static_cast<forward_table_game::state>(own.vertex_at(i));
    game.for_each_predecessor(v, [&expected](std::uint64_t from) { expected.push_back(from); });
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    is_transpose = is_transpose && found == expected;
  }
  EXPECT_TRUE(is_transpose);
  const solution solved = zermelo::detail::solve_block(rules, zermelo::detail::predecessors_in_block(own, rows), own,
                                                       exchange, options, silent, nullptr);
  expect_part_of(whole, solved, own);
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, solution_of_random_graphs_without_predecessors_equals_single_machine) {
  random_generator random(2201);
  for (std::uint64_t number = 0; number < 120; ++number) {
    const table_game game(random_table(random, varied_shape(random, number)));
    exchange_limits limits;
    limits.outbox_capacity = number % 3 == 0 ? 3 : 1000;
    limits.bytes_per_buffer = number % 2 == 0 ? 8 : 1024;
    const std::uint64_t size = game.num_positions();
    SCOPED_TRACE(number);
    expect_whole(game, 1 + static_cast<unsigned>(number / 4 % 2),
                 number % 5 == 0 ? uneven_layers(size) : range_list({0, size}), limits);
  }
}

TEST(ranks, small_buffers_solve_large_graphs_without_predecessors_like_one_machine) {
  random_generator random(2202);
  for (std::uint64_t number = 0; number < 2; ++number) {
    auto shape = varied_shape(random, number);
    shape.num_positions = 100'000;  // exceeds the capacity of a bucket
    exchange_limits limits;
    limits.outbox_capacity = 500;
    limits.bytes_per_buffer = 4096;
    SCOPED_TRACE(number);
    expect_whole(table_game(random_table(random, shape)), 1 + static_cast<unsigned>(number % 2),
                 number == 1 ? uneven_layers(shape.num_positions) : range_list({0, shape.num_positions}), limits);
  }
}

TEST(ranks, distributed_engine_solves_game_without_predecessors) {
  random_generator random(2203);
  auto shape = varied_shape(random, 3);
  shape.num_positions = 10'000;
  const table_game game(random_table(random, shape));
  const solution whole = zermelo::test::solve_implicit(game, {1});
  const forward_table_game forwards(game.table());
  const auto blocks = session().make_exchange();
  const game_task<forward_table_game> task_of_game(forwards);
  const engine_task task = task_on_ranks(task_of_game, *blocks);
  EXPECT_EQ(why_unavailable(distributed_engine, task), "");
  const graph_sample sample = sample_graph(rules_of_game(forwards));
  EXPECT_NE(distributed_engine.describe(task, sample).find(", moves as numbers"), std::string::npos);
  const game_task<table_game> listed_of_game(game);
  const engine_task listed = task_on_ranks(listed_of_game, *blocks);
  EXPECT_GT(distributed_engine.peak_bytes(task, sample),
            distributed_engine.peak_bytes(listed, sample_graph(rules_of_game(game))));
  solve_visitor silent;
  const engine_result result = distributed_engine.solve(task, nullptr, silent);
  EXPECT_EQ(result.summary, summarize(whole.values, 1));
  EXPECT_EQ(result.edges, whole.edges);
  std::vector<position_value> read(game.num_positions());
  result.values->read(0, read);
  EXPECT_EQ(read, entries_of(whole.values));
  (void)blocks->any(false);
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, shared_entries_include_margins) {
  for (const std::uint32_t max_margin : {2U, 60U, 300U}) {  // the last one needs more than 16 bits
    SCOPED_TRACE(max_margin);
    random_generator random(2204);
    auto shape = varied_shape(random, 3);
    shape.num_positions = 10'000;
    shape.terminal_chance = 0.1;
    shape.max_margin = max_margin;
    const table_game game(random_table(random, shape));
    const solution whole = zermelo::test::solve_implicit(game, {1});
    const auto blocks = session().make_exchange();
    const game_task<table_game> task_of_game(game);
    const engine_task task = task_on_ranks(task_of_game, *blocks);
    solve_visitor silent;
    const engine_result result = distributed_engine.solve(task, nullptr, silent);
    EXPECT_EQ(result.summary, summarize(whole.values, 1));
    EXPECT_EQ(result.values->margin_bound(), whole.values.margin_bound());
    std::vector<position_value> read(game.num_positions());
    result.values->read(0, read);
    EXPECT_EQ(read, entries_of(whole.values));
    const auto greatest = std::max_element(read.begin(), read.end(),
                                           [](position_value a, position_value b) { return a.margin() < b.margin(); });
    EXPECT_GT(2 * greatest->margin(), static_cast<int>(max_margin));
    (void)blocks->any(false);
    EXPECT_EQ(blocks->conclude({}).status, 0);
  }
}

class stopping_visitor : public solve_visitor {
 public:
  [[nodiscard]] bool stop_requested() const override { return true; }
};

TEST(ranks, all_ranks_stop_when_one_fails_to_store_moves) {
  const forward_table_game game(zermelo::test::path(100, result::won_by(player::first)));
  for (const char* const phase : {"count", "transpose"}) {
    SCOPED_TRACE(phase);
    expect_all_end(distributed_engine, game, phase, 0);
  }
}

TEST(ranks, stop_request_to_one_rank_stops_all_while_storing_moves) {
  const forward_table_game game(zermelo::test::path(100, result::won_by(player::first)));
  const auto blocks = session().make_exchange();
  const game_task<forward_table_game> task_of_game(game);
  const engine_task task = task_on_ranks(task_of_game, *blocks);
  solve_visitor silent;
  stopping_visitor stopping;
  solve_visitor& visitor = blocks->number() == 0 ? stopping : silent;
  EXPECT_THROW((void)distributed_engine.solve(task, nullptr, visitor), interrupted);
  EXPECT_EQ(blocks->conclude({130, "interrupted"}).failure, "interrupted");
}

TEST(ranks, edge_words_encode_both_ends) {
  for (const std::uint64_t num_vertices : {std::uint64_t{1000}, std::uint64_t{1} << 40}) {
    const detail::edge_words words(num_vertices);
    word_outbox outbox;
    for (std::uint64_t i = 1; i <= 5; ++i) words.add(outbox, 2, num_vertices - i, i * i);
    EXPECT_EQ(outbox.size(), 5 * words.words_per_edge());
    EXPECT_TRUE(outbox.words_for(0).empty() && outbox.words_for(3).empty());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
    words.for_each_edge(outbox.words_for(2),
                        [&found](std::uint64_t from, std::uint64_t offset) { found.emplace_back(from, offset); });
    ASSERT_EQ(found.size(), 5U);
    for (std::uint64_t i = 1; i <= 5; ++i) EXPECT_EQ(found[i - 1], std::pair(num_vertices - i, i * i));
  }
}

TEST(ranks, words_arrive_in_order_and_in_complete_pairs) {
  for (const std::uint64_t bytes : {8U, 200U, 1U << 20}) {
    const auto blocks = session().make_exchange({1000, bytes});
    const std::uint64_t n = blocks->num_blocks();
    const std::uint64_t own = blocks->number();
    // Rank r sends 50 (r + 1) pairs to each rank, including itself, in two outboxes.
    std::vector<word_outbox> outboxes(2);
    for (std::uint64_t to = 0; to < n; ++to) {
      for (std::uint64_t i = 0; i < 50 * (own + 1); ++i) {
        word_outbox& outbox = outboxes[i < 20 ? 0 : 1];
        outbox.add(to, own);
        outbox.add(to, i);
      }
    }
    std::vector<std::uint64_t> next(n);
    bool is_right = true;
    const bool has_more = blocks->send_words(outboxes, own == n - 1, [&](std::span<const std::uint64_t> words) {
      ASSERT_EQ(words.size() % 2, 0U);
      for (std::size_t i = 0; i < words.size(); i += 2) is_right = is_right && words[i + 1] == next.at(words[i])++;
    });
    EXPECT_TRUE(has_more);
    EXPECT_TRUE(is_right);
    for (std::uint64_t from = 0; from < n; ++from) EXPECT_EQ(next[from], 50 * (from + 1));
    EXPECT_FALSE(blocks->send_words({}, false, [](auto) { FAIL(); }));
    EXPECT_EQ(blocks->conclude({}).status, 0);
  }
}

}  // namespace
}  // namespace zermelo::distributed::test::transpose_block_test
