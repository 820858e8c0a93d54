// SPDX-License-Identifier: MIT
// The solver of games in product form: published capture times; on random games the same entries as the queue solver,
// accepted by the verifier; long play, reports, requests to stop, mistakes in the form.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <map>
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
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/graph_source.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "cops_and_robbers_game.hpp"
#include "corridors.hpp"
#include "play_by_hand.hpp"
#include "product_values.hpp"
#include "random_product_game.hpp"

namespace zermelo::test::product_solver_test {
namespace {

constexpr player first = player::first;
constexpr player second = player::second;

static_assert(ProductGame<cops_and_robbers> && ProductGame<random_product_game>);

template <class G>
value_table solve_values(const G& game, unsigned threads) {
  solve_visitor silent;
  return values_of(solve_product(game, threads, silent), threads);
}

template <class G>
value_table solve_by_queue(const G& game) {
  solve_visitor silent;
  return solve_by_queue(game, silent);
}

template <class G>
std::uint64_t count_edges(const G& game) {
  std::uint64_t edges = 0;
  for (position p = 0; p < game.num_positions(); ++p) {
    const auto s = game.unrank(p);
    if (!game.terminal(s)) game.for_each_successor(s, [&edges](const auto&) { ++edges; });
  }
  return edges;
}

/// The first entry in which two tables differ, in words; empty if none does.
template <class G>
std::string difference(const G& game, const value_table& found, const value_table& expected) {
  if (found.size() != expected.size()) return fmt::format("{} entries, not {}", found.size(), expected.size());
  for (position p = 0; p < expected.size(); ++p) {
    if (found[p] == expected[p] && found.to_move(p) == expected.to_move(p)) continue;
    const auto s = game.unrank(p);
    return fmt::format("position {} (turn {}, places {}): {}, not {}", p, s.turn, fmt::join(s.places, ","),
                       zermelo::detail::describe(found[p]), zermelo::detail::describe(expected[p]));
  }
  return "";
}

/// The value table, if the product solver gives it on 1, 2 and 4 threads; fails the test if not.
template <class G>
value_table solve_alike(const G& game) {
  solve_visitor silent;
  value_table expected = solve_by_queue(game);
  const std::uint64_t edges = count_edges(game);
  for (const unsigned threads : {1U, 2U, 4U}) {
    const product_solution found = solve_product(game, threads, silent);
    EXPECT_EQ(difference(game, values_of(found, threads), expected), "") << threads << " threads";
    EXPECT_EQ(found.edges(), edges) << threads << " threads";
    EXPECT_EQ(found.size(), game.num_positions());
  }
  const verify_report verified = verify_solution(game, expected, 2, silent);
  EXPECT_TRUE(verified.accepted()) << verified.wrong << " wrong positions";
  return expected;
}

// Cops and robbers

TEST(product_solver, published_chases_come_out_the_same) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/cops_and_robbers.json"));
  const auto board_named = [&](const std::string& name) {
    unsigned rows = 0;
    unsigned columns = 0;
    if (std::sscanf(name.c_str(), "grid%ux%u", &rows, &columns) == 2) return grid_board(rows, columns);
    constexpr std::uint32_t most_nodes = 64;
    const auto graph = known.at("graphs").at(name).get<std::string>();
    const bool has_lists = graph.find('/') != std::string::npos;
    return board_of(graph_source(has_lists ? "adjacency:" + graph : graph, name, most_nodes).build().graph);
  };
  std::size_t cases = 0;
  std::size_t compared = 0;
  for (const auto& expected : known.at("cases")) {
    ++cases;
    const auto name = expected.at("graph").get<std::string>();
    const cops_and_robbers game(board_named(name), expected.at("cops").get<std::size_t>());
    SCOPED_TRACE(fmt::format("{} cops on {}", game.num_cops(), name));
    const value_table values = solve_values(game, 2);
    const chase_summary chase = summarize_chase(game, values);
    EXPECT_EQ(chase.capture_time ? static_cast<std::int64_t>(*chase.capture_time) : -1,
              expected.at("capture_time").get<std::int64_t>());
    EXPECT_EQ(chase.winning_placements, expected.at("winning_placements").get<std::uint64_t>());
    EXPECT_EQ(chase.states_won, expected.at("states_won").get<std::uint64_t>());
    EXPECT_EQ(chase.max_cop_turns, expected.at("max_cop_turns").get<std::uint32_t>());

    // Three cops on a large graph have so many moves that listing them one by one would take too long.
    constexpr position most_compared = 100'000;
    if (game.num_positions() > most_compared) continue;
    ++compared;
    EXPECT_EQ(summarize(values, 2), summarize(solve_alike(game), 2));
  }
  EXPECT_EQ(cases, 169U);
  EXPECT_GT(compared, 100U);
}

TEST(product_solver, two_cops_take_half_the_way_across_a_grid) {
  // Mehrabian 2011, The capture time of grids, arXiv 1008.4424.
  for (const auto& [rows, columns] : {std::pair{2U, 3U}, {5U, 5U}, {4U, 16U}, {16U, 4U}, {11U, 12U}, {2U, 70U}}) {
    const cops_and_robbers game(grid_board(rows, columns), 2);
    EXPECT_EQ(capture_time(game, solve_values(game, 2)), (rows + columns - 2) / 2) << rows << " x " << columns;
  }
}

TEST(product_solver, moves_around_a_torus_are_found) {
  for (const auto& [rows, columns] : {std::pair{3U, 3U}, {2U, 5U}, {7U, 4U}, {9U, 17U}, {3U, 67U}, {66U, 2U}}) {
    for (const std::size_t cops : {std::size_t{1}, std::size_t{2}}) {
      SCOPED_TRACE(fmt::format("{} cops on {} x {}", cops, rows, columns));
      const chase_board board = torus_board(rows, columns);
      const cops_and_robbers game(board, cops);
      if (game.num_positions() < 200'000) {
        (void)solve_alike(game);
        continue;
      }
      // The same without cells, where no shift is looked for.
      const cops_and_robbers plain({board.moves}, cops);
      EXPECT_EQ(difference(game, solve_values(game, 2), solve_values(plain, 2)), "");
    }
  }
}

TEST(product_solver, three_cops_are_enough_on_a_torus_and_two_are_not) {
  // Neufeld and Nowakowski 1998, doi 10.1016/S0012-365X(97)00165-9: the product of two cycles of 4 or more needs 3.
  const chase_board board = torus_board(4, 5);
  const cops_and_robbers two(board, 2);
  EXPECT_EQ(capture_time(two, solve_values(two, 2)), std::nullopt);
  const cops_and_robbers three(board, 3);
  EXPECT_NE(capture_time(three, solve_values(three, 2)), std::nullopt);
}

/// A thousand million positions and more, two minutes and up to 9 GB: run with --gtest_also_run_disabled_tests.
TEST(product_solver, DISABLED_large_chases_end_as_published) {
  struct large_chase {
    const char* name;
    chase_board board;
    std::size_t cops;
    std::optional<std::uint32_t> capture_time;
  };
  // On grids: Mehrabian 2011. Two cops are not enough on a torus, three cannot be slower than two.
  const std::vector<large_chase> chases{{"2 cops, grid 32 x 32", grid_board(32, 32), 2, 31},
                                        {"2 cops, torus 32 x 32", torus_board(32, 32), 2, std::nullopt},
                                        {"3 cops, grid 14 x 14", grid_board(14, 14), 3, std::nullopt}};
  for (const large_chase& chase : chases) {
    const cops_and_robbers game(chase.board, chase.cops);
    solve_visitor silent;
    const product_solution solved = solve_product(game, 2, silent);
    const chase_summary found = summarize_chase(game, solved);
    fmt::print("{}: {} positions, {} waves, capture time {}, longest {} cop turns\n", chase.name, solved.size(),
               solved.waves(), found.capture_time ? fmt::to_string(*found.capture_time) : "none", found.max_cop_turns);
    if (chase.cops == 2) {
      EXPECT_EQ(found.capture_time, chase.capture_time) << chase.name;
    } else {
      EXPECT_LE(found.capture_time.value_or(99), 13U) << chase.name;  // 14 / 2 + 14 / 2 - 1: that of two
    }
    EXPECT_TRUE(verify_product(game, solved, 2, silent).accepted()) << chase.name;
  }
}

// Random games

std::array<std::uint64_t, num_outcomes> outcomes_of(const value_table& values) {
  std::array<std::uint64_t, num_outcomes> seen{};
  for (position p = 0; p < values.size(); ++p) ++seen[static_cast<std::size_t>(values[p].outcome)];
  return seen;
}

/// Solves them alike; how often each outcome was seen.
std::array<std::uint64_t, num_outcomes> solve_games(std::uint64_t num_games, std::uint64_t seed, const auto& shape_of) {
  random_generator random(seed);
  std::array<std::uint64_t, num_outcomes> seen{};
  for (std::uint64_t number = 0; number < num_games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    const auto outcomes = outcomes_of(solve_alike(random_product_game(random, shape_of(random, number))));
    for (std::size_t o = 0; o < seen.size(); ++o) seen[o] += outcomes[o];
  }
  return seen;
}

/// Games without ties, say, would test little.
void expect_no_outcome_is_rare(const std::array<std::uint64_t, num_outcomes>& seen) {
  constexpr std::uint64_t rare = 10'000;
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
    EXPECT_GT(seen[static_cast<std::size_t>(o)], rare) << to_string(o);
  }
}

