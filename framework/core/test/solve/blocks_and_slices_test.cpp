// SPDX-License-Identifier: MIT
// A graph that is solved in parts has the solution of the whole: in blocks at once, which hand each other the vertices
// that their waves reach, and in slices one after the other, into which the values of those before arrive.
#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "failing_visitor.hpp"
#include "saved_copy.hpp"
#include "table_game.hpp"

namespace zermelo::test::blocks_and_slices_test {
namespace {

/// The vertices `begin` .. `end` - 1 of a graph.
class vertex_range {
 public:
  static constexpr bool is_whole = false;

  vertex_range(std::uint64_t begin, std::uint64_t end) : m_begin(begin), m_size(end - begin) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool owns(std::uint64_t vertex) const noexcept { return vertex - m_begin < m_size; }  // wraps around
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return owns(vertex) ? vertex - m_begin : not_owned;
  }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept { return m_begin + offset; }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept { return m_size - offset; }
  [[nodiscard]] const vertex_range& cursor() const noexcept { return *this; }

 private:
  std::uint64_t m_begin;
  std::uint64_t m_size;
};

static_assert(VertexBlock<whole_graph> && VertexBlock<vertex_range> && VertexBlock<layered_range>);
static_assert(WaveExchange<no_exchange>);

/// Keeps a copy of the solve after one of its waves.
class saver_of_wave : public solve_visitor {
 public:
  explicit saver_of_wave(std::uint32_t wave) : m_wave(wave) {}
  void at_rest(const solve_snapshot& snapshot) override {
    waves = snapshot.milestone.waves;
    if (waves == m_wave) saved = copy_of(snapshot);
  }
  std::optional<saved_solve> saved;
  std::uint32_t waves = 0;

 private:
  std::uint32_t m_wave;
};

// Blocks

/// Where the blocks of one graph meet. Every question and every delivery is a round, in which all of them take part; a
/// round has a slot of its own, which is used again when everybody is two rounds further.
class meeting {
 public:
  explicit meeting(std::vector<std::uint64_t> ends)
      : m_ends(std::move(ends)), m_barrier(static_cast<std::ptrdiff_t>(m_ends.size())) {
    for (slot& s : m_slots) s.mail.resize(m_ends.size());
  }

  [[nodiscard]] std::optional<std::uint64_t> least(std::uint64_t round, std::optional<std::uint64_t> distance) {
    return meet(round,
                [&](slot& s) {
                  if (distance && (!s.least || *distance < *s.least)) s.least = distance;
                })
        .least;
  }
  [[nodiscard]] bool any(std::uint64_t round, bool here) {
    return meet(round, [&](slot& s) { s.any = s.any || here; }).any;
  }
  void sum(std::uint64_t round, std::vector<std::uint64_t>& numbers) {
    numbers = meet(round, [&](slot& s) {
                s.sums.resize(numbers.size());
                std::transform(numbers.begin(), numbers.end(), s.sums.begin(), s.sums.begin(), std::plus<>());
              }).sums;
  }
  template <class Callback>
  bool deliver(std::uint64_t round, std::size_t block, const std::vector<std::uint64_t>& sent, bool has_more,
               const Callback& f) {
    slot& met = meet(round, [&](slot& s) {
      s.any = s.any || has_more;
      for (const std::uint64_t vertex : sent) {
        const auto owner = std::upper_bound(m_ends.begin(), m_ends.end(), vertex) - m_ends.begin();
        ++s.mail[static_cast<std::size_t>(owner)][vertex];
        ++m_num_sent;
      }
    });
    std::vector<reached_offset> reached;
    const std::uint64_t begin = block == 0 ? 0 : m_ends[block - 1];
    for (const auto& [vertex, times] : std::exchange(met.mail[block], {})) reached.push_back({vertex - begin, times});
    f(std::span<const reached_offset>(reached));
    return met.any;
  }
  /// Of a block that takes part in no round from this one on.
  void leave(std::uint64_t round) {
    {
      const std::lock_guard lock(m_guard);
      m_first_missed = std::min(m_first_missed, round);
    }
    m_barrier.arrive_and_drop();
  }
  [[nodiscard]] std::uint64_t num_sent() const { return m_num_sent; }

