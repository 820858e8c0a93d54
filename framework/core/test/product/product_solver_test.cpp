// SPDX-License-Identifier: MIT
// Tests the solver of games in product form: it finds the queue solver's entries for random games and great distances,
// the verifier accepts them, and the solver reports waves, stops on request and rejects invalid inputs.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "cops_and_robbers_game.hpp"
#include "corridors.hpp"
#include "form_game.hpp"
#include "product_values.hpp"
#include "random_product_game.hpp"
#include "scratch_in_memory.hpp"
#include "solve_and_compare.hpp"
#include "visitors.hpp"

namespace zermelo::test::product_solver_test {
namespace {

using testkit::matches_pattern;

constexpr player first = player::first;
constexpr player second = player::second;

/// Solves games in all ways; returns how often each outcome occurred.
std::array<std::uint64_t, num_outcomes> solve_games(std::uint64_t num_games, std::uint64_t seed, const auto& shape_of) {
  random_generator random(seed);
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    const auto outcomes = outcomes_of(solve_and_compare(random_product_game(random, shape_of(random, number))));
    for (std::size_t o = 0; o < seen.size(); ++o) seen[o] += outcomes[o];
  }
  return seen;
}

/// Every third game has drawn terminals, every fifth few nodes.
random_product_shape shape_with_drawn_ends(random_generator& random, std::uint64_t number) {
  constexpr std::array<double, 3> drawn_chances{0.1, 0.4, 0.9};
  random_product_shape shape = varied_product_shape(random, number);
  if (number % 3 == 0) shape.drawn_chance = drawn_chances[number / 3 % drawn_chances.size()];
  if (number % 5 == 0) {
    for (auto& walker : shape.walkers) walker.nodes = std::min(walker.nodes, 4U);
  }
  return shape;
}

TEST(product_solver, matches_queue_on_random_graphs) {
  expect_no_outcome_is_rare(solve_games(1'200, 1, shape_with_drawn_ends));
}

TEST(product_solver, fails_if_the_scratch_space_is_full) {
  const cops_and_robbers game(grid_board(6, 8), 1);
  const product_solution whole = solve_product(game, 2, silent, nullptr, all_in_scratch());
  ASSERT_GT(whole.scratch_bytes(), 0U);
  const overflow_space small{std::make_shared<scratch_in_memory>(whole.scratch_bytes() - scratch_space::alignment)};
  EXPECT_THROW((void)solve_product(game, 2, silent, nullptr, small), resource_error);
  const overflow_space unused{std::make_shared<scratch_in_memory>(0), std::uint64_t{1} << 30};
  EXPECT_EQ(entries_of(solve_product(game, 2, silent, nullptr, unused)), entries_of(whole));
}

TEST(product_solver, matches_queue_on_random_grids) {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 9> sizes{
      {{1, 1}, {3, 2}, {5, 5}, {1, 40}, {40, 1}, {2, 70}, {70, 2}, {9, 130}, {13, 17}}};
  const auto shape_of = [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape = shape_with_drawn_ends(random, number);
    std::tie(shape.rows, shape.columns) = sizes[random.below(sizes.size())];
    const std::uint32_t cells = shape.rows * shape.columns;
    for (auto& walker : shape.walkers) walker.nodes = std::min(walker.nodes, cells);
    // The last walker's grid is nearly full, so that there are moves.
    if (shape.walkers.size() == 2) shape.walkers.back().nodes = std::max(1U, cells * 4 / 5);
    shape.num_kinds = 1 + static_cast<std::uint32_t>(random.below(9));
    shape.reach = 1 + static_cast<std::uint32_t>(random.below(3));
    return shape;
  };
  expect_no_outcome_is_rare(solve_games(900, 2, shape_of));
}

TEST(product_solver, matches_queue_for_rows_of_any_length) {
  // One node, and one node more than a word, a vector and a set of vectors.
  constexpr std::array<std::uint32_t, 10> lengths{1, 2, 63, 64, 65, 128, 129, 512, 513, 1025};
  (void)solve_games(300, 3, [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape = varied_product_shape(random, 1);
    shape.walkers.front().nodes = 1 + static_cast<std::uint32_t>(random.below(5));
    shape.walkers.back().nodes = lengths[number % lengths.size()];
    if (number % 2 == 1) {
      shape.rows = 1 + static_cast<std::uint32_t>(random.below(30));
      shape.columns = shape.walkers.back().nodes / shape.rows + 2;
    }
    return shape;
  });
}

TEST(product_solver, matches_queue_for_a_row_of_more_than_64_vectors) {
  // 64 vectors of 512 bits are 32768 nodes.
  constexpr std::uint32_t rows = 181;
  constexpr std::uint32_t columns = 190;
  (void)solve_games(6, 4, [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape;
    shape.walkers = {{first, 3}, {second, rows * columns - 100}};
    shape.infinite_play = endless_rules[number % endless_rules.size()];
    shape.turns = turn_orders()[random.below(turn_orders().size())];
    shape.end_chance = 0.02;
    if (number % 2 == 0) {
      shape.rows = rows;
      shape.columns = columns;
      shape.reach = 20;
    }
    return shape;
  });
}

TEST(product_solver, matches_queue_for_waves_shared_by_threads) {
  // Waves of at least 2^14 words are split between threads. There are 1200 rows of 16 words, and the first waves touch
  // most rows twice.
  (void)solve_games(3, 5, [&](random_generator&, std::uint64_t number) {
    random_product_shape shape;
    shape.walkers = {{first, 600}, {second, 900}};
    shape.infinite_play = endless_rules[number % endless_rules.size()];
    shape.end_chance = 0.02;
    if (number > 0) {
      shape.rows = 32;
      shape.columns = 32;
    }
    return shape;
  });
}

TEST(product_solver, finds_only_distance_0_on_a_board_without_moves) {
  random_generator random(6);
  random_product_shape shape;
  shape.walkers = {{first, 5}, {second, 70}};
  shape.stuck_chance = 1;
  for (const std::uint32_t rows : {0U, 10U}) {
    shape.rows = rows;
    shape.columns = rows;
    const random_product_game game(random, shape);
    EXPECT_EQ(summarize(solve_and_compare(game), 1).max_distance_plies(), 0U);
  }
}

TEST(product_solver, solution_returns_entries_of_any_range_of_positions) {
  random_generator random(9);
  for (std::uint64_t number = 0; number < 40; ++number) {
    random_product_shape shape = varied_product_shape(random, number);
    // Many rows, some of them in one group, and rows that are longer than a read.
    if (number % 4 == 1) shape.walkers[0].nodes = 300;
    if (number % 4 == 2) shape.walkers[2].nodes = 700;
    const random_product_game game(random, shape);
    const product_solution solution = solve_product(game, 1, silent);
    const value_table expected = solve_by_queue(game, silent);
    for (int round = 0; round < 20; ++round) {
      const position begin = random.below(game.num_positions());
      std::vector<position_value> entries(random.below(game.num_positions() - begin + 1));
      solution.read(begin, entries);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        ASSERT_EQ(entries[i], expected[begin + i]) << "game " << number << ", position " << begin + i;
      }
      ASSERT_LT(begin, solution.run_at(begin).end);
      ASSERT_EQ(solution.run_at(begin).to_move, expected.to_move(begin));
    }
  }
}

TEST(product_solver, matches_queue_with_more_waves_than_stamps) {
  // Stamps repeat after 250 waves; the lengths are such that every event occurs at every point of the cycle.
  for (std::uint32_t to_win = 118; to_win <= 132; ++to_win) {
    for (const std::uint32_t to_tie : {2U, 130U}) {
      for (const bool on_a_grid : {false, true}) {
        const auto game = corridors(to_win, to_tie, to_win % 2 == 0 ? std::nullopt : std::optional(second), on_a_grid);
        SCOPED_TRACE(fmt::format("{} and {} places", to_win, to_tie));
        const auto longest = summarize(solve_and_compare(game), 1);
        EXPECT_EQ(longest.max_distance_plies(), 2 * to_win - 2);
        EXPECT_EQ(longest.max_tie_plies(), to_tie == 2 ? 2U : 2 * to_tie - 2);
      }
    }
  }
  EXPECT_EQ(summarize(solve_and_compare(corridors(600, 700, std::nullopt, true)), 1).max_tie_plies(), 2U * 700 - 2);
}

TEST(product_solver, reports_tied_terminals_before_the_first_wave) {
  class listener : public solve_visitor {
   public:
    void phase(std::string_view name, std::uint64_t) override { events.emplace_back(name); }
    void seeded(std::uint64_t tied_ends) override { events.push_back(fmt::format("{} ties", tied_ends)); }
    void wave(const wave_report&) override { events.emplace_back("wave"); }
    std::vector<std::string> events;
  };
  listener visitor;
  (void)solve_product(corridors(2, 2, std::nullopt, false), 2, visitor);
  EXPECT_EQ(visitor.events,
            (std::vector<std::string>{"seed", "2 ties", "propagate", "wave", "wave", "wave", "wave", "wave", "wave"}));
  listener without;
  (void)solve_product(cops_and_robbers(grid_board(1, 2), 1), 1, without);
  EXPECT_EQ(without.events[1], "0 ties");
}

TEST(product_solver, progress_adds_up_to_visited_and_decided_positions) {
  class adder : public solve_visitor {
   public:
    void phase(std::string_view name, std::uint64_t total) override {
      current = name;
      totals[current] = total;
    }
    void advance(std::uint64_t amount) override { done += amount; }
    std::string current;
    std::map<std::string, std::uint64_t> totals;
    std::atomic<std::uint64_t> done{0};
  };
  const cops_and_robbers game(grid_board(6, 7), 2);
  adder visitor;
  const product_solution solution = solve_product(game, 2, visitor);
  EXPECT_EQ(visitor.totals, (std::map<std::string, std::uint64_t>{{"seed", game.num_positions()},
                                                                  {"propagate", game.num_positions()}}));
  const std::uint64_t decided = game.num_positions() - summarize(values_of(solution), 2).counts.draw;
  EXPECT_EQ(visitor.done, game.num_positions() + decided);
}

TEST(product_solver, stops_on_request_in_every_phase) {
  const cops_and_robbers game(grid_board(4, 5), 2);
  for (const unsigned threads : {1U, 2U}) {
    for (const char* phase : {"seed", "propagate"}) {
      stop_in_phase visitor(phase);
      EXPECT_THROW((void)solve_product(game, threads, visitor), interrupted) << phase;
    }
  }
}

/// A random game of two walkers with additional nodes: a separate node, where walker 0 stays, and a corridor for walker
/// 1. If both walkers are on these nodes, the first player wins at the end of the corridor, after the given number of
/// plies, long after the random game is decided. Preconditions: two walkers, two turns, plies > 1.
listed_form_game game_with_corridor(const random_product_game& inner, std::uint32_t plies) {
  product_form form = inner.form();
  for (product_walker& walker : form.walkers) {
    walker.moves.add_node();
    // Both walkers stay: walker 0 at its node, and walker 1 at the end of the corridor while walker 0 is elsewhere.
    walker.moves.add_neighbour(static_cast<node_number>(walker.moves.num_nodes() - 1));
  }
  const auto end = static_cast<node_number>(inner.num_nodes(1));
  for (node_number p = end; p < end + plies / 2; ++p) {
    form.walkers[1].moves.add_node();
    form.walkers[1].moves.add_neighbour(p);
  }
  const auto is_inside = [&](const form_game::state& s) {
    return s.nodes[0] < inner.num_nodes(0) && s.nodes[1] < inner.num_nodes(1);
  };
  const auto end_of = [&](const form_game::state& s) -> std::optional<result> {
    if (is_inside(s)) return inner.terminal(s);
    if (s.nodes[0] < inner.num_nodes(0) || s.nodes[1] != end) return std::nullopt;
    // One ply more if only the turn of walker 1 is terminal.
    if (plies % 2 == 1 && inner.player_to_move(s) == inner.form().walkers[0].owner) return std::nullopt;
    return result::won_by(first);
  };
  const auto no_moves = [&](const form_game::state& s) { return is_inside(s) ? inner.no_moves(s) : result::tied(); };
  return {std::move(form), inner.infinite_play(), end_of, no_moves};
}

TEST(product_solver, propagates_ties_after_any_number_of_win_waves) {
  random_generator random(8);
  for (const std::uint32_t plies : {245U, 246U, 247U, 248U, 249U, 250U, 251U, 252U, 497U, 498U, 499U, 500U}) {
    for (std::uint64_t number = 0; number < 24; ++number) {
      random_product_shape shape = varied_product_shape(random, 1);
      // Rows are short, so that some have won terminals but no ties.
      const player moving = number % 2 == 0 ? first : second;
      shape.walkers = {{moving, 20}, {opponent(moving), 4}};
      shape.turns = turn_orders()[number / 2 % 2];
      shape.tie_chance = 0.5;
      const auto game = game_with_corridor({random, shape}, plies);
      SCOPED_TRACE(fmt::format("{} plies, game {}", plies, number));
      EXPECT_EQ(summarize(solve_and_compare(game), 1).max_distance_plies(), plies);
    }
  }
}

TEST(product_solver, stores_distances_beyond_narrow_words) {
  constexpr std::uint32_t length = 5'000;
  EXPECT_EQ(summarize(solve_and_compare(corridors(length, 2, std::nullopt, false)), 1).max_distance_plies(),
            2 * length - 2);
}

TEST(product_solver, matches_queue_when_waves_decide_few_positions_per_row) {
  const cops_and_robbers game(grid_board(1, 400), 1);
  EXPECT_EQ(summarize(solve_and_compare(game), 1).max_distance_plies(), 2 * 399U);
}

/// Solves with `longest` as the greatest distance instead of 2^29 - 1.
product_solution solve_within(const listed_form_game& game, std::uint32_t longest) {
  return solve_product(product_rules_of(game), 2, silent, nullptr, {}, longest);
}

TEST(product_solver, accepts_longest_storable_distance_and_rejects_one_more) {
  constexpr std::uint32_t to_win = 6;
  for (const std::uint32_t to_tie : {3U, 20U}) {
    const auto game = corridors(to_win, to_tie, std::nullopt, false);
    const std::uint32_t longest = 2 * std::max(to_win, to_tie) - 2;
    const value_table expected = solve_by_queue(game, silent);
    EXPECT_EQ(difference(game, values_of(solve_within(game, longest)), expected), "");
    EXPECT_PRED_FORMAT2(matches_pattern, fmt::format("the distance {} ... {}", longest, longest - 1),
                        testkit::error_of<contract_error>([&] { return solve_within(game, longest - 1); }));
  }
}

TEST(product_solver, widens_values_at_first_distance_beyond_narrow_words) {
  constexpr std::uint32_t longest_narrow = 8191;
  random_generator random(12);
  random_product_shape shape;
  shape.walkers = {{first, 3}, {second, 3}};
  for (const std::uint32_t plies : {longest_narrow - 1, longest_narrow, longest_narrow + 1}) {
    // One turn of two is terminal if the number is odd.
    const auto game = game_with_corridor({random, shape}, plies);
    const product_solution solution = solve_product(game, 1, silent);
    EXPECT_EQ(solution.distance_bound(), plies);
    EXPECT_EQ(values_of(solution).bytes_per_position(), plies <= longest_narrow ? 2U : 4U);
  }
}

/// A game of two walkers on two nodes each, with given terminals and form.
class mistaken_game : public form_game {
 public:
  mistaken_game(product_form form, std::vector<result> ends, result stuck = result::tied())
      : form_game(std::move(form)), m_ends(std::move(ends)), m_stuck(stuck) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.nodes[1] != 0 || m_ends.empty()) return std::nullopt;
    return m_ends.front();
  }
  [[nodiscard]] result no_moves(const state&) const { return m_stuck; }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const node_number> /*others*/, Callback&& f) const {
    for (const result& end : m_ends) f(0, end);
  }

 private:
  std::vector<result> m_ends;
  result m_stuck;
};

