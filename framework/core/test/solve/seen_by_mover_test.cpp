// SPDX-License-Identifier: MIT
// Positions without colour, seen by whoever is to move: every solver says of them what value iteration says of the same
// game with colours, in which every position is there twice.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/state_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "../saved_copy.hpp"
#include "../table_game.hpp"

namespace zermelo::test::seen_by_mover_test {
namespace {

/// A table whose ends name the player to move `first`. Whom the table says to move is not asked.
class colourless_game {
 public:
  using state = std::uint32_t;
  static constexpr bool seen_by_mover = true;

  explicit colourless_game(game_table table) : m_table(std::move(table)), m_predecessors(m_table.rows.size()) {
    for (state from = 0; from < m_table.rows.size(); ++from) {
      const table_row& row = m_table.rows[from];
      if (!row.is_legal || row.terminal) continue;
      for (const state to : row.successors) m_predecessors[to].push_back(from);
    }
  }

  [[nodiscard]] position num_positions() const { return m_table.rows.size(); }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
  [[nodiscard]] bool is_legal(state s) const { return m_table.rows[s].is_legal; }
  [[nodiscard]] std::optional<result> terminal(state s) const { return m_table.rows[s].terminal; }
  [[nodiscard]] result no_moves(state s) const { return m_table.rows[s].no_moves; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    for (const state to : m_table.rows[s].successors) f(to);
  }
  template <class Callback>
  void for_each_predecessor(state s, const Callback& f) const {
    for (const state from : m_predecessors[s]) f(from);
  }

  [[nodiscard]] const game_table& table() const { return m_table; }

 private:
  game_table m_table;
  std::vector<std::vector<state>> m_predecessors;
};

/// The same game with colours: position 2 v is v with the first player to move, 2 v + 1 with the second.
game_table with_colours(const game_table& table) {
  game_table coloured;
  for (const table_row& row : table.rows) {
    for (const player mover : {player::first, player::second}) {
      const auto named = [mover](result end) {
        if (end.winner && mover == player::second) end.winner = opponent(*end.winner);
        return end;
      };
      table_row twin{row.is_legal, mover, {}, named(row.no_moves), {}};
      if (row.terminal) twin.terminal = named(*row.terminal);
      const auto other = static_cast<std::uint32_t>(index_of(opponent(mover)));
      for (const std::uint32_t to : row.successors) twin.successors.push_back(2 * to + other);
      coloured.rows.push_back(std::move(twin));
    }
  }
  return coloured;
}

/// By value iteration with colours, which must not matter.
std::vector<position_value> expected_values(const game_table& table) {
  const std::vector<position_value> coloured = iterate_values(with_colours(table));
  std::vector<position_value> values;
  for (std::size_t v = 0; v < table.rows.size(); ++v) {
    EXPECT_EQ(coloured[2 * v], coloured[2 * v + 1]) << v;
    values.push_back(coloured[2 * v]);
  }
  return values;
}

random_table_shape shape_without_colours(random_generator& random, std::uint64_t number) {
  random_table_shape shape = varied_shape(random, number);
  shape.infinite_play.reset();
  if (number % 4 == 3) shape.drawn_chance = 0.5;
  return shape;
}

TEST(seen_by_mover, every_solver_says_what_it_would_with_colours) {
  constexpr std::uint64_t num_graphs = 3'000;
  constexpr std::uint64_t shared_from = 8;  // waves of this size on are split between threads
  random_generator random(913);
  solve_visitor silent;
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const colourless_game game(random_table(random, shape_without_colours(random, number)));
    const auto expected = expected_values(game.table());
    for (const position_value value : expected) ++seen[static_cast<std::size_t>(value.outcome)];
    for (const unsigned threads : {1U, 2U}) {
      for (const edge_source source : {edge_source::predecessors, edge_source::successors}) {
        const retrograde_options options{threads, index_width::narrow, source, shared_from};
        ASSERT_EQ(entries_of(solve_explicit(game, options, silent).values), expected) << "explicit, " << number;
      }
      const retrograde_options options{threads, index_width::narrow, edge_source::predecessors, shared_from};
      ASSERT_EQ(entries_of(retrograde_analysis(rules_of_game(game), options, silent).values), expected)
          << "implicit, " << number;
      const state_graph stored(game);
      ASSERT_EQ(entries_of(retrograde_analysis(stored, stored, options).values), expected) << "stored, " << number;
      ASSERT_TRUE(verify_solution(stored, stored, listed_entries(expected), threads, silent).accepted()) << number;
    }
    ASSERT_EQ(entries_of(solve_by_queue(game, silent)), expected) << "queue, " << number;
    ASSERT_TRUE(verify_solution(game, listed_entries(expected), 1U, silent).accepted()) << number;
  }
  for (const std::uint64_t positions : seen) EXPECT_GT(positions, num_graphs);
}

TEST(seen_by_mover, a_changed_entry_is_found) {
  constexpr std::uint64_t num_graphs = 100;
  random_generator random(1728);
  solve_visitor silent;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const colourless_game game(random_table(random, shape_without_colours(random, number)));
    std::vector<position_value> entries = expected_values(game.table());
    for (position_value& entry : entries) {
      const position_value right = entry;
      for (const outcome wrong : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
        entry = {wrong, wrong == outcome::draw                ? no_distance
                        : right.distance_plies == no_distance ? 1
                                                              : right.distance_plies};
        if (entry == right) continue;
        ASSERT_FALSE(verify_solution(game, listed_entries(entries), 1U, silent).accepted()) << number;
      }
      entry = right;
    }
  }
}

/// Saves every wave.
class saver : public solve_visitor {
 public:
  void at_rest(const solve_snapshot& snapshot) override { saves.push_back(copy_of(snapshot)); }
  std::vector<saved_solve> saves;
};

TEST(seen_by_mover, every_wave_is_continued_to_the_same_end_from_words_and_from_entries) {
  constexpr std::uint64_t num_graphs = 200;
  random_generator random(11);
  solve_visitor silent;
  std::size_t num_saves = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    const colourless_game game(random_table(random, shape_without_colours(random, number)));
    saver visitor;
    const auto expected = entries_of(retrograde_analysis(rules_of_game(game), {1}, visitor).values);
    for (saved_solve& saved : visitor.saves) {
      saved_solve by_entries{saved.milestone, {}};
      saved_solve copy = copy_of(saved);
      by_entries.entries =
          std::visit([](auto& words) { return std::make_unique<const value_table>(std::move(words)); }, copy.words);
      ASSERT_EQ(entries_of(retrograde_analysis(rules_of_game(game), {1}, silent, &by_entries).values), expected)
          << number;
      ASSERT_EQ(entries_of(solve_explicit(game, {2}, silent, &saved).values), expected) << number;
      ++num_saves;
    }
  }
  EXPECT_GT(num_saves, num_graphs);
}

}  // namespace
}  // namespace zermelo::test::seen_by_mover_test