 private:
  struct slot {
    std::optional<std::uint64_t> least;
    bool any = false;
    std::vector<std::uint64_t> sums;
    std::vector<std::map<std::uint64_t, std::uint64_t>> mail;  ///< [block]: vertex to how many times
  };

  template <class Function>
  slot& meet(std::uint64_t round, const Function& add) {
    {
      const std::lock_guard lock(m_guard);
      add(m_slots[round % m_slots.size()]);
    }
    m_barrier.arrive_and_wait();
    // Everybody has left the round before.
    const std::lock_guard lock(m_guard);
    if (m_first_missed <= round) throw interrupted("another block has failed");
    slot& old = m_slots[(round + 2) % m_slots.size()];
    old.least.reset();
    old.any = false;
    old.sums.clear();
    return m_slots[round % m_slots.size()];
  }

  std::vector<std::uint64_t> m_ends;
  std::barrier<> m_barrier;
  std::mutex m_guard;
  std::array<slot, 3> m_slots;
  std::uint64_t m_num_sent = 0;
  std::uint64_t m_first_missed = std::numeric_limits<std::uint64_t>::max();  ///< the first round without all blocks
};

class meeting_exchange {
 public:
  static constexpr bool is_alone = false;
  struct outbox {
    void add(std::uint64_t vertex) { vertices.push_back(vertex); }
    [[nodiscard]] std::uint64_t size() const { return vertices.size(); }
    std::vector<std::uint64_t> vertices;
  };

  meeting_exchange(meeting& others, std::size_t block, std::uint64_t outbox_capacity)
      : m_others(others), m_block(block), m_outbox_capacity(outbox_capacity) {}
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) {
    return m_others.least(m_round++, distance);
  }
  [[nodiscard]] bool any(bool here) { return m_others.any(m_round++, here); }
  void sum(std::vector<std::uint64_t>& numbers) { m_others.sum(m_round++, numbers); }
  [[nodiscard]] std::uint64_t outbox_capacity() const { return m_outbox_capacity; }
  template <class Callback>
  bool deliver(std::span<outbox> outboxes, bool has_more, const Callback& f) {
    std::vector<std::uint64_t> sent;
    for (outbox& one : outboxes) sent.insert(sent.end(), one.vertices.begin(), one.vertices.end());
    if (has_more) ++m_num_put_off;
    return m_others.deliver(m_round++, m_block, sent, has_more, f);
  }
  /// How often there was no room for more.
  [[nodiscard]] std::uint64_t num_put_off() const { return m_num_put_off; }
  void leave() { m_others.leave(m_round); }

 private:
  meeting& m_others;
  std::size_t m_block;
  std::uint64_t m_outbox_capacity;
  std::uint64_t m_round = 0;
  std::uint64_t m_num_put_off = 0;
};
static_assert(WaveExchange<meeting_exchange>);

/// Where the blocks end. Some may be empty.
std::vector<std::uint64_t> cut(random_generator& random, std::uint64_t num_vertices, std::size_t num_blocks) {
  std::vector<std::uint64_t> ends{num_vertices};
  while (ends.size() < num_blocks) ends.push_back(random.below(num_vertices + 1));
  std::sort(ends.begin(), ends.end());
  return ends;
}

struct blocks_result {
  std::vector<solution> solutions;
  std::vector<std::string> errors;  ///< empty where a block was solved
  std::uint64_t num_sent = 0;
  std::uint64_t num_put_off = 0;
};

/// Solves all blocks at once, each on a thread of its own.
template <class Graph, class Labels>
blocks_result solve_in_blocks(const Graph& graph, const Labels& labels, const std::vector<std::uint64_t>& ends,
                              const retrograde_options& options, std::span<solve_visitor* const> visitors,
                              std::span<std::optional<saved_solve>> saved = {},
                              std::uint64_t outbox_capacity = std::numeric_limits<std::uint64_t>::max()) {
  const graph_rules<Graph, Labels> game(graph, labels);
  const auto predecessors = [&] {
    if constexpr (std::same_as<Graph, Labels>) {
      return zermelo::detail::generated_predecessors(game);
    } else {
      return zermelo::detail::stored_predecessors(graph);
    }
  }();
  meeting others(ends);
  blocks_result all;
  all.solutions.resize(ends.size());
  all.errors.resize(ends.size());
  std::vector<std::thread> threads;
  std::atomic<std::uint64_t> num_put_off{0};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        meeting_exchange exchange(others, i, outbox_capacity);
        saved_solve* const mine = saved.empty() ? nullptr : &saved[i].value();
        all.solutions[i] = zermelo::detail::solve_block(
            game, predecessors, vertex_range(i == 0 ? 0 : ends[i - 1], ends[i]), exchange, options, *visitors[i], mine);
        num_put_off += exchange.num_put_off();
      } catch (const std::exception& problem) {
        all.errors[i] = problem.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  all.num_sent = others.num_sent();
  all.num_put_off = num_put_off.load();
  return all;
}