adjacency_lists two_nodes(bool with_moves = true) {
  adjacency_lists moves;
  for (node_number p = 0; p < 2; ++p) {
    moves.add_node();
    if (with_moves) moves.add_neighbour(1 - p);
  }
  return moves;
}

product_form two_walkers(std::vector<player> turns = {first, second}) {
  return {{{first, two_nodes(), {}}, {second, two_nodes(), {}}}, std::move(turns)};
}

/// The error of the solver, which is equal on one thread and on two.
std::string complaint(const mistaken_game& game) {
  const std::string message = testkit::error_of<contract_error>([&] { return solve_product(game, 1, silent); });
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return solve_product(game, 2, silent); }).empty(), message.empty());
  return message;
}

TEST(product_solver, rejects_invalid_product_form) {
  const std::vector<result> one_end{result::won_by(first)};
  EXPECT_EQ(complaint({two_walkers(), one_end}), "accepted");
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... distance above 0",
                      complaint({two_walkers(), {result::won_by(first, 3)}}));
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... twice",
                      complaint({two_walkers(), {result::won_by(first), result::won_by(first)}}));
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... twice",
                      complaint({two_walkers(), {result::won_by(first), result::tied()}}));
  product_form stuck = two_walkers();
  stuck.walkers[1].moves = two_nodes(false);
  EXPECT_EQ(complaint({stuck, one_end}), "accepted");
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... distance above 0",
                      complaint({stuck, one_end, result::won_by(second, 1)}));
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... 2 turns", complaint({two_walkers({first}), one_end}));
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... 2 turns", complaint({two_walkers({}), one_end}));
  product_form one_sided = two_walkers();
  one_sided.walkers[1].owner = first;
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... no walkers", complaint({one_sided, one_end}));
  product_form on_cells = two_walkers();
  on_cells.walkers[1].cells = {{0, 0}, {0, 1}};
  EXPECT_EQ(complaint({on_cells, one_end}), "accepted");
  on_cells.walkers[1].cells = {{0, 0}};
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... cells ...", complaint({on_cells, one_end}));
  EXPECT_EQ(complaint({two_walkers(), {result::drawn()}}), "accepted");
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: ... twice",
                      complaint({two_walkers(), {result::drawn(), result::drawn()}}));
  on_cells.walkers[1].cells = {{0, 1}, {0, 1}};
  EXPECT_PRED_FORMAT2(matches_pattern, "product form: two nodes ... same cell", complaint({on_cells, one_end}));
  product_form nowhere = two_walkers();
  nowhere.walkers[0].moves = {};
  EXPECT_THROW((void)product_bytes(nowhere), contract_error);
  EXPECT_THROW((void)product_bytes({{}, {first, second}}), contract_error);
}

