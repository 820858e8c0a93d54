// SPDX-License-Identifier: MIT
// Tests that several processes compute the same solution of a graph as one process, and that no process waits for one
// that has failed. Every rank runs every test.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/summarize_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "failing_ranks.hpp"
#include "ranks.hpp"
#include "solved_part.hpp"
#include "table_game.hpp"

namespace zermelo::distributed::test::mpi_exchange_test {
namespace {

using zermelo::test::entries_of;
using zermelo::test::random_table;
using zermelo::test::scored_shape;
using zermelo::test::table_game;
using zermelo::test::varied_shape;

/// Solves a game in blocks, each with the same range of each layer.
template <class Game>
void expect_whole(const Game& game, unsigned threads, std::uint64_t layers, const exchange_limits& limits) {
  const solution whole = solve_implicit(game, {1});
  const rules_of_game<Game> rules(game);
  const auto blocks = session().make_exchange(limits);
  const block_partition partition(game.num_positions(), layers, blocks->num_blocks());
  const layered_range own = partition.block(blocks->number());
  partition_exchange exchange(*blocks, partition);
  retrograde_options options;
  options.threads = threads;
  options.serial_below = 2;
  solve_visitor silent;
  solution solved = zermelo::detail::solve_block(rules, zermelo::detail::generated_predecessors(rules), own, exchange,
                                                 options, silent, nullptr);
  expect_part_of(whole, solved, own);
  solution_summary summary = summarize_block(solved.values, own, threads);
  summarize_blocks(*blocks, summary, solved.edges);
  EXPECT_EQ(summary, summarize(whole.values, 1));
  EXPECT_EQ(solved.edges, whole.edges);

  const auto entries = blocks->share(partition, std::make_unique<value_table>(std::move(solved.values)));
  std::vector<position_value> read(game.num_positions());
  entries->read(0, read);
  EXPECT_EQ(read, entries_of(whole.values));
  (void)blocks->any(false);
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, solution_of_random_graphs_equals_single_machine) {
  random_generator random(1901);
  for (std::uint64_t number = 0; number < 240; ++number) {
    const auto shape = number % 4 == 1 ? scored_shape(random, number) : varied_shape(random, number);
    const table_game game(random_table(random, shape));
    exchange_limits limits;
    limits.outbox_capacity = number % 3 == 0 ? 3 : 1000;
    limits.bytes_per_buffer = number % 2 == 0 ? 8 : 1024;
    const std::uint64_t layers = number % 5 == 0 && game.num_positions() % 2 == 0 ? 2 : 1;
    SCOPED_TRACE(number);
    expect_whole(game, 1 + static_cast<unsigned>(number / 4 % 2), layers, limits);
  }
}

TEST(ranks, solution_of_large_graphs_equals_single_machine_with_small_buffers) {
  random_generator random(1902);
  for (std::uint64_t number = 0; number < 2; ++number) {
    auto shape = varied_shape(random, number);
    shape.num_positions = 60'000;
    exchange_limits limits;
    limits.outbox_capacity = 500;
    limits.bytes_per_buffer = 4096;
    SCOPED_TRACE(number);
    expect_whole(table_game(random_table(random, shape)), 1 + static_cast<unsigned>(number % 2), 1, limits);
  }
}

TEST(ranks, engine_summary_covers_all_blocks) {
  random_generator random(1903);
  auto shape = varied_shape(random, 3);
  shape.num_positions = 10'000;
  const table_game game(random_table(random, shape));
  const solution whole = solve_implicit(game, {1});
  const auto blocks = session().make_exchange();
  const game_task<table_game> task_of_game(game);
  engine_task task = task_of_game.on_threads(0);
  EXPECT_TRUE(why_unavailable(distributed_engine, task).ends_with(" zermelo-mpi"));
  EXPECT_EQ(why_unavailable(implicit_engine, task), "");
  task.threads = 1;
  task.blocks = blocks.get();
  EXPECT_EQ(why_unavailable(distributed_engine, task), "");
  EXPECT_TRUE(why_unavailable(implicit_engine, task).ends_with("; use zermelo"));
  solve_visitor silent;
  const engine_result result = distributed_engine.solve(task, nullptr, silent);
  EXPECT_EQ(result.summary, summarize(whole.values, 1));
  EXPECT_EQ(result.summary.signature, summarize(whole.values, 1).signature);
  EXPECT_EQ(result.edges, whole.edges);
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

/// A walk along some lanes that changes the lane with each step.
class lanes {
 public:
  using state = std::uint32_t;
  static constexpr state length = 1000;

  explicit lanes(state number) : m_number(number) {
    for (state lane = 0; lane < number; ++lane) m_layers.push_back(position{lane} * length);
  }
  [[nodiscard]] position num_positions() const { return position{m_number} * length; }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
  [[nodiscard]] player player_to_move(state s) const { return s < length ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(state s) const {
    return s % length == 0 ? std::optional(result::won_by(player::first)) : std::nullopt;
  }
  [[nodiscard]] result no_moves(state s) const { return result::won_by(player_to_move(s)); }
  void for_each_successor(state s, const auto& f) const { f((s + length) % (m_number * length) - 1); }
  [[nodiscard]] std::vector<position> layers() const { return m_layers; }

  state m_number;
  std::vector<position> m_layers;
};

TEST(ranks, cut_follows_layers_declared_by_game) {
  lanes game(3);
  const block_cut cut = choose_cut(game, 4);
  EXPECT_EQ(cut.description, "in each of 3 layers");
  EXPECT_EQ(cut.partition.num_layers(), 3U);
  EXPECT_LT(cut.remote_share, 0.01);
  EXPECT_EQ(choose_cut(game, 1).description, "along position");
  for (const std::vector<position>& wrong :
       {std::vector<position>{}, {1, 1000}, {0, 1000, 10}, {0, 3 * lanes::length}}) {
    game.m_layers = wrong;
    EXPECT_THROW((void)choose_cut(game, 4), contract_error);
  }
}

TEST(ranks, cut_deals_parts_to_ranks_in_turn_if_few_moves_cross_them) {
  const auto expect_ranges = [](std::uint64_t num_blocks, const std::string& where, std::uint64_t length) {
    const block_cut cut = choose_cut(lanes(1), num_blocks);
    EXPECT_EQ(cut.description, where);
    for (std::uint64_t i = 0; i < lanes::length; ++i) EXPECT_EQ(cut.partition.owner(i), i / length % num_blocks) << i;
  };
  expect_ranges(2, "along 4 parts of position", 125);
  expect_ranges(5, "along 2 parts of position", 100);
  // One more part would end a hundred times as often here.
  expect_ranges(100, "along position", 10);
}

/// A walk down some storeys of three rooms, one storey per move.
class storeys {
 public:
  static constexpr std::uint32_t height = 259;
  static constexpr std::uint32_t rooms = 3;
  struct state {
    std::uint32_t turn;
    std::uint32_t storey;
    std::uint32_t room;
    friend bool operator==(const state&, const state&) = default;
  };

  [[nodiscard]] position num_positions() const { return 2 * height * rooms; }
  [[nodiscard]] std::vector<axis> axes() const {
    return {{"turn", 2, {}, {}}, {"storey", height, {}, {}}, {"room", rooms, {}, {}}};
  }
  [[nodiscard]] position rank(const state& s) const { return (s.turn * height + s.storey) * rooms + s.room; }
  [[nodiscard]] state unrank(position p) const {
    const auto n = static_cast<std::uint32_t>(p);
    return {n / (height * rooms), n / rooms % height, n % rooms};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.storey == 0 ? std::optional(result::won_by(player::first)) : std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(player_to_move(s)); }
  void for_each_successor(const state& s, const auto& f) const { f(state{1 - s.turn, s.storey - 1, s.room}); }
};

TEST(ranks, cut_follows_axis_values_in_unequal_parts) {
  const block_cut cut = choose_cut(storeys(), 2);
  EXPECT_EQ(cut.description, "along 2 parts of storey");
  std::array<std::uint64_t, 2> num_owned{};
  for (position p = 0; p < storeys().num_positions(); ++p) {
    ++num_owned.at(cut.partition.owner(p));
    EXPECT_EQ(cut.partition.owner(p), cut.partition.owner(p - p % storeys::rooms)) << p;
  }
  EXPECT_LT(num_owned[0], num_owned[1] + 10 * storeys::rooms);
}

/// Axes with fewer indices than the game has, or more.
struct falsely_named : lanes {
  falsely_named(state number, std::uint32_t size) : lanes(number), m_size(size) {}
  [[nodiscard]] std::vector<axis> axes() const { return {{"one", 3, {}, {}}, {"other", m_size, {}, {}}}; }
  std::uint32_t m_size;
};

TEST(ranks, cut_covers_all_positions_even_with_wrong_axes) {
  for (const std::uint32_t size : {1U, 150U, 333U, 1001U, 100'000U}) {
    for (const std::uint64_t num_blocks : {1U, 2U, 3U}) {
      const block_partition partition = choose_cut(falsely_named(1, size), num_blocks).partition;
      for (position p = 0; p < lanes::length; ++p) {
        const std::uint64_t owner = partition.owner(p);
        ASSERT_LT(owner, num_blocks) << size;
        EXPECT_EQ(partition.block(owner).vertex_at(partition.offset_of(p)), p) << size;
      }
    }
  }
  EXPECT_THROW((void)choose_cut(falsely_named(1, 0), 2), contract_error);
}

/// Returns the vertices that arrive when every rank sends the same vertices to every block.
std::map<std::uint64_t, std::uint64_t> delivered(block_exchange& blocks, const block_partition& partition,
                                                 const std::vector<std::uint64_t>& offsets) {
  std::vector<vertex_outbox> outboxes(2);
  for (std::uint64_t b = 0; b < blocks.num_blocks(); ++b) {
    if (b == blocks.number()) continue;
    for (std::size_t i = 0; i < offsets.size(); ++i) outboxes[i % 2].add(partition.block(b).vertex_at(offsets[i]));
  }
  std::map<std::uint64_t, std::uint64_t> arrived;
  std::mutex guard;
  const bool has_more = blocks.deliver(partition, outboxes, blocks.number() == 0, [&](auto reached) {
    const std::lock_guard lock(guard);
    for (const reached_offset& one : reached) arrived[one.offset] += one.times;
  });
  EXPECT_TRUE(has_more);
  EXPECT_EQ(outboxes[0].size() + outboxes[1].size(), 0U);
  return arrived;
}

TEST(ranks, exchange_delivers_every_vertex_as_often_as_sent) {
  random_generator random(1904);
  constexpr exchange_limits many_parts{1000, 3000};
  constexpr exchange_limits thousands_of_words_in_one{1 << 20, 1 << 21};
  // Offsets of at most 31 bits, and larger ones.
  for (const std::uint64_t size : {std::uint64_t{1} << 31, (std::uint64_t{1} << 31) + 1, std::uint64_t{1} << 45}) {
    for (const std::uint64_t layers : {1U, 2U}) {
      std::vector<std::uint64_t> offsets;
      for (int i = 0; i < 5000; ++i) offsets.push_back(random.below(20) == 0 ? size - 1 : random.below(size));
      offsets.insert(offsets.end(), 1000, 7);
      for (std::size_t i = 0; i < 3000; ++i) offsets.push_back(offsets[i]);  // sends these twice
      for (std::uint64_t& offset : offsets) offset &= ~(layers - 1);
      for (const exchange_limits& limits : {many_parts, thousands_of_words_in_one}) {
        const auto blocks = session().make_exchange(limits);
        std::map<std::uint64_t, std::uint64_t> expected;
        for (const std::uint64_t offset : offsets) {
          if (blocks->num_blocks() > 1) expected[offset] += blocks->num_blocks() - 1;
        }
        const std::uint64_t in_block = (size + layers - 1) / layers * layers;
        const block_partition partition(in_block * blocks->num_blocks(), layers, blocks->num_blocks());
        EXPECT_EQ(delivered(*blocks, partition, offsets), expected);
        EXPECT_EQ(blocks->conclude({}).status, 0);
      }
    }
  }
}

TEST(ranks, reductions_combine_values_of_all_ranks) {
  const auto blocks = session().make_exchange();
  const std::uint64_t n = blocks->num_blocks();
  const std::uint64_t rank = blocks->number();
  EXPECT_EQ(n, session().num_ranks());
  EXPECT_EQ(rank, session().rank());
  EXPECT_EQ(blocks->num_local_blocks(), n);
  EXPECT_EQ(blocks->least(rank + 5), 5U);
  EXPECT_EQ(blocks->least(std::nullopt), std::nullopt);
  EXPECT_EQ(blocks->least(rank == n - 1 ? std::optional<std::uint64_t>(9) : std::nullopt), 9U);
  EXPECT_FALSE(blocks->any(false));
  EXPECT_TRUE(blocks->any(rank == n - 1));
  EXPECT_TRUE(blocks->all_equal(0));
  EXPECT_TRUE(blocks->all_equal(~std::uint64_t{0}));
  EXPECT_EQ(blocks->all_equal(rank == 0 ? 1 : 2), n == 1);
  EXPECT_EQ(blocks->all_equal(rank == 0 ? 1 : std::uint64_t{1} << 33), n == 1);
  std::vector<std::uint64_t> numbers(rank + 1, 1);
  blocks->sum(numbers);
  std::vector<std::uint64_t> expected(n);
  for (std::uint64_t i = 0; i < n; ++i) expected[i] = n - i;
  EXPECT_EQ(numbers, expected);
  const block_end end = blocks->conclude({static_cast<int>(rank), ""});
  EXPECT_EQ(end.status, static_cast<int>(n - 1));
  EXPECT_EQ(end.failure, "");
}

TEST(ranks, all_ranks_stop_when_one_fails) {
  const table_game game(zermelo::test::path(100, result::won_by(player::first)));
  for (const auto& [phase, wave] : {std::pair("seed", 0U), std::pair("propagate", 0U), std::pair("summarize", 0U),
                                    std::pair("", 1U), std::pair("", 100U)}) {
    SCOPED_TRACE(phase);
    expect_all_end(distributed_engine, game, phase, wave);
  }
}

TEST(ranks, failure_on_one_rank_is_reported_by_ranks_that_read_entries) {
  const table_game game(zermelo::test::path(100, result::won_by(player::first)));
  const auto blocks = session().make_exchange();
  const game_task<table_game> task_of_game(game);
  const engine_task task = task_on_ranks(task_of_game, *blocks);
  solve_visitor silent;
  const engine_result result = distributed_engine.solve(task, nullptr, silent);
  std::string message;
  if (blocks->number() == blocks->num_blocks() - 1) {
    message = "no memory";
  } else {
    for (position p = 0; p < 100; ++p) EXPECT_EQ((*result.values)[p].distance_plies, p);
    message = message_in_next_round(*blocks);
    EXPECT_TRUE(message.starts_with("another rank ")) << message;
  }
  const block_end end = blocks->conclude({3, message});
  EXPECT_EQ(end.status, 3);
  EXPECT_TRUE(end.failure.ends_with("no memory")) << end.failure;
}

TEST(ranks, conclude_reports_a_failure_common_to_all_ranks_once) {
  const auto blocks = session().make_exchange();
  const block_end end = blocks->conclude({2, "no such game"});
  EXPECT_EQ(end.status, 2);
  EXPECT_EQ(end.failure, "no such game");
}

}  // namespace
}  // namespace zermelo::distributed::test::mpi_exchange_test