/// What the blocks found, one after the other.
std::vector<position_value> joined_entries(const blocks_result& blocks) {
  std::vector<position_value> joined;
  for (const solution& one : blocks.solutions) {
    const std::vector<position_value> entries = entries_of(one.values);
    joined.insert(joined.end(), entries.begin(), entries.end());
  }
  return joined;
}

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
  ASSERT_EQ(joined_entries(blocks), entries_of(whole.values));
  ASSERT_EQ(edges, whole.edges);
}

TEST(blocks_and_slices, random_graphs_in_blocks_are_solved_like_the_whole) {
  constexpr std::uint64_t num_graphs = 600;
  random_generator random(1301);
  std::uint64_t num_sent = 0;
  std::uint64_t num_resumed = 0;
  std::uint64_t num_with_empty = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const table_game game(random_table(random, varied_shape(random, number)));
    const std::uint64_t n = game.num_positions();
    const std::vector<std::uint64_t> ends = cut(random, n, 1 + number % 4);
    if (std::adjacent_find(ends.begin(), ends.end()) != ends.end() || ends.front() == 0) ++num_with_empty;
    const game_graph graph(game);
    const index_width width = number % 5 == 0 ? index_width::wide : index_width::narrow;
    const retrograde_options options{1 + static_cast<unsigned>(number / 4 % 2), width, edge_source::predecessors, 2};
    const solution whole = solve_implicit(game, {1});

    const std::uint32_t save_after = 1 + static_cast<std::uint32_t>(number % 7);
    std::deque<saver_of_wave> savers;
    for (std::size_t i = 0; i < ends.size(); ++i) savers.emplace_back(save_after);
    std::vector<solve_visitor*> visitors;
    for (saver_of_wave& saver : savers) visitors.push_back(&saver);
    SCOPED_TRACE(number);
    const blocks_result implicit = solve_in_blocks(graph, graph, ends, options, visitors);
    expect_whole(implicit, whole, game);
    num_sent += implicit.num_sent;
    if (number / 8 % 2 == 0) continue;

    std::vector<std::optional<saved_solve>> saved;
    for (saver_of_wave& saver : savers) saved.push_back(std::move(saver.saved));
    const stored_graph stored = materialize(graph, {1, width});
    std::visit(
        [&](const auto& rows) {
          solve_visitor silent;
          const std::vector<solve_visitor*> nobody(ends.size(), &silent);
          expect_whole(solve_in_blocks(rows, graph, ends, options, nobody), whole, game);
          if (!saved.front()) return;  // the solve had fewer waves
          ++num_resumed;
          expect_whole(solve_in_blocks(rows, graph, ends, options, nobody, saved), whole, game);
        },
        stored);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(num_sent, num_graphs);
  EXPECT_GT(num_with_empty, num_graphs / 20);
  EXPECT_GT(num_resumed, num_graphs / 8);
}

TEST(blocks_and_slices, blocks_hold_a_saved_solve_against_its_milestone_together) {
  const table_game game(path(100, result::won_by(player::first)));
  const game_graph graph(game);
  const std::vector<std::uint64_t> ends{10, 50, 100};
  solve_visitor silent;
  const std::vector<solve_visitor*> nobody(ends.size(), &silent);
  const auto resumed = [&](const auto& change) {
    std::deque<saver_of_wave> savers;
    std::vector<solve_visitor*> visitors;
    for (std::size_t i = 0; i < ends.size(); ++i) visitors.push_back(&savers.emplace_back(7));
    (void)solve_in_blocks(graph, graph, ends, {1}, visitors);
    std::vector<std::optional<saved_solve>> saved;
    for (saver_of_wave& saver : savers) saved.push_back(std::move(saver.saved));
    change(saved);
    return solve_in_blocks(graph, graph, ends, {1}, nobody, saved);
  };
  // Any block may count for another one.
  expect_whole(resumed([](auto& saved) {
                 saved[0]->milestone.edges += saved[2]->milestone.edges;
                 saved[2]->milestone.edges = 0;
               }),
               solve_implicit(game, {1}), game);
  const auto expect_refused = [&](const auto& change, const std::string& why) {
    EXPECT_EQ(resumed(change).errors,
              (std::vector<std::string>(3, "the saved solve is not one of these rules: " + why)));
  };
  expect_refused([](auto& saved) { ++saved[1]->milestone.edges; }, "it has another number of positions or moves");
  expect_refused([](auto& saved) { --saved[2]->milestone.legal_positions; },
                 "it has another number of positions or moves");
  expect_refused(
      [](auto& saved) {
        for (auto& one : saved) ++one->milestone.waves;
      },
      "8 waves, where there were 7");
}