TEST(product_solver, random_games_on_graphs_are_solved_as_by_the_queue) {
  expect_no_outcome_is_rare(solve_games(900, 1, varied_product_shape));
}

TEST(product_solver, random_games_on_grids_are_solved_as_by_the_queue) {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 9> sizes{
      {{1, 1}, {3, 2}, {5, 5}, {1, 40}, {40, 1}, {2, 70}, {70, 2}, {9, 130}, {13, 17}}};
  const auto shape_of = [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape = varied_product_shape(random, number);
    std::tie(shape.rows, shape.columns) = sizes[random.below(sizes.size())];
    const std::uint32_t cells = shape.rows * shape.columns;
    for (auto& walker : shape.walkers) walker.places = std::min(walker.places, cells);
    // The last walker's grid is filled well, so that there are moves.
    if (shape.walkers.size() == 2) shape.walkers.back().places = std::max(1U, cells * 4 / 5);
    shape.num_kinds = 1 + static_cast<std::uint32_t>(random.below(9));
    shape.reach = 1 + static_cast<std::uint32_t>(random.below(3));
    return shape;
  };
  expect_no_outcome_is_rare(solve_games(900, 2, shape_of));
}

TEST(product_solver, rows_of_any_length_are_solved_as_by_the_queue) {
  // One place; one more than a word, than a vector, than a set of vectors.
  constexpr std::array<std::uint32_t, 10> lengths{1, 2, 63, 64, 65, 128, 129, 512, 513, 1025};
  (void)solve_games(300, 3, [&](random_generator& random, std::uint64_t number) {
    random_product_shape shape = varied_product_shape(random, 1);
    shape.walkers.front().places = 1 + static_cast<std::uint32_t>(random.below(5));
    shape.walkers.back().places = lengths[number % lengths.size()];
    if (number % 2 == 1) {
      shape.rows = 1 + static_cast<std::uint32_t>(random.below(30));
      shape.columns = shape.walkers.back().places / shape.rows + 2;
    }
    return shape;
  });
}

