// SPDX-License-Identifier: MIT
// The product solver where distances are long: ties behind late wins, values that widen, and the limit.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "cops_and_robbers_game.hpp"
#include "corridors.hpp"
#include "product_values.hpp"
#include "random_product_game.hpp"
#include "solve_product_alike.hpp"

namespace zermelo::test::product_distances_test {
namespace {

constexpr player first = player::first;
constexpr player second = player::second;

/// A random game of two walkers, each of whom may be elsewhere as well: walker 0 at a place of its own, where it stays,
/// walker 1 in a corridor. If both are there, first wins at the end of the corridor, after as many plies as wished,
/// while the random game has long been decided.
class game_beside_a_corridor : public form_game {
 public:
  /// Preconditions: two walkers, two turns, plies > 1.
  game_beside_a_corridor(random_product_game inner, std::uint32_t plies)
      : form_game(form_of(inner, plies)), m_inner(std::move(inner)), m_longest_is_odd(plies % 2 == 1) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (is_inside(s)) return m_inner.terminal(s);
    if (s.places[0] < m_inner.num_places(0) || s.places[1] != m_inner.num_places(1)) return std::nullopt;
    // One ply more, where only the turn of walker 1 is the end.
    if (m_longest_is_odd && player_to_move(s) == form().walkers[0].owner) return std::nullopt;
    return result::won_by(first);
  }
  [[nodiscard]] result no_moves(const state& s) const { return is_inside(s) ? m_inner.no_moves(s) : result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_inner.infinite_play(); }
  template <class Callback>
  void for_each_terminal(std::size_t turn, std::span<const place_number> others, Callback&& f) const {
    state s{turn, {others[0], 0}};
    for (; s.places[1] < num_places(1); ++s.places[1]) {
      if (const auto end = terminal(s)) f(s.places[1], *end);
    }
  }

 private:
  [[nodiscard]] bool is_inside(const state& s) const {
    return s.places[0] < m_inner.num_places(0) && s.places[1] < m_inner.num_places(1);
  }
  [[nodiscard]] static product_form form_of(const random_product_game& inner, std::uint32_t plies) {
    product_form form = inner.form();
    const auto end = static_cast<place_number>(inner.num_places(1));
    for (product_walker& walker : form.walkers) {
      walker.moves.add_node();
      // So does walker 1 at the end of the corridor, where walker 0 is not.
      walker.moves.add_neighbour(static_cast<place_number>(walker.moves.num_nodes() - 1));
    }
    adjacency_lists& corridor = form.walkers[1].moves;
    for (place_number p = end; p < end + plies / 2; ++p) {
      corridor.add_node();
      corridor.add_neighbour(p);
    }
    return form;
  }

  random_product_game m_inner;
  bool m_longest_is_odd;
};

TEST(product_solver, ties_are_spread_rightly_however_long_the_wins_took) {
  random_generator random(8);
  for (const std::uint32_t plies : {245U, 246U, 247U, 248U, 249U, 250U, 251U, 252U, 497U, 498U, 499U, 500U}) {
    for (std::uint64_t number = 0; number < 24; ++number) {
      random_product_shape shape = varied_product_shape(random, 1);
      // Short rows, so that some have wins as ends and no ties.
      const player mover = number % 2 == 0 ? first : second;
      shape.walkers = {{mover, 20}, {opponent(mover), 4}};
      shape.turns = turn_orders()[number / 2 % 2];
      shape.tie_chance = 0.5;
      const game_beside_a_corridor game({random, shape}, plies);
      SCOPED_TRACE(fmt::format("{} plies, game {}", plies, number));
      EXPECT_EQ(summarize(solve_alike(game), 1).max_distance_plies(), plies);
    }
  }
}

TEST(product_solver, distances_beyond_narrow_words_are_kept) {
  constexpr std::uint32_t length = 5'000;
  const corridors game(length, 2, std::nullopt, false);
  EXPECT_EQ(summarize(solve_alike(game), 1).max_distance_plies(), 2 * length - 2);
}

TEST(product_solver, rows_of_which_a_wave_decides_next_to_nothing_are_solved_as_by_the_queue) {
  const cops_and_robbers game(grid_board(1, 400), 1);
  EXPECT_EQ(summarize(solve_alike(game), 1).max_distance_plies(), 2 * 399U);
}

/// Solves with a longest distance as if 2^29 - 1 were that.
product_solution solve_within(const corridors& game, std::uint32_t longest) {
  solve_visitor silent;
  return solve_product(product_rules_of<corridors>(game), 2, silent, nullptr, longest);
}

TEST(product_solver, the_longest_distance_that_can_be_stored_is_allowed_and_one_more_refused) {
  constexpr std::uint32_t to_win = 6;
  for (const std::uint32_t to_tie : {3U, 20U}) {
    const corridors game(to_win, to_tie, std::nullopt, false);
    const std::uint32_t longest = 2 * std::max(to_win, to_tie) - 2;
    solve_visitor silent;
    const value_table expected = queue_values(game);
    EXPECT_EQ(difference(game, values_of(solve_within(game, longest)), expected), "");
    try {
      (void)solve_within(game, longest - 1);
      FAIL() << "a distance over the longest was stored";
    } catch (const contract_error& refused) {
      EXPECT_EQ(std::string(refused.what()), "the distance " + std::to_string(longest) +
                                                 " exceeds the largest that can be stored, " +
                                                 std::to_string(longest - 1));
    }
  }
}

TEST(product_solver, values_widen_for_the_first_distance_that_narrow_words_do_not_hold) {
  constexpr std::uint32_t longest_narrow = 8191;
  random_generator random(12);
  random_product_shape shape;
  shape.walkers = {{first, 3}, {second, 3}};
  solve_visitor silent;
  for (const std::uint32_t plies : {longest_narrow - 1, longest_narrow, longest_narrow + 1}) {
    // One turn of two is an end where the number is odd.
    const game_beside_a_corridor game({random, shape}, plies);
    const product_solution solution = solve_product(game, 1, silent);
    EXPECT_EQ(solution.distance_bound(), plies);
    EXPECT_EQ(values_of(solution).bytes_per_position(), plies <= longest_narrow ? 2U : 4U);
  }
}

}  // namespace
}  // namespace zermelo::test::product_distances_test