TEST(blocks_and_slices, outboxes_without_room_are_delivered_before_the_wave_goes_on) {
  random_generator random(1303);
  std::uint64_t num_put_off = 0;
  for (std::uint64_t number = 0; number < 8; ++number) {
    random_table_shape shape = varied_shape(random, number);
    shape.num_positions = 100'000;  // several stretches in a wave
    const table_game game(random_table(random, shape));
    const game_graph graph(game);
    const std::vector<std::uint64_t> ends = cut(random, game.num_positions(), 2 + number % 3);
    const retrograde_options options{1 + static_cast<unsigned>(number / 4 % 2), index_width::narrow,
                                     edge_source::predecessors, 2};
    solve_visitor silent;
    const std::vector<solve_visitor*> nobody(ends.size(), &silent);
    SCOPED_TRACE(number);
    const blocks_result blocks = solve_in_blocks(graph, graph, ends, options, nobody, {}, 100);
    expect_whole(blocks, solve_implicit(game, {1}), game);
    num_put_off += blocks.num_put_off;
  }
  EXPECT_GT(num_put_off, 8U);
}

/// Every vertex has a place in one block.
void expect_places(const block_partition& partition) {
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
    // A cursor says the same, in whatever order it is asked.
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

TEST(blocks_and_slices, a_partition_gives_every_vertex_a_place_in_one_block) {
  for (const std::uint64_t num_blocks : {1U, 2U, 3U, 5U, 9U}) {
    for (const std::uint64_t layers : {1U, 2U, 3U, 4U, 20U}) {
      for (const std::uint64_t layer : {1U, 2U, 7U, 30U}) {
        expect_places(block_partition(layers * layer, layers, num_blocks));
      }
    }
    // Layers of different sizes, few and many.
    expect_places(block_partition(stretch_list({0, 0, 1, 40, 40, 47, 50}), num_blocks));
    std::vector<std::uint64_t> bounds{0};
    for (std::uint64_t size = 0; size < 25; ++size) bounds.push_back(bounds.back() + size * size % 11);
    expect_places(block_partition(stretch_list(std::move(bounds)), num_blocks));
    expect_places(block_partition(stretch_list({0, 0}), num_blocks));
  }
}

TEST(blocks_and_slices, each_block_has_the_same_part_of_every_layer) {
  const block_partition partition(stretch_list({0, 10, 110, 113}), 2);
  EXPECT_EQ(partition.num_layers(), 3U);
  for (const auto& [vertex, owner] : {std::pair(4U, 0U), {5U, 1U}, {59U, 0U}, {60U, 1U}, {111U, 0U}, {112U, 1U}}) {
    EXPECT_EQ(partition.owner(vertex), owner) << vertex;
  }
  EXPECT_EQ(partition.block(0).size(), 57U);
  EXPECT_EQ(partition.block(1).size(), 56U);
}

TEST(blocks_and_slices, blocks_widen_their_words_together) {
  constexpr std::uint32_t size = 9'000;
  for (const result& end : {result::won_by(player::first), result::tied()}) {
    const table_game game(path(size, end));
    const game_graph graph(game);
    solve_visitor silent;
    const std::vector<solve_visitor*> nobody(3, &silent);
    // The last block is the one that needs it; the one before has a vertex alone.
    expect_whole(solve_in_blocks(graph, graph, {4'000, 4'001, size}, {1}, nobody), solve_implicit(game, {1}), game);
  }
}

TEST(blocks_and_slices, blocks_refuse_a_distance_that_fits_no_word_together) {
  constexpr std::uint32_t most = packed_word<std::uint32_t>::max_low;
  const table_game game(path(4, result::won_by(player::first, most - 1)));
  const game_graph graph(game);
  solve_visitor silent;
  const std::vector<solve_visitor*> nobody(2, &silent);
  for (const std::string& message : solve_in_blocks(graph, graph, {1, 4}, {1}, nobody).errors) {
    EXPECT_EQ(message, "the distance 536870912 exceeds the largest that can be stored, 536870911");
  }
}

/// Asks to stop once a wave is done.
class stopper_after_wave : public solve_visitor {
 public:
  void wave(const wave_report& report) override { m_waves = report.number; }
  [[nodiscard]] bool stop_requested() const override { return m_waves >= 3; }

 private:
  std::uint32_t m_waves = 0;
};

TEST(blocks_and_slices, blocks_stop_together_between_waves) {
  const table_game game(path(100, result::won_by(player::first)));
  const game_graph graph(game);
  solve_visitor silent;
  stopper_after_wave stopper;
  const std::vector<solve_visitor*> visitors{&silent, &stopper, &silent};
  const blocks_result stopped = solve_in_blocks(graph, graph, {10, 50, 100}, {1}, visitors);
  EXPECT_EQ(stopped.errors, (std::vector<std::string>(3, "interrupted")));
}

TEST(blocks_and_slices, blocks_do_not_wait_for_one_that_has_failed) {
  const table_game game(path(100, result::won_by(player::first)));
  const game_graph graph(game);
  solve_visitor silent;
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

// Slices

/// The positions of one slice of a table as a graph of its own, with moves to slices before it.
struct slice {
  using vertex_descriptor = std::uint32_t;

  const game_table* table = nullptr;
  const std::vector<position_value>* values = nullptr;  ///< of the whole table, where they are known
  std::vector<std::uint32_t> members;                   ///< [vertex]: the position
  std::vector<std::vector<std::uint32_t>> inside;       ///< [vertex]
  std::vector<std::vector<std::uint32_t>> outside;      ///< [vertex]: positions

  friend std::uint64_t num_vertices(const slice& s) { return s.members.size(); }

  [[nodiscard]] position_label label(std::uint64_t v) const {
    const table_row& row = table->rows[members[v]];
    return {row.is_legal, row.to_move, row.terminal};
  }
  [[nodiscard]] result no_moves(std::uint64_t v) const {
    EXPECT_TRUE(inside[v].empty() && outside[v].empty()) << "asked although there are moves";
    return table->rows[members[v]].no_moves;
  }
  [[nodiscard]] std::optional<player> infinite_play() const { return table->infinite_play; }
  template <class Callback>
  void for_each_outside(std::uint64_t v, const Callback& f) const {
    for (const std::uint32_t to : outside[v]) {
      const position_value value = (*values)[to];
      if (value.outcome == outcome::draw) {
        f(result::drawn());
      } else {
        const auto winner = raw_winner(value.outcome, table->rows[to].to_move);
        f(winner ? result::won_by(*winner, value.distance_plies) : result::tied(value.distance_plies));
      }
    }
  }
};

/// Walked forwards only: it is stored.
struct forward_slice : slice {
  template <class Callback>
  void for_each_successor(std::uint32_t v, const Callback& f) const {
    if (label(v).is_legal && !label(v).terminal) {
      for (const std::uint32_t to : inside[v]) f(to);
    }
  }
};

/// Walked backwards, without being stored.
struct backward_slice : slice {
  explicit backward_slice(const slice& s) : slice(s), predecessors(s.members.size()) {
    for (std::uint32_t v = 0; v < members.size(); ++v) {
      if (!label(v).is_legal || label(v).terminal) continue;
      for (const std::uint32_t to : inside[v]) predecessors[to].push_back(v);
    }
  }
  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const { return inside[v].size(); }
  template <class Callback>
  void for_each_predecessor(std::uint32_t v, const Callback& f) const {
    for (const std::uint32_t from : predecessors[v]) f(from);
  }
  std::vector<std::vector<std::uint32_t>> predecessors;
};
static_assert(!PredecessorGraph<forward_slice> && SuccessorGraph<forward_slice> && PredecessorGraph<backward_slice>);

/// Gives every position a slice, and leaves out the moves to later ones.
std::vector<std::uint32_t> slice_up(random_generator& random, game_table& table, std::uint32_t num_slices) {
  std::vector<std::uint32_t> slice_of(table.rows.size());
  for (auto& number : slice_of) number = static_cast<std::uint32_t>(random.below(num_slices));
  for (std::size_t p = 0; p < table.rows.size(); ++p) {
    std::erase_if(table.rows[p].successors, [&](std::uint32_t to) { return slice_of[to] > slice_of[p]; });
  }
  return slice_of;
}

slice slice_of_table(const game_table& table, const std::vector<std::uint32_t>& slice_of, std::uint32_t number,
                     const std::vector<position_value>& values) {
  slice s{&table, &values, {}, {}, {}};
  std::vector<std::uint32_t> vertex_of_position(table.rows.size());
  for (std::uint32_t p = 0; p < table.rows.size(); ++p) {
    if (slice_of[p] != number) continue;
    vertex_of_position[p] = static_cast<std::uint32_t>(s.members.size());
    s.members.push_back(p);
  }
  for (const std::uint32_t p : s.members) {
    s.inside.emplace_back();
    s.outside.emplace_back();
    for (const std::uint32_t to : table.rows[p].successors) {
      if (slice_of[to] == number) {
        s.inside.back().push_back(vertex_of_position[to]);
      } else {
        s.outside.back().push_back(to);
      }
    }
  }
  return s;
}

TEST(blocks_and_slices, random_graphs_in_slices_are_solved_like_the_whole) {
  constexpr std::uint64_t num_graphs = 600;
  random_generator random(1302);
  std::array<std::uint64_t, num_outcomes> arrived{};
  std::uint64_t num_resumed = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    game_table table = random_table(random, varied_shape(random, number));
    const auto num_slices = static_cast<std::uint32_t>(1 + number % 4);
    const std::vector<std::uint32_t> slice_of = slice_up(random, table, num_slices);
    const std::vector<position_value> expected = iterate_values(table);
    const solution whole = solve_implicit(table_game(table), {1});
    ASSERT_EQ(entries_of(whole.values), expected) << number;

    const unsigned threads = 1 + static_cast<unsigned>(number / 4 % 2);
    const retrograde_options options{threads, number % 5 == 0 ? index_width::wide : index_width::narrow,
                                     edge_source::predecessors, 2};
    std::vector<position_value> values(table.rows.size());
    std::uint64_t edges = 0;
    for (std::uint32_t one = 0; one < num_slices; ++one) {
      const slice part = slice_of_table(table, slice_of, one, values);
      for (std::size_t v = 0; v < part.members.size(); ++v) {
        for (const std::uint32_t to : part.outside[v]) ++arrived[static_cast<std::size_t>(values[to].outcome)];
      }
      const backward_slice backward(part);
      const forward_slice forward{part};
      saver_of_wave saver(1 + static_cast<std::uint32_t>(number % 5));
      const solution implicit = retrograde_analysis(backward, backward, options, saver);
      const auto entries = entries_of(implicit.values);
      solve_visitor silent;
      ASSERT_EQ(entries_of(retrograde_analysis(forward, forward, options, silent).values), entries) << number;
      if (saver.saved) {
        ++num_resumed;
        saved_solve saved = std::move(*saver.saved);
        const solution resumed = retrograde_analysis(backward, backward, options, silent, &saved);
        ASSERT_EQ(entries_of(resumed.values), entries) << number;
        ASSERT_EQ(resumed.waves, implicit.waves) << number;
      }
      if (number % 3 == 0 && !entries.empty()) {
        const std::vector<std::uint64_t> ends = cut(random, entries.size(), 2 + number / 3 % 3);
        const std::vector<solve_visitor*> nobody(ends.size(), &silent);
        const blocks_result blocks = solve_in_blocks(backward, backward, ends, options, nobody);
        ASSERT_EQ(blocks.errors, std::vector<std::string>(ends.size())) << number;
        ASSERT_EQ(joined_entries(blocks), entries) << number;
      }
      for (std::size_t v = 0; v < entries.size(); ++v) {
        ASSERT_EQ(entries[v], expected[part.members[v]])
            << "graph " << number << ", slice " << one << ", position " << part.members[v];
        values[part.members[v]] = entries[v];
      }
      edges += implicit.edges;
    }
    ASSERT_EQ(edges, whole.edges) << number;
  }
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
    EXPECT_GT(arrived[static_cast<std::size_t>(o)], num_graphs / 2) << to_string(o);
  }
  EXPECT_GT(num_resumed, num_graphs / 3);
}

