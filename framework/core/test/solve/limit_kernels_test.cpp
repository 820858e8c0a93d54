// SPDX-License-Identifier: MIT
// The kernels that solvers are measured against do all the work that they stand for.
#include <zermelo/core/solve/limit_kernels.hpp>

#include <cstdint>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/game_graph.hpp>

#include "table_game.hpp"

namespace zermelo::test {
namespace {

using stored_type = transposed_graph<std::uint32_t, std::uint32_t>;

class limit_kernels : public ::testing::Test {
 protected:
  limit_kernels() : m_game(make_game()), m_stored(std::get<stored_type>(materialize(game_graph(m_game)))) {}

  /// How many edges lead backwards to each vertex: its out-degree in the game.
  [[nodiscard]] std::vector<std::uint64_t> touches() const {
    std::vector<std::uint64_t> counts(m_game.num_positions());
    for (std::uint32_t v = 0; v < counts.size(); ++v) counts[v] = m_stored.num_successors(v);
    return counts;
  }

  static table_game make_game() {
    random_generator random(5);
    random_table_shape shape;
    shape.num_positions = 40'000;
    shape.mean_out_degree = 4;
    shape.hole_chance = 0.1;
    return table_game(random_table(random, shape));
  }

  table_game m_game;
  stored_type m_stored;
  solve_visitor m_silent;
};

TEST_F(limit_kernels, stream_touches_every_edge_once) {
  std::vector<std::uint8_t> bytes(m_game.num_positions(), 0);
  stream_rows(m_stored, std::span(bytes), 1, m_silent);
  const auto expected = touches();
  for (std::size_t v = 0; v < bytes.size(); ++v) ASSERT_EQ(bytes[v], static_cast<std::uint8_t>(0 - expected[v])) << v;
}

TEST_F(limit_kernels, gather_touches_every_edge_of_the_order_once) {
  std::vector<std::uint32_t> order(m_game.num_positions());
  std::iota(order.rbegin(), order.rend(), 0U);
  std::vector<std::uint16_t> words(m_game.num_positions(), 0);
  gather_rows(m_stored, std::span<const std::uint32_t>(order), std::span(words), 1, m_silent);
  const auto expected = touches();
  for (std::size_t v = 0; v < words.size(); ++v) ASSERT_EQ(words[v], static_cast<std::uint16_t>(0 - expected[v])) << v;

  // Half of the order is the edges of those rows alone.
  order.resize(order.size() / 2);
  std::fill(words.begin(), words.end(), std::uint16_t{0});
  gather_rows(m_stored, std::span<const std::uint32_t>(order), std::span(words), 1, m_silent);
  std::uint64_t touched = 0;
  for (const std::uint16_t word : words) touched += static_cast<std::uint16_t>(0 - word);
  std::uint64_t edges = 0;
  for (const std::uint32_t v : order) edges += m_stored.rows().row(v).size();
  EXPECT_EQ(touched, edges);
}

TEST_F(limit_kernels, threads_go_through_all_of_it) {
  std::vector<std::uint16_t> words(m_game.num_positions(), 0);
  std::vector<std::uint32_t> order(m_game.num_positions());
  std::iota(order.begin(), order.end(), 0U);
  gather_rows(m_stored, std::span<const std::uint32_t>(order), std::span(words), 4, m_silent);
  const auto expected = touches();
  // Updates may be lost where threads meet, but not all of a vertex's.
  for (std::size_t v = 0; v < words.size(); ++v) ASSERT_EQ(words[v] == 0, expected[v] == 0) << v;
}

}  // namespace
}  // namespace zermelo::test