TEST(product_solver, a_row_of_more_than_64_vectors_is_solved_as_by_the_queue) {
  // 64 vectors of 512 bits are 32768 places.
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

TEST(product_solver, waves_that_threads_share_are_solved_as_by_the_queue) {
  // Waves are shared from 2^14 words on: here are 1200 rows of 16, of which the first waves touch most, twice.
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

TEST(product_solver, a_board_without_any_move_is_stuck_at_once) {
  random_generator random(6);
  random_product_shape shape;
  shape.walkers = {{first, 5}, {second, 70}};
  shape.stuck_chance = 1;
  for (const std::uint32_t rows : {0U, 10U}) {
    shape.rows = rows;
    shape.columns = rows;
    const random_product_game game(random, shape);
    EXPECT_EQ(summarize(solve_alike(game), 1).max_distance_plies(), 0U);
  }
}

TEST(product_solver, entries_are_read_from_anywhere) {
  random_generator random(9);
  solve_visitor silent;
  for (std::uint64_t number = 0; number < 40; ++number) {
    random_product_shape shape = varied_product_shape(random, number);
    // Many rows, of which some are in one group, and rows that are longer than what is read.
    if (number % 4 == 1) shape.walkers[0].places = 300;
    if (number % 4 == 2) shape.walkers[2].places = 700;
    const random_product_game game(random, shape);
    const product_solution solution = solve_product(game, 1, silent);
    const value_table expected = solve_by_queue(game);
    for (int reading = 0; reading < 20; ++reading) {
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

// Long play

TEST(product_solver, more_waves_than_there_are_stamps) {
  // Stamps repeat after 250 waves; the lengths are such that everything happens at every place in their cycle.
  for (std::uint32_t to_win = 118; to_win <= 132; ++to_win) {
    for (const std::uint32_t to_tie : {2U, 130U}) {
      for (const bool on_a_grid : {false, true}) {
        const corridors game(to_win, to_tie, to_win % 2 == 0 ? std::nullopt : std::optional(second), on_a_grid);
        SCOPED_TRACE(fmt::format("{} and {} places", to_win, to_tie));
        const auto longest = summarize(solve_alike(game), 1);
        EXPECT_EQ(longest.max_distance_plies(), 2 * to_win - 2);
        EXPECT_EQ(longest.max_tie_plies(), to_tie == 2 ? 2U : 2 * to_tie - 2);
      }
    }
  }
  const corridors longer(600, 700, std::nullopt, true);
  EXPECT_EQ(summarize(solve_alike(longer), 1).max_tie_plies(), 2U * 700 - 2);
}

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

// The longest distances

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
    const value_table expected = solve_by_queue(game);
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

// Ends that are drawn

/// Holds every engine and both verifiers against the values by iteration.
value_table solve_with_drawn_ends(const random_product_game& game, std::initializer_list<unsigned> thread_counts) {
  solve_visitor silent;
  const std::vector<position_value> expected = values_by_iteration(game);
  std::vector<position_value> entries(expected.size());
  solve_explicit(game, {2}, silent).values.read(0, entries);
  EXPECT_TRUE(entries == expected) << "by the stored graph";
  value_table by_queue = solve_by_queue(game);
  by_queue.read(0, entries);
  EXPECT_TRUE(entries == expected) << "by the queue";
  EXPECT_TRUE(verify_solution(game, by_queue, 1, silent).accepted());
  const solution_summary summary = summarize(by_queue, 1);
  for (const unsigned threads : thread_counts) {
    const product_solution found = solve_product(game, threads, silent);
    found.read(0, entries);
    EXPECT_TRUE(entries == expected) << threads << " threads";
    EXPECT_EQ(found.edges(), count_edges(game));
    EXPECT_EQ(summarize(found, [&found](position p) { return found.run_at(p); }, threads, silent), summary);
    EXPECT_TRUE(verify_product(game, found, threads, silent).accepted());
  }
  return by_queue;
}

TEST(product_solver, drawn_ends_are_no_ties_and_no_wins) {
  random_generator random(10);
  std::array<std::uint64_t, num_outcomes> seen{};
  constexpr std::array<double, 3> drawn_chances{0.1, 0.4, 0.9};
  for (std::uint64_t number = 0; number < 600 && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    random_product_shape shape = varied_product_shape(random, number);
    shape.drawn_chance = drawn_chances[number / 4 % drawn_chances.size()];
    if (number % 3 == 0) {
      shape.rows = 12;
      shape.columns = 12;
    }
    const auto outcomes = outcomes_of(solve_with_drawn_ends(random_product_game(random, shape), {1, 2, 4}));
    for (std::size_t o = 0; o < seen.size(); ++o) seen[o] += outcomes[o];
  }
  expect_no_outcome_is_rare(seen);
}

TEST(product_solver, small_games_with_drawn_ends_are_solved_alike_by_everything) {
  constexpr std::uint64_t num_games = 800;
  constexpr std::uint32_t most_places = 4;
  random_generator random(15);
  std::uint64_t with_drawn_ends = 0;
  for (std::uint64_t number = 0; number < num_games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    random_product_shape shape = varied_product_shape(random, number);
    for (auto& walker : shape.walkers) walker.places = std::min(walker.places, most_places);
    shape.drawn_chance = 0.1 + 0.8 * random.unit();
    shape.infinite_play = endless_rules[number % endless_rules.size()];
    const random_product_game game(random, shape);
    bool has_drawn_end = false;
    for (position p = 0; p < game.num_positions(); ++p) {
      has_drawn_end = has_drawn_end || game.terminal(game.unrank(p)).value_or(result{}).is_drawn;
    }
    with_drawn_ends += has_drawn_end ? 1 : 0;
    (void)solve_with_drawn_ends(game, {1 + static_cast<unsigned>(number / 3 % 2)});
  }
  EXPECT_GT(with_drawn_ends, num_games / 2);
}

TEST(product_solver, the_iteration_by_hand_agrees_with_the_queue) {
  random_generator random(11);
  for (std::uint64_t number = 0; number < 100; ++number) {
    const random_product_game game(random, varied_product_shape(random, number));
    const value_table expected = solve_by_queue(game);
    const std::vector<position_value> found = values_by_iteration(game);
    for (position p = 0; p < found.size(); ++p) ASSERT_EQ(found[p], expected[p]) << "game " << number << ", " << p;
  }
}

// Reports

class wave_list : public solve_visitor {
 public:
  void wave(const wave_report& report) override { waves.push_back(report); }
  std::vector<wave_report> waves;
};

auto fields_of(const wave_report& w) { return std::tuple(w.number, w.distance_plies, w.decided_by_kind, w.wins); }

TEST(product_solver, waves_are_reported_as_by_the_other_engines) {
  random_generator random(7);
  for (std::uint64_t number = 0; number < 100; ++number) {
    const random_product_game game(random, varied_product_shape(random, number));
    wave_list expected;
    (void)solve_explicit(game, {2, index_width::narrow}, expected);
    for (const unsigned threads : {1U, 2U}) {
      wave_list found;
      const product_solution solution = solve_product(game, threads, found);
      ASSERT_EQ(found.waves.size(), expected.waves.size()) << "game " << number;
      for (std::size_t i = 0; i < found.waves.size(); ++i) {
        ASSERT_EQ(fields_of(found.waves[i]), fields_of(expected.waves[i])) << "game " << number << ", wave " << i;
      }
      ASSERT_EQ(solution.waves(), found.waves.size());
    }
  }
}

TEST(product_solver, tied_ends_are_told_before_the_first_wave) {
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

TEST(product_solver, progress_adds_up) {
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

TEST(product_solver, a_request_to_stop_is_followed_in_every_phase) {
  class stopper : public solve_visitor {
   public:
    explicit stopper(std::string phase_to_stop) : m_phase_to_stop(std::move(phase_to_stop)) {}
    void phase(std::string_view name, std::uint64_t) override { m_stop = name == m_phase_to_stop; }
    [[nodiscard]] bool stop_requested() const override { return m_stop; }

   private:
    std::string m_phase_to_stop;
    std::atomic<bool> m_stop{false};
  };
  const cops_and_robbers game(grid_board(4, 5), 2);
  for (const unsigned threads : {1U, 2U}) {
    for (const char* phase : {"seed", "propagate"}) {
      stopper visitor(phase);
      EXPECT_THROW((void)solve_product(game, threads, visitor), interrupted) << phase;
    }
  }
}

// Mistakes

/// A game of two walkers on two places each, its ends and form as wished.
class mistaken_game : public form_game {
 public:
  mistaken_game(product_form form, std::vector<result> ends, result stuck = result::tied())
      : form_game(std::move(form)), m_ends(std::move(ends)), m_stuck(stuck) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.places[1] != 0 || m_ends.empty()) return std::nullopt;
    return m_ends.front();
  }
  [[nodiscard]] result no_moves(const state&) const { return m_stuck; }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const place_number> /*others*/, Callback&& f) const {
    for (const result& end : m_ends) f(0, end);
  }

 private:
  std::vector<result> m_ends;
  result m_stuck;
};

adjacency_lists two_places(bool with_moves = true) {
  adjacency_lists moves;
  for (place_number p = 0; p < 2; ++p) {
    moves.add_node();
    if (with_moves) moves.add_neighbour(1 - p);
  }
  return moves;
}

product_form two_walkers(std::vector<player> turns = {first, second}) {
  return {{{first, two_places(), {}}, {second, two_places(), {}}}, std::move(turns)};
}

/// What the solver throws; "nothing" if it does not.
std::string complaint(const mistaken_game& game) {
  for (const unsigned threads : {2U, 1U}) {
    solve_visitor silent;
    try {
      (void)solve_product(game, threads, silent);
      return "nothing";
    } catch (const contract_error& error) {
      if (threads == 1) return error.what();
    }
  }
  return "";
}

TEST(product_solver, mistakes_in_the_product_form_are_refused) {
  const std::vector<result> one_end{result::won_by(first)};
  EXPECT_EQ(complaint({two_walkers(), one_end}), "nothing");
  EXPECT_EQ(complaint({two_walkers(), {result::won_by(first, 3)}}), "an end of a product game has a distance above 0");
  EXPECT_EQ(complaint({two_walkers(), {result::won_by(first), result::won_by(first)}}),
            "an end of a product game is named twice");
  EXPECT_EQ(complaint({two_walkers(), {result::won_by(first), result::tied()}}),
            "an end of a product game is named twice");
  product_form stuck = two_walkers();
  stuck.walkers[1].moves = two_places(false);
  EXPECT_EQ(complaint({stuck, one_end}), "nothing");
  EXPECT_EQ(complaint({stuck, one_end, result::won_by(second, 1)}), "an end of a product game has a distance above 0");
  EXPECT_EQ(complaint({two_walkers({first}), one_end}), "a product form has fewer than two turns");
  EXPECT_EQ(complaint({two_walkers({}), one_end}), "a product form has fewer than two turns");
  product_form one_sided = two_walkers();
  one_sided.walkers[1].owner = first;
  EXPECT_EQ(complaint({one_sided, one_end}), "a product form has a turn of a player without walkers");
  product_form on_cells = two_walkers();
  on_cells.walkers[1].cells = {{0, 0}, {0, 1}};
  EXPECT_EQ(complaint({on_cells, one_end}), "nothing");
  on_cells.walkers[1].cells = {{0, 0}};
  EXPECT_EQ(complaint({on_cells, one_end}), "a product walker has more or fewer cells than places");
  EXPECT_EQ(complaint({two_walkers(), {result::drawn()}}), "nothing");
  EXPECT_EQ(complaint({two_walkers(), {result::drawn(), result::drawn()}}), "an end of a product game is named twice");
  on_cells.walkers[1].cells = {{0, 1}, {0, 1}};
  EXPECT_EQ(complaint({on_cells, one_end}), "two places of a product walker are on one cell");
  product_form nowhere = two_walkers();
  nowhere.walkers[0].moves = {};
  EXPECT_THROW((void)product_bytes(nowhere), contract_error);
  EXPECT_THROW((void)product_bytes({{}, {first, second}}), contract_error);
}

TEST(product_index, more_positions_than_numbers_are_refused) {
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
  EXPECT_THROW((void)index_of_sizes({k, k, k, k / 2}, 2), resource_error);  // by the turns
  EXPECT_THROW((void)index_of_sizes({k, k, k, k}, 1), resource_error);      // by the row
  EXPECT_THROW((void)index_of_sizes({k, k, k, k, 1}, 1), resource_error);   // by the rows
  EXPECT_THROW((void)index_of_sizes({k, k, k, 2 * k, k}, 1), resource_error);
}

}  // namespace
}  // namespace zermelo::test::product_solver_test
