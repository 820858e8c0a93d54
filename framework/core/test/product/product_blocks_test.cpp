// SPDX-License-Identifier: MIT
// Tests that a game in product form solved in blocks of rows has the solution of the game solved as a whole.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/value/solution_summary.hpp>

#include "blocks_on_threads.hpp"
#include "failing_visitor.hpp"
#include "random_product_game.hpp"
#include "table_game.hpp"

namespace zermelo::test::product_blocks_test {
namespace {

constexpr player first = player::first;
constexpr player second = player::second;

struct blocks_result {
  std::vector<std::optional<product_solution>> solutions;  ///< [block]
  std::vector<std::string> errors;                         ///< [block]: empty if the block was solved
  std::uint64_t bytes_sent = 0;
};

/// An exchange with a settable number of words per vector, which is the first number that blocks exchange.
class exchange_with_vectors final : public thread_exchange {
 public:
  exchange_with_vectors(rendezvous& others, std::size_t number, std::size_t capacity,
                        std::optional<std::uint64_t> vector_words)
      : thread_exchange(others, number, capacity), m_vector_words(vector_words) {}
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) override {
    return thread_exchange::least(m_vector_words ? std::exchange(m_vector_words, std::nullopt) : number);
  }

 private:
  std::optional<std::uint64_t> m_vector_words;
};

/// Solves all blocks at the same time, each on a separate thread.
/// @param vector_words  the words per vector of block 0; nothing: those of the processor
blocks_result solve_in_blocks(const listed_form_game& game, std::span<solve_visitor* const> visitors, unsigned threads,
                              std::size_t capacity, std::optional<std::uint64_t> vector_words = std::nullopt) {
  rendezvous others(visitors.size());
  blocks_result all;
  all.solutions.resize(visitors.size());
  std::atomic<std::uint64_t> bytes_sent{0};
  all.errors = errors_of_blocks(visitors.size(), [&](std::size_t i) {
    exchange_with_vectors exchange(others, i, capacity, i == 0 ? vector_words : std::nullopt);
    all.solutions[i].emplace(solve_product_block(product_rules_of(game), threads, *visitors[i], exchange));
    bytes_sent += exchange.bytes_sent();
  });
  all.bytes_sent = bytes_sent.load();
  return all;
}

/// Compares the solution with that of the whole game. Returns the bytes sent between the blocks.
std::uint64_t expect_whole(const listed_form_game& game, std::size_t num_blocks, unsigned threads, std::size_t capacity,
                           std::optional<std::uint64_t> vector_words = std::nullopt) {
  const product_solution whole = solve_product(game, 1, silent);
  const std::vector<position_value> expected = entries_of(whole);
  const blocks_result blocks =
      solve_in_blocks(game, std::vector<solve_visitor*>(num_blocks, &silent), threads, capacity, vector_words);
  const block_partition partition = product_partition(game.product(), num_blocks);
  std::uint64_t edges = 0;
  std::uint64_t positions = 0;
  for (std::size_t b = 0; b < num_blocks; ++b) {
    EXPECT_EQ(blocks.errors[b], "");
    if (!blocks.solutions[b]) return 0;
    const product_solution& one = *blocks.solutions[b];
    const layered_range own = partition.block(b);
    EXPECT_EQ(one.size(), own.size());
    EXPECT_EQ(one.waves(), whole.waves());
    edges += one.edges();
    positions += one.size();
    const std::vector<position_value> entries = entries_of(one);
    for (std::uint64_t i = 0; i < entries.size(); ++i) {
      if (entries[i] == expected[own.vertex_at(i)]) continue;
      ADD_FAILURE() << "position " << own.vertex_at(i) << " of block " << b;
      return 0;
    }
  }
  EXPECT_EQ(edges, whole.edges());
  EXPECT_EQ(positions, whole.size());
  return blocks.bytes_sent;
}

/// Every second game has a grid.
random_product_shape shape_of(random_generator& random, std::uint64_t number) {
  random_product_shape shape = varied_product_shape(random, number / 2);
  if (number % 3 == 0) shape.drawn_chance = 0.2;
  if (number % 2 == 0) return shape;
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 5> sizes{{{1, 1}, {5, 5}, {1, 40}, {9, 130}, {13, 17}}};
  std::tie(shape.rows, shape.columns) = sizes[random.below(sizes.size())];
  for (auto& walker : shape.walkers) walker.nodes = std::min(walker.nodes, shape.rows * shape.columns);
  return shape;
}

TEST(product_blocks, match_unpartitioned_solution_of_random_games) {
  random_generator random(2001);
  std::uint64_t num_talking = 0;
  constexpr std::uint64_t num_games = 300;
  for (std::uint64_t number = 0; number < num_games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    random_product_shape shape = shape_of(random, number);
    if (number % 50 >= 48) {  // rows of many vectors
      shape.walkers = {{first, 40}, {second, 1500}};
      shape.turns = {first, second};
      shape.end_chance = 0.02;
      shape.rows = number % 2 == 0 ? 40 : 0;
      shape.columns = 60;
    }
    const random_product_game game(random, shape);
    const std::size_t num_blocks = 1 + number / 8 % 5;
    // A row takes at least 17 bytes, so usually there are several rounds.
    const std::size_t capacity = number % 100 == 99 ? 1 : number % 7 == 0 ? 50 : 5000;
    if (expect_whole(game, num_blocks, 1 + static_cast<unsigned>(number % 2), capacity) > 0) ++num_talking;
  }
  EXPECT_GT(num_talking, num_games / 4);
}

/// Adds the nodes of a path, and their moves by at most `down` nodes down and `up` nodes up, limited to those for which
/// `has_move` is true.
void add_path(
    product_walker& walker, std::uint32_t length, node_number down, node_number up,
    const std::function<bool()>& has_move = [] { return true; }) {
  for (node_number p = 0; p < length; ++p) {
    walker.moves.add_node();
    for (node_number to = p < down ? 0 : p - down; to < std::min(length, p + up + 1); ++to) {
      if (to != p && has_move()) walker.moves.add_neighbour(to);
    }
  }
}

TEST(product_blocks, match_unpartitioned_solution_with_more_waves_than_stamps) {
  // The first walker follows a one-way path, so every wave is one node farther, through all blocks.
  product_walker along{first, {}, {}};
  add_path(along, 600, 1, 0);
  product_walker waits{second, {}, {}};
  for (node_number p = 0; p < 3; ++p) {
    waits.moves.add_node();
    waits.moves.add_neighbour((p + 1) % 3);
  }
  const auto end_of = [](const form_game::state& s) -> std::optional<result> {
    if (s.nodes[0] != 0) return std::nullopt;
    return s.nodes[1] == 0 ? result::won_by(first) : result::tied();
  };
  EXPECT_GT(expect_whole({{{along, waits}, {first, second}}, std::nullopt, end_of}, 4, 1, 100), 0U);
}

/// The first walker follows a path by one or two steps. The moves of the other walker and the terminals are random.
listed_form_game walk_game(random_generator& random, std::uint32_t length) {
  constexpr node_number nodes = 40;
  product_walker along{first, {}, {}};
  add_path(along, length, 2, 1, [&] { return random.chance(0.7); });
  product_walker anywhere{second, {}, {}};
  add_path(anywhere, nodes, nodes, nodes, [&] { return random.chance(0.05); });
  const auto end_of = [&](const form_game::state&) -> std::optional<result> {
    if (random.chance(0.02)) return result::won_by(random.chance(0.5) ? first : second);
    return random.chance(0.01) ? std::optional(result::tied()) : std::nullopt;
  };
  return {{{along, anywhere}, {first, second}}, std::nullopt, end_of};
}

random_product_game game_of_many_waves() {
  random_generator random(2003);
  random_product_shape shape;
  shape.walkers = {{first, 60}, {second, 60}};
  shape.stuck_chance = 0;
  shape.end_chance = 0.005;
  return {random, shape};
}

TEST(product_blocks, all_stop_if_one_fails_or_is_requested_to_stop) {
  const random_product_game game = game_of_many_waves();
  for (std::size_t that = 0; that < 3; ++that) {
    for (const std::uint32_t wave : {1U, 4U}) {
      std::vector<solve_visitor*> visitors(3, &silent);
      failing_visitor failing("", wave);
      visitors[that] = &failing;
      std::vector<std::string> expected(3, "another block has failed");
      expected[that] = "the disk is full";
      EXPECT_EQ(solve_in_blocks(game, visitors, 1, 1000).errors, expected);
      stop_in_wave stop_token(wave);
      visitors[that] = &stop_token;
      EXPECT_EQ(solve_in_blocks(game, visitors, 1, 1000).errors, std::vector<std::string>(3, "interrupted"));
    }
  }
}

TEST(product_blocks, all_blocks_use_the_shortest_vectors_of_any_block) {
  const random_product_game game = game_of_many_waves();
  const product_walker& last = game.form().walkers.back();
  for (const std::size_t most : {2U, 4U, 8U}) {
    EXPECT_LE(zermelo::detail::bit_board(last, most).kernels().vector_words, most);
  }
  EXPECT_GT(expect_whole(game, 2, 1, 1000, 2), 0U);
}

TEST(product_blocks, row_runs_return_rows_by_number_and_numbers_by_row) {
  zermelo::detail::row_runs runs;
  EXPECT_EQ(runs.size(), 0U);
  const std::vector<std::uint64_t> rows{3, 4, 5, 9, 11, 12};
  for (const std::uint64_t row : rows) {
    runs.add(row);
    runs.add(row);
  }
  ASSERT_EQ(runs.size(), rows.size());
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(runs[i], rows[i]);
    EXPECT_EQ(runs.number_of(rows[i]), i);
  }
}

