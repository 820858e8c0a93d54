// SPDX-License-Identifier: MIT
// Tests that a solve in blocks, each on a separate thread, equals the solve of the whole game, and that blocks stop and
// fail together.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "failing_visitor.hpp"
#include "saved_copy.hpp"
#include "solve/blocks_that_meet.hpp"
#include "table_game.hpp"

namespace zermelo::test::blocks_test {
namespace {

static_assert(VertexBlock<whole_graph> && VertexBlock<vertex_range> && VertexBlock<layered_range>);
static_assert(WaveExchange<no_exchange>);

void expect_whole(const blocks_result& blocks, const solution& whole, const table_game& game) {
  position first = 0;
  std::uint64_t edges = 0;
  for (std::size_t i = 0; i < blocks.solutions.size(); ++i) {
    const solution& one = blocks.solutions[i];
    ASSERT_EQ(blocks.errors[i], "");
    for (position p = 0; p < one.values.size(); ++p) {
      if (one.values[p].outcome == outcome::illegal) continue;
      ASSERT_EQ(one.values.to_move(p), game.table().rows[first + p].to_move);
    }
    first += one.values.size();
    edges += one.edges;
    ASSERT_EQ(one.waves, whole.waves);
    ASSERT_EQ(one.values.bytes_per_position(), whole.values.bytes_per_position());
  }
  ASSERT_EQ(entries_of_blocks(blocks), entries_of(whole.values));
  ASSERT_EQ(edges, whole.edges);
}

std::vector<solve_visitor*> addresses_of(std::deque<saver>& savers) {
  std::vector<solve_visitor*> visitors;
  for (saver& one : savers) visitors.push_back(&one);
  return visitors;
}

/// [block]: the snapshot after a wave; nothing if the solve has fewer waves.
std::vector<std::optional<saved_solve>> saves_of(std::deque<saver>& savers, std::uint64_t wave) {
  std::vector<std::optional<saved_solve>> saved(savers.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    if (wave <= savers[i].saves.size()) saved[i] = std::move(savers[i].saves[wave - 1]);
  }
  return saved;
}

TEST(blocks_and_slices, blocks_match_unpartitioned_solution_of_random_graphs) {
  constexpr std::uint64_t num_graphs = 600;
  random_generator random(1301);
  std::uint64_t num_sent = 0;
  std::uint64_t num_resumed = 0;
  std::uint64_t num_with_empty = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const table_game game(random_table(random, scored_shape(random, number)));
    const std::uint64_t n = game.num_positions();
    const std::vector<std::uint64_t> ends = cut(random, n, 1 + number % 4);
    if (std::adjacent_find(ends.begin(), ends.end()) != ends.end() || ends.front() == 0) ++num_with_empty;
    const game_graph graph(game);
    const index_width width = number % 5 == 0 ? index_width::wide : index_width::narrow;
    const retrograde_options options{1 + static_cast<unsigned>(number / 4 % 2), 2};
    const solution whole = solve_implicit(game, {1});

    std::deque<saver> savers(ends.size());
    SCOPED_TRACE(number);
    const blocks_result implicit = solve_in_blocks(graph, graph, ends, options, addresses_of(savers));
    expect_whole(implicit, whole, game);
    num_sent += implicit.num_sent;
    if (number / 8 % 2 == 0) continue;

    auto saved = saves_of(savers, 1 + number % 7);
    const stored_graph stored = materialize(graph, {1, width});
    std::visit(
        [&](const auto& rows) {
          expect_whole(solve_in_blocks(rows, graph, ends, options), whole, game);
          if (!saved.front()) return;  // the solve had fewer waves
          ++num_resumed;
          expect_whole(solve_in_blocks(rows, graph, ends, options, {}, saved), whole, game);
        },
        stored);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(num_sent, num_graphs);
  EXPECT_GT(num_with_empty, num_graphs / 20);
  EXPECT_GT(num_resumed, num_graphs / 8);
}

TEST(blocks_and_slices, all_blocks_reject_saved_solve_with_wrong_totals) {
  const table_game game(path(100, result::won_by(player::first)));
  const game_graph graph(game);
  const std::vector<std::uint64_t> ends{10, 50, 100};
  const auto resumed = [&](const auto& change) {
    std::deque<saver> savers(ends.size());
    (void)solve_in_blocks(graph, graph, ends, {1}, addresses_of(savers));
    auto saved = saves_of(savers, 7);
    change(saved);
    return solve_in_blocks(graph, graph, ends, {1}, {}, saved);
  };
  // A block may have the counts of another block: only the totals are checked.
  expect_whole(resumed([](auto& saved) {
                 saved[0]->progress.edges += saved[2]->progress.edges;
                 saved[2]->progress.edges = 0;
               }),
               solve_implicit(game, {1}), game);
  const auto expect_rejected = [&](const auto& change, const std::string& why) {
    EXPECT_EQ(resumed(change).errors,
              (std::vector<std::string>(3, "the checkpoint does not match the game's rules: " + why)));
  };
  expect_rejected([](auto& saved) { ++saved[1]->progress.edges; }, "wrong number of positions or moves");
  expect_rejected([](auto& saved) { --saved[2]->progress.legal_positions; }, "wrong number of positions or moves");
  expect_rejected(
      [](auto& saved) {
        for (auto& one : saved) ++one->progress.waves;
      },
      "expected 7 waves, got 8");
}

TEST(blocks_and_slices, full_outboxes_are_delivered_before_the_wave_continues) {
  random_generator random(1303);
  std::uint64_t num_put_off = 0;
  for (std::uint64_t number = 0; number < 8; ++number) {
    random_table_shape shape = varied_shape(random, number);
    shape.num_positions = 100'000;  // several ranges in a wave
    const table_game game(random_table(random, shape));
    const game_graph graph(game);
    const std::vector<std::uint64_t> ends = cut(random, game.num_positions(), 2 + number % 3);
    const retrograde_options options{1 + static_cast<unsigned>(number / 4 % 2), 2};
    SCOPED_TRACE(number);
    const blocks_result blocks = solve_in_blocks(graph, graph, ends, options, {}, {}, 100);
    expect_whole(blocks, solve_implicit(game, {1}), game);
    num_put_off += blocks.num_put_off;
  }
  EXPECT_GT(num_put_off, 8U);
}

/// Expects that every vertex is in exactly one block.
void expect_layout(const block_partition& partition) {
  std::uint64_t seen = 0;
  for (std::uint64_t b = 0; b < partition.num_blocks(); ++b) {
    const layered_range block = partition.block(b);
    ASSERT_LE(block.size(), partition.max_block_size());
    for (std::uint64_t offset = 0; offset < block.size(); ++offset, ++seen) {
      const std::uint64_t vertex = block.vertex_at(offset);
      ASSERT_EQ(block.offset_of(vertex), offset);
      ASSERT_EQ(partition.owner(vertex), b);
      ASSERT_EQ(partition.offset_of(vertex), offset);
      ASSERT_EQ(partition.number_by_block(vertex), b * partition.max_block_size() + offset);
      for (std::uint64_t other = 0; other < partition.num_blocks(); ++other) {
        ASSERT_EQ(partition.block(other).owns(vertex), other == b);
      }
      const std::uint64_t run = block.run_at(offset);
      ASSERT_EQ(partition.run_around(vertex).end, vertex + run);
      ASSERT_EQ(partition.run_around(vertex).begin, partition.run_around(vertex + run - 1).begin);
      ASSERT_GE(run, 1U);
      ASSERT_LE(offset + run, block.size());
      ASSERT_EQ(block.vertex_at(offset + run - 1), vertex + run - 1);
    }
    // A cursor returns the same results for any order of calls.
    auto cursor = block.cursor();
    for (const std::uint64_t step : {1U, 7U}) {
      for (std::uint64_t i = 0; i < partition.num_vertices() * step; ++i) {
        const std::uint64_t vertex = i * step % partition.num_vertices();
        ASSERT_EQ(cursor.offset_of(vertex), partition.owner(vertex) == b ? partition.offset_of(vertex) : not_owned);
        if (block.size() > 0) {
          const std::uint64_t offset = i * step % block.size();
          ASSERT_EQ(cursor.vertex_at(offset), block.vertex_at(offset));
        }
      }
    }
  }
  ASSERT_EQ(seen, partition.num_vertices());
}

TEST(blocks_and_slices, partition_assigns_every_vertex_to_one_block) {
  for (const std::uint64_t num_blocks : {1U, 2U, 3U, 5U, 9U}) {
    for (const std::uint64_t layers : {1U, 2U, 3U, 4U, 20U}) {
      for (const std::uint64_t layer : {1U, 2U, 7U, 30U}) {
        expect_layout(block_partition(layers * layer, layers, num_blocks));
      }
    }
    // Layers of different sizes, with few and with many layers.
    expect_layout(block_partition(range_list({0, 0, 1, 40, 40, 47, 50}), num_blocks));
    std::vector<std::uint64_t> bounds{0};
    for (std::uint64_t size = 0; size < 25; ++size) bounds.push_back(bounds.back() + size * size % 11);
    expect_layout(block_partition(range_list(std::move(bounds)), num_blocks));
    expect_layout(block_partition(range_list({0, 0}), num_blocks));
  }
}

TEST(blocks_and_slices, each_block_has_an_equal_share_of_every_layer) {
  const block_partition partition(range_list({0, 10, 110, 113}), 2);
  EXPECT_EQ(partition.num_layers(), 3U);
  for (const auto& [vertex, owner] : {std::pair(4U, 0U), {5U, 1U}, {59U, 0U}, {60U, 1U}, {111U, 0U}, {112U, 1U}}) {
    EXPECT_EQ(partition.owner(vertex), owner) << vertex;
  }
  EXPECT_EQ(partition.block(0).size(), 57U);
  EXPECT_EQ(partition.block(1).size(), 56U);
}

TEST(blocks_and_slices, all_blocks_widen_packed_words_if_one_needs_wider_words) {
  constexpr std::uint32_t size = 9'000;
  for (const result& end : {result::won_by(player::first), result::tied()}) {
    const table_game game(path(size, end));
    const game_graph graph(game);
    // Only the last block needs wider words; the block before it has a single vertex.
    expect_whole(solve_in_blocks(graph, graph, {4'000, 4'001, size}, {1}), solve_implicit(game, {1}), game);
  }
}

TEST(blocks_and_slices, all_blocks_reject_a_distance_too_long_for_one) {
  game_table table = path(4, result::won_by(player::first, 16'382));
  table.max_margin = result::largest_margin;
  const table_game game(table);
  const game_graph graph(game);
  for (const std::string& message : solve_in_blocks(graph, graph, {1, 4}, {1}).errors) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "the distance 16384 ... 16383", message);
  }
}

TEST(blocks_and_slices, all_blocks_stop_between_waves_if_one_is_requested_to_stop) {
  const table_game game(path(100, result::won_by(player::first)));
  const game_graph graph(game);
  stop_in_wave stop_token(3);
  const std::vector<solve_visitor*> visitors{&silent, &stop_token, &silent};
  const blocks_result stopped = solve_in_blocks(graph, graph, {10, 50, 100}, {1}, visitors);
  EXPECT_EQ(stopped.errors, (std::vector<std::string>(3, "interrupted")));
}

TEST(blocks_and_slices, blocks_do_not_wait_for_a_failed_block) {
  const table_game game(path(100, result::won_by(player::first)));
  const game_graph graph(game);
  for (const auto& [phase, wave] :
       {std::pair("seed", 0U), std::pair("propagate", 0U), std::pair("", 1U), std::pair("", 7U), std::pair("", 100U)}) {
    failing_visitor failing(phase, wave);
    const std::vector<solve_visitor*> visitors{&silent, &failing, &silent};
    const blocks_result failed = solve_in_blocks(graph, graph, {10, 50, 100}, {1}, visitors);
    EXPECT_EQ(failed.errors,
              (std::vector<std::string>{"another block has failed", "the disk is full", "another block has failed"}))
        << phase << wave;
  }
}

}  // namespace
}  // namespace zermelo::test::blocks_test