TEST(product_index, rejects_too_many_positions) {
  const auto index_of_sizes = [](std::vector<std::size_t> sizes, std::size_t num_turns) {
    product_form form;
    form.turns.assign(num_turns, first);
    for (const std::size_t size : sizes) {
      form.walkers.push_back({first, {}, {}});
      for (std::size_t p = 0; p < size; ++p) form.walkers.back().moves.add_node();
    }
    return product_index(form);
  };
  constexpr std::size_t k = 1 << 16;
  EXPECT_EQ(index_of_sizes({k, k, k, k / 4}, 2).num_rows(), std::uint64_t{1} << 48);
  EXPECT_EQ(index_of_sizes({k - 1, k, k, k / 2}, 2).row_length(), k / 2);
  EXPECT_THROW((void)index_of_sizes({k, k, k, k / 2}, 2), resource_error);  // because of the turns
  EXPECT_THROW((void)index_of_sizes({k, k, k, k}, 1), resource_error);      // because of the row
  EXPECT_THROW((void)index_of_sizes({k, k, k, k, 1}, 1), resource_error);   // because of the rows
  EXPECT_THROW((void)index_of_sizes({k, k, k, 2 * k, k}, 1), resource_error);
}

}  // namespace
}  // namespace zermelo::test::product_solver_test