/// One vertex of the first player with moves to the outside alone.
struct lonely_slice {
  using vertex_descriptor = std::uint32_t;
  std::vector<result> outside;
  std::optional<player> endless;

  friend std::uint64_t num_vertices(const lonely_slice&) { return 1; }
  [[nodiscard]] static std::uint64_t num_successors(std::uint64_t) { return 0; }
  template <class Callback>
  void for_each_predecessor(std::uint32_t, const Callback&) const {}
  [[nodiscard]] static position_label label(std::uint64_t) { return {}; }
  [[nodiscard]] static result no_moves(std::uint64_t) { return result::won_by(player::second, 1000); }
  [[nodiscard]] std::optional<player> infinite_play() const { return endless; }
  template <class Callback>
  void for_each_outside(std::uint64_t, const Callback& f) const {
    for (const result& to : outside) f(to);
  }
};

solution solved_alone(std::vector<result> outside, std::optional<player> infinite_play = std::nullopt) {
  const lonely_slice graph{std::move(outside), infinite_play};
  return retrograde_analysis(graph, graph, {1});
}

position_value value_of(const std::vector<result>& outside, std::optional<player> infinite_play = std::nullopt) {
  const solution solved = solved_alone(outside, infinite_play);
  EXPECT_EQ(solved.edges, outside.size());
  return solved.values[0];
}