TEST(product_blocks, measure_cut_returns_most_rows_that_a_block_reads_from_others) {
  random_generator random(2011);
  std::uint64_t num_read = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const product_form form = random_product_game(random, shape_of(random, number)).product();
    const product_index index(form);
    const zermelo::detail::row_cut cut(index, 1 + number % 6, 1 + number / 6 % 4);
    const auto seen = zermelo::detail::measure_cut(cut, form, index, zermelo::detail::reversed_moves(form));
    const zermelo::detail::walker_steps steps(form, std::nullopt);
    std::uint64_t most = 0;
    for (std::uint64_t block = 0; block < cut.num_blocks(); ++block) {
      std::uint64_t of_others = 0;
      for (std::size_t s = 0; s < steps.size(); ++s) of_others += cut.read_by(block, form, index, steps[s]).size();
      most = std::max(most, of_others);
    }
    EXPECT_EQ(seen.max_of_others, most) << number;
    num_read += most;
  }
  EXPECT_GT(num_read, 1000U);
}

TEST(product_blocks, estimate_rows_read_from_other_blocks) {
  // A path of 10 nodes, both ways: two blocks of 5, each of which reads one row of the other.
  product_walker along{first, {}, {}};
  add_path(along, 10, 1, 1);
  const product_form form{{along, {second, along.moves, {}}}, {first, second}};
  const auto two = zermelo::detail::choose_row_cut(form, 2);
  EXPECT_EQ(two.cut.num_ranges(), 1U);
  EXPECT_DOUBLE_EQ(two.read_share, 0.2);
  EXPECT_EQ(two.max_of_others, 1U);
  const auto five = zermelo::detail::choose_row_cut(form, 5);
  EXPECT_DOUBLE_EQ(five.read_share, 0.8);
  EXPECT_EQ(five.max_of_others, 2U);
  EXPECT_DOUBLE_EQ(zermelo::detail::choose_row_cut(form, 1).read_share, 0);
  const planned_rows half{5, 1};
  EXPECT_LT(product_bytes(form, half).value(), product_bytes(form).value());
}

TEST(product_blocks, cut_has_more_ranges_if_blocks_read_few_rows_of_others) {
  random_generator random(2004);
  const listed_form_game game = walk_game(random, 400);
  const auto two = zermelo::detail::choose_row_cut(game.form(), 2);
  EXPECT_EQ(two.cut.num_ranges(), 4U);
  EXPECT_EQ(two.cut.max_rows(), 200U);
  EXPECT_GT(two.read_share, 0);
  EXPECT_EQ(zermelo::detail::choose_row_cut(game.form(), 20).cut.num_ranges(), 1U);
  for (std::uint32_t number = 0; number < 30; ++number) {
    SCOPED_TRACE(number);
    EXPECT_GT(expect_whole(walk_game(random, 200 + number * 7), 2 + number % 3, 1 + number % 2, 500), 0U);
  }
}

}  // namespace
}  // namespace zermelo::test::product_blocks_test
