// SPDX-License-Identifier: MIT
// Tests that the limit kernels do all the work that they represent.
#include <zermelo/solving/bench/limit_kernels.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::limit_kernels_test {
namespace {

constexpr std::uint32_t num_vertices_of_game = 40'000;

/// A random graph with terminal positions of several distances, unused indices and ties, used only by this test.
class drawn_game {
 public:
  using vertex_descriptor = std::uint32_t;

  drawn_game() : m_labels(num_vertices_of_game), m_successors(num_vertices_of_game) {
    random_generator random(5);
    for (std::uint32_t v = 0; v < num_vertices_of_game; ++v) {
      position_label& label = m_labels[v];
      label.is_legal = random.below(10) > 0;
      label.to_move = random.below(2) == 0 ? player::first : player::second;
      const std::uint64_t kind = random.below(40);
      if (kind < 3) {
        label.terminal = kind == 0   ? result::won_by(player::first)
                         : kind == 1 ? result::won_by(player::second)
                                     : result::tied();
        label.terminal->distance_plies = static_cast<std::uint32_t>(random.below(3) * 2);
      }
    }
    for (std::uint32_t v = 0; v < num_vertices_of_game; ++v) {
      if (!m_labels[v].is_legal || m_labels[v].terminal) continue;
      for (std::uint64_t move = random.below(7); move > 0; --move) {
        const auto to = static_cast<std::uint32_t>(random.below(num_vertices_of_game));
        if (m_labels[to].is_legal) m_successors[v].push_back(to);
      }
    }
  }

  friend std::uint64_t num_vertices(const drawn_game& g) { return g.m_labels.size(); }
  void for_each_successor(std::uint32_t v, auto&& f) const {
    for (const std::uint32_t to : m_successors[v]) f(to);
  }
  [[nodiscard]] std::uint64_t num_successors(std::uint32_t v) const { return m_successors[v].size(); }
  [[nodiscard]] position_label label(std::uint64_t v) const { return m_labels[v]; }
  [[nodiscard]] result no_moves(std::uint64_t v) const { return result::won_by(opponent(m_labels[v].to_move)); }
  [[nodiscard]] std::optional<player> infinite_play() const { return std::nullopt; }

 private:
  std::vector<position_label> m_labels;
  std::vector<std::vector<std::uint32_t>> m_successors;
};

class limit_kernels_test : public ::testing::Test {
 protected:
  [[nodiscard]] stored_graph stored() const { return materialize(m_game); }
  [[nodiscard]] bool is_decided(std::uint64_t v) const {
    return m_values[v].outcome != outcome::draw && m_values[v].outcome != outcome::illegal;
  }

  solve_visitor m_silent;
  drawn_game m_game;
  value_table m_values = retrograde_analysis(materialize(m_game), m_game, {1}, m_silent).values;
};

TEST_F(limit_kernels_test, stream_visits_every_edge_once) {
  limit_kernels kernels(stored(), m_values, 1, m_silent);
  kernels.stream(m_silent);
  for (std::uint32_t v = 0; v < num_vertices_of_game; ++v) {
    ASSERT_EQ(kernels.bytes()[v], static_cast<std::uint8_t>(0 - m_game.num_successors(v))) << v;
  }
}

TEST_F(limit_kernels_test, gather_visits_every_edge_to_a_decided_vertex_once) {
  limit_kernels kernels(stored(), m_values, 1, m_silent);
  kernels.gather(m_silent);
  std::uint64_t touched = 0;
  for (std::uint32_t v = 0; v < num_vertices_of_game; ++v) {
    std::uint64_t expected = 0;
    m_game.for_each_successor(v, [&](std::uint32_t to) { expected += is_decided(to) ? 1 : 0; });
    ASSERT_EQ(kernels.words()[v], static_cast<std::uint16_t>(0 - expected)) << v;
    touched += expected;
  }
  EXPECT_GT(touched, num_vertices_of_game);
}

TEST_F(limit_kernels_test, stream_covers_all_vertices_with_several_threads) {
  limit_kernels kernels(stored(), m_values, 4, m_silent);
  kernels.stream(m_silent);
  // Updates may be lost if threads collide, but not all of a vertex's updates.
  for (std::uint32_t v = 0; v < num_vertices_of_game; ++v) {
    ASSERT_EQ(kernels.bytes()[v] == 0, m_game.num_successors(v) == 0) << v;
  }
}

TEST_F(limit_kernels_test, wave_order_matches_the_solve) {
  const auto check = [&](const stored_graph& of) {
    std::visit(
        [&]<class Graph>(const Graph& /*graph*/) {
          const auto order = wave_order<vertex_of<Graph>>(m_values, m_silent);
          std::vector<bool> seen(num_vertices_of_game, false);
          std::tuple<bool, std::uint32_t, std::uint64_t> last{};
          for (const auto v : order) {
            ASSERT_FALSE(seen[v]) << v;
            seen[v] = true;
            const std::tuple<bool, std::uint32_t, std::uint64_t> now{m_values[v].outcome == outcome::tie,
                                                                     m_values[v].distance_plies, v};
            ASSERT_LE(last, now) << v;
            last = now;
          }
          for (std::uint32_t v = 0; v < num_vertices_of_game; ++v) ASSERT_EQ(seen[v], is_decided(v)) << v;
          EXPECT_TRUE(std::get<0>(last));
          EXPECT_GT(std::get<1>(last), 4U);
        },
        of);
  };
  check(stored());
  check(materialize(m_game, {1, index_width::wide}));
}

}  // namespace
}  // namespace zermelo::limit_kernels_test