TEST(blocks_and_slices, values_from_outside_are_ordered_for_the_mover) {
  const result win = result::won_by(player::first, 7);
  const result late_win = result::won_by(player::first, 12);
  const result loss = result::won_by(player::second, 3);
  const result late_loss = result::won_by(player::second, 9);
  const result tie = result::tied(5);
  const result late_tie = result::tied(8);
  const result draw = result::drawn();
  const position_value drawn{outcome::draw, no_distance};
  EXPECT_EQ(value_of({late_win, win, late_win}), (position_value{outcome::win, 8}));
  EXPECT_EQ(value_of({loss, win, tie, draw}), (position_value{outcome::win, 8}));
  EXPECT_EQ(value_of({loss, late_loss, loss}), (position_value{outcome::loss, 10}));
  EXPECT_EQ(value_of({loss, late_tie, tie}), (position_value{outcome::tie, 6}));
  EXPECT_EQ(value_of({loss, draw}), drawn);
  EXPECT_EQ(value_of({tie, draw}), (position_value{outcome::tie, 6}));
  EXPECT_EQ(value_of({tie, draw}, player::first), drawn);
  EXPECT_EQ(value_of({tie, draw}, player::second), (position_value{outcome::tie, 6}));
  EXPECT_EQ(value_of({tie, late_tie, loss}, player::first), (position_value{outcome::tie, 9}));
  EXPECT_EQ(value_of({}), (position_value{outcome::loss, 1000}));
}

TEST(blocks_and_slices, values_from_outside_widen_the_words_or_are_too_far_away) {
  constexpr std::uint32_t most_narrow = packed_word<std::uint16_t>::max_low;
  constexpr std::uint32_t most = packed_word<std::uint32_t>::max_low;
  const auto ends_at = [](std::uint32_t plies) {
    return std::array{std::pair(outcome::win, result::won_by(player::first, plies)),
                      std::pair(outcome::loss, result::won_by(player::second, plies)),
                      std::pair(outcome::tie, result::tied(plies))};
  };
  for (const std::uint32_t plies : {most_narrow - 1, most_narrow, most_narrow + 1, most - 1}) {
    for (const auto& [becomes, outside] : ends_at(plies)) {
      const solution solved = solved_alone({outside});
      EXPECT_EQ(solved.values[0], (position_value{becomes, plies + 1}));
      EXPECT_EQ(solved.values.bytes_per_position(), plies < most_narrow ? 2U : 4U) << plies;
    }
  }
  for (const auto& [becomes, outside] : ends_at(most)) {
    EXPECT_THROW((void)solved_alone({outside}), contract_error) << to_string(becomes);
  }
}

}  // namespace
}  // namespace zermelo::test::blocks_and_slices_test
