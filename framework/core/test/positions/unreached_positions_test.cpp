// SPDX-License-Identifier: MIT
// Tests the positions that play does not reach against a different search.
#include <zermelo/core/positions/unreached_positions.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "table_game.hpp"

namespace zermelo::test::unreached_positions_test {
namespace {

unreached_positions unreached_of(const game_table& table, position start, unsigned threads,
                                 const std::function<bool(position)>& is_expanded = nullptr) {
  const forward_table_game game(table);
  return find_unreached(rules_of_game<forward_table_game>(game), start, threads, silent, is_expanded);
}

/// The reached positions, found with a growing list.
std::vector<bool> reached_from(const game_table& table, std::uint32_t start,
                               const std::function<bool(position)>& is_expanded) {
  std::vector<bool> reached(table.rows.size());
  std::vector<std::uint32_t> list{start};
  reached[start] = true;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const table_row& row = table.rows[list[i]];
    if (row.terminal || !is_expanded(list[i])) continue;
    for (const std::uint32_t to : row.successors) {
      if (!reached[to]) list.push_back(to);
      reached[to] = true;
    }
  }
  return reached;
}

TEST(unreached_positions, match_a_reference_search) {
  for (const std::uint32_t size : {1U, 63U, 64U, 65U, 300U, 50'000U}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      random_generator random(seed);
      random_table_shape shape;
      shape.num_positions = size;
      shape.mean_out_degree = 3;
      const game_table table = random_table(random, shape);
      const auto start = static_cast<std::uint32_t>(random.below(size));
      for (const bool all : {true, false}) {
        const auto is_expanded = [all](position p) { return all || p % 3 != 0; };
        const std::vector<bool> reached = reached_from(table, start, is_expanded);
        unreached_positions expected;
        for (position p = size; p-- > 0;) {
          if (reached[p]) continue;
          ++expected.count;
          expected.first = p;
        }
        for (const unsigned threads : {1U, 2U, 3U}) {
          const auto found =
              all ? unreached_of(table, start, threads) : unreached_of(table, start, threads, is_expanded);
          ASSERT_EQ(found.count, expected.count) << size << ' ' << seed << ' ' << threads;
          ASSERT_EQ(found.first, expected.first) << size << ' ' << seed << ' ' << threads;
          if (!all) continue;
          const forward_table_game game(table);
          const auto words = find_reached(rules_of_game<forward_table_game>(game), start, threads, silent);
          ASSERT_EQ(words.size(), (size + 63) / 64);
          for (position p = 0; p < size; ++p) ASSERT_EQ((words[p / 64] >> (p % 64) & 1) != 0, reached[p]) << p;
        }
      }
    }
  }
}

TEST(unreached_positions, are_counted_on_a_long_path) {
  constexpr std::uint32_t size = 100'000;
  const game_table table = path(size, result::won_by(player::first));
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_EQ(unreached_of(table, size - 1, threads).count, 0);
    const auto from_the_middle = unreached_of(table, size / 2, threads);
    EXPECT_EQ(from_the_middle.count, size - 1 - size / 2);
    EXPECT_EQ(from_the_middle.first, size / 2 + 1);
  }
}

/// A game that does not number the last row of its table.
class shorter_game : public forward_table_game {
 public:
  using forward_table_game::forward_table_game;
  [[nodiscard]] position num_positions() const { return m_table.rows.size() - 1; }
};

TEST(unreached_positions, search_rejects_move_outside_the_index_space) {
  game_table table;
  table.rows.resize(4);
  table.rows[0].successors = {1};
  table.rows[1].successors = {3};
  const shorter_game game(table);
  const rules_of_game<shorter_game> rules(game);
  EXPECT_THROW((void)find_unreached(rules, 0, 1, silent, nullptr), input_error);
  const auto is_expanded = [](position p) { return p != 1; };
  EXPECT_EQ(find_unreached(rules, 0, 1, silent, is_expanded).first, 2) << "without a check";
}

TEST(unreached_positions, search_stops_on_request) {
  const forward_table_game game(path(100'000, result::won_by(player::first)));
  testkit::stop_after monitor(50);
  EXPECT_THROW((void)find_unreached(rules_of_game<forward_table_game>(game), 99'999, 1, monitor), interrupted);
}

}  // namespace
}  // namespace zermelo::test::unreached_positions_test
