// SPDX-License-Identifier: MIT
// Defines the common game of these tests, and tests its parts on tables small enough to check by hand.
#include "table_game.hpp"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

namespace zermelo::test {
namespace {

using membership = std::vector<char>;  // a set of positions

/// Grows a set ply by ply. `reaches(row, previous)` returns whether a position that is not terminal belongs to the set
/// when its successors' membership is `previous`; `ends_inside(row, end)` whether a terminal belongs to it. Returns the
/// ply at which each position joins, or `no_distance`.
template <class EndsInside, class Reaches>
std::vector<std::uint32_t> grow_set(const game_table& table, const EndsInside& ends_inside, const Reaches& reaches) {
  const std::size_t n = table.rows.size();
  std::vector<std::uint32_t> joined(n, no_distance);
  membership previous(n, 0);
  std::uint32_t last_end = 0;
  for (const table_row& row : table.rows) {
    last_end = std::max({last_end, row.terminal.value_or(result{}).distance_plies, row.no_moves.distance_plies});
  }
  for (std::uint32_t ply = 0;; ++ply) {
    membership now = previous;
    for (std::size_t v = 0; v < n; ++v) {
      const table_row& row = table.rows[v];
      if (!row.is_legal) continue;
      if (row.terminal || row.successors.empty()) {
        const result end = row.terminal ? *row.terminal : row.no_moves;
        now[v] = ends_inside(end) && end.distance_plies <= ply;
      } else {
        now[v] = ply > 0 && reaches(v, row, previous);
      }
      if (now[v] != 0 && joined[v] == no_distance) joined[v] = ply;
    }
    if (now == previous && ply > last_end) return joined;
    previous = std::move(now);
  }
}

}  // namespace

std::vector<std::vector<std::uint32_t>> predecessors_of(const game_table& table) {
  std::vector<std::vector<std::uint32_t>> predecessors(table.rows.size());
  for (std::uint32_t from = 0; from < table.rows.size(); ++from) {
    const table_row& row = table.rows[from];
    if (!row.is_legal || row.terminal) continue;
    for (const std::uint32_t to : row.successors) predecessors[to].push_back(from);
  }
  return predecessors;
}

game_table path(std::uint32_t size, const result& end) {
  game_table table;
  table.rows.resize(size);
  table.rows[0].terminal = end;
  for (std::uint32_t v = 1; v < size; ++v) {
    table.rows[v].to_move = v % 2 == 0 ? player::first : player::second;
    table.rows[v].successors = {v - 1};
  }
  return table;
}

game_table with_loops_for_drawn_ends(game_table table) {
  for (std::uint32_t v = 0; v < table.rows.size(); ++v) {
    table_row& row = table.rows[v];
    const bool is_dead_end = !row.terminal && row.successors.empty();
    if (!row.is_legal || !(is_dead_end ? row.no_moves : row.terminal.value_or(result{})).is_drawn) continue;
    row.terminal.reset();
    row.successors = {v};
  }
  return table;
}

std::vector<position_value> iterate_margins(const game_table& table) {
  const std::size_t n = table.rows.size();
  const auto is_end = [&](const table_row& row) { return row.terminal || row.successors.empty(); };
  const auto end_of = [](const table_row& row) { return row.terminal ? *row.terminal : row.no_moves; };
  // Margins for the first player. A player that can force m points or more can do so within n plies.
  std::vector<int> margins(n, 0);
  for (std::size_t ply = 0; ply <= n; ++ply) {
    const std::vector<int> previous = margins;
    for (std::size_t v = 0; v < n; ++v) {
      const table_row& row = table.rows[v];
      if (!row.is_legal) continue;
      if (is_end(row)) {
        const result end = end_of(row);
        margins[v] = end.winner == player::first ? end.points() : -end.points();
        continue;
      }
      const auto less = [&](std::uint32_t a, std::uint32_t b) { return previous[a] < previous[b]; };
      const auto best = row.to_move == player::first
                            ? std::max_element(row.successors.begin(), row.successors.end(), less)
                            : std::min_element(row.successors.begin(), row.successors.end(), less);
      margins[v] = previous[*best];
    }
  }

  std::uint32_t last_end = 0;
  for (const table_row& row : table.rows) last_end = std::max(last_end, end_of(row).distance_plies);
  std::vector<std::uint32_t> known(n, no_distance);  // [position]: the ply
  bool has_changed = true;
  for (std::uint32_t ply = 0; has_changed || ply <= last_end + 1; ++ply) {
    has_changed = false;
    const std::vector<std::uint32_t> previous = known;
    for (std::size_t v = 0; v < n; ++v) {
      const table_row& row = table.rows[v];
      if (!row.is_legal || known[v] != no_distance) continue;
      if (is_end(row)) {
        if (!end_of(row).is_drawn && end_of(row).distance_plies == ply) known[v] = ply;
      } else {
        std::uint64_t retained = 0;
        std::uint64_t retained_and_known = 0;
        for (const std::uint32_t to : row.successors) {
          if (margins[to] != margins[v]) continue;
          ++retained;
          retained_and_known += previous[to] != no_distance ? 1 : 0;
        }
        const int own = row.to_move == player::first ? margins[v] : -margins[v];
        const bool hurries = own > 0 || (own == 0 && table.infinite_play != row.to_move);
        if (hurries ? retained_and_known > 0 : retained_and_known == retained) known[v] = ply;
      }
      has_changed = has_changed || known[v] != no_distance;
    }
  }

  std::vector<position_value> values(n);
  for (std::size_t v = 0; v < n; ++v) {
    const table_row& row = table.rows[v];
    if (!row.is_legal) continue;
    const int own = row.to_move == player::first ? margins[v] : -margins[v];
    if (own != 0) {
      values[v] = {own > 0 ? outcome::win : outcome::loss, known[v], static_cast<std::uint16_t>(std::abs(own) - 1)};
    } else {
      values[v] = {known[v] != no_distance ? outcome::tie : outcome::draw, known[v]};
    }
  }
  return values;
}

std::vector<position_value> iterate_values(const game_table& table) {
  if (table.max_margin > 1) return iterate_margins(table);
  const auto some = [](const table_row& row, const auto& belongs) {
    return std::any_of(row.successors.begin(), row.successors.end(), belongs);
  };
  const auto all = [](const table_row& row, const auto& belongs) {
    return std::all_of(row.successors.begin(), row.successors.end(), belongs);
  };
  std::array<std::vector<std::uint32_t>, 2> won_by;
  for (const player p : {player::first, player::second}) {
    won_by[index_of(p)] = grow_set(
        table, [p](const result& end) { return end.winner == p; },
        [&](std::size_t, const table_row& row, const membership& previous) {
          const auto belongs = [&](std::uint32_t to) { return previous[to] != 0; };
          return row.to_move == p ? some(row, belongs) : all(row, belongs);
        });
  }
  const auto is_won_by = [&](player p, std::size_t v) { return won_by[index_of(p)][v] != no_distance; };
  const auto tied = grow_set(
      table, [](const result& end) { return !end.winner && !end.is_drawn; },
      [&](std::size_t v, const table_row& row, const membership& previous) {
        if (is_won_by(player::first, v) || is_won_by(player::second, v)) return false;
        const auto belongs = [&](std::uint32_t to) { return previous[to] != 0; };
        if (row.to_move != table.infinite_play) return some(row, belongs);
        return all(row, [&](std::uint32_t to) { return belongs(to) || is_won_by(opponent(row.to_move), to); });
      });

  std::vector<position_value> values(table.rows.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    const table_row& row = table.rows[v];
    if (!row.is_legal) continue;
    if (is_won_by(row.to_move, v)) {
      values[v] = {outcome::win, won_by[index_of(row.to_move)][v]};
    } else if (is_won_by(opponent(row.to_move), v)) {
      values[v] = {outcome::loss, won_by[index_of(opponent(row.to_move))][v]};
    } else if (tied[v] != no_distance) {
      values[v] = {outcome::tie, tied[v]};
    } else {
      values[v] = {outcome::draw, no_distance};
    }
  }
  return values;
}

game_table random_table(random_generator& random, const random_table_shape& shape) {
  game_table table;
  table.infinite_play = shape.infinite_play;
  table.max_margin = shape.max_margin;
  table.rows.resize(shape.num_positions);
  const auto random_player = [&] { return random.below(2) == 0 ? player::first : player::second; };
  const auto is_drawn = [&] { return shape.drawn_chance > 0 && random.chance(shape.drawn_chance); };
  const auto random_distance = [&] { return shape.end_distances[random.below(shape.end_distances.size())]; };
  const auto give_points = [&](result& end) {
    if (shape.max_margin == 1 || !end.winner) return;
    const std::uint64_t usual = std::min<std::uint64_t>(shape.max_margin, 4);
    const std::uint64_t extra = random.below(4) == 0 ? shape.max_margin - 1 : random.below(usual);
    end.extra_points = static_cast<std::uint16_t>(extra);
    end.distance_plies = std::min(end.distance_plies, detail::max_scored_end_distance);
  };
  std::vector<std::uint32_t> legal;
  for (std::uint32_t v = 0; v < shape.num_positions; ++v) {
    table_row& row = table.rows[v];
    row.is_legal = !random.chance(shape.unused_chance);
    if (row.is_legal) legal.push_back(v);
    row.to_move = random_player();
    if (random.chance(shape.terminal_chance)) {
      row.terminal = random.chance(shape.tie_chance) ? result::tied(random_distance())
                                                     : result::won_by(random_player(), random_distance());
      give_points(*row.terminal);
    }
    if (shape.no_moves) {
      row.no_moves = apply(*shape.no_moves, row.to_move);
    } else {
      constexpr std::uint64_t num_rules = 3;
      row.no_moves = apply(static_cast<no_moves_rule>(random.below(num_rules)), row.to_move);
      row.no_moves.distance_plies = random_distance();
      give_points(row.no_moves);
    }
    if (row.terminal && is_drawn()) row.terminal = result::drawn();
    if (is_drawn()) row.no_moves = result::drawn();
  }
  if (legal.empty()) return table;
  const auto most_moves = static_cast<std::uint64_t>(2 * shape.mean_out_degree) + 1;
  for (table_row& row : table.rows) {
    const std::uint64_t moves = random.below(most_moves);
    for (std::uint64_t i = 0; i < moves; ++i) row.successors.push_back(legal[random.below(legal.size())]);
  }
  return table;
}

random_table_shape varied_shape(random_generator& random, std::uint64_t number) {
  constexpr std::array<std::optional<player>, 3> infinite_play_rules{std::nullopt, player::first, player::second};
  constexpr std::array<std::optional<no_moves_rule>, 4> no_moves_rules{no_moves_rule::loses, no_moves_rule::wins,
                                                                       no_moves_rule::ties, std::nullopt};
  constexpr std::uint64_t most_positions = 40;
  random_table_shape shape;
  shape.infinite_play = infinite_play_rules[number % infinite_play_rules.size()];
  shape.no_moves = no_moves_rules[number / infinite_play_rules.size() % no_moves_rules.size()];
  shape.num_positions = static_cast<std::uint32_t>(1 + random.below(most_positions));
  shape.mean_out_degree = 0.5 + 3 * random.unit();
  shape.terminal_chance = 0.4 * random.unit();
  if (random.chance(0.5)) shape.unused_chance = 0.3 * random.unit();
  shape.tie_chance = random.chance(0.2) ? 0 : random.unit();
  const std::uint64_t kind_of_ends = random.below(100);
  if (kind_of_ends < 40) {
    shape.end_distances = {0};
  } else if (kind_of_ends < 80) {
    shape.end_distances = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  } else if (kind_of_ends < 99) {
    shape.end_distances = {0, 2, 17, 60, 300};
  } else {
    shape.end_distances = {1, 8190, 8192};  // around the greatest distance of a 16-bit word
  }
  if (random.chance(0.4)) shape.drawn_chance = 0.5 * random.unit();
  return shape;
}

random_table_shape scored_shape(random_generator& random, std::uint64_t number) {
  constexpr std::array<std::uint32_t, 5> bounds{1, 2, 5, 60, 300};
  random_table_shape shape = varied_shape(random, number);
  shape.max_margin = bounds[number % bounds.size()];
  return shape;
}

std::vector<position_value> entries_of(const solution_entries& values) {
  std::vector<position_value> entries(values.size());
  values.read(0, entries);
  return entries;
}

solution solve_explicit(const table_game& game, const retrograde_options& options, solve_visitor& visitor,
                        saved_solve* saved) {
  return zermelo::solve_explicit(game, options, visitor, saved);
}
solution solve_explicit(const forward_table_game& game, const retrograde_options& options) {
  return zermelo::solve_explicit(game, options, silent);
}
solution solve_recorded(const table_game& game, const retrograde_options& options, solve_visitor& visitor,
                        saved_solve* saved) {
  return zermelo::solve_recorded(rules_of_game<table_game>(game), options, visitor, saved);
}
solution solve_implicit(const table_game& game, const retrograde_options& options, solve_visitor& visitor,
                        saved_solve* saved) {
  return retrograde_analysis(rules_of_game<table_game>(game), options, visitor, saved);
}
value_table solve_queue(const table_game& game, solve_visitor& visitor) { return solve_by_queue(game, visitor); }
value_table solve_queue(const forward_table_game& game) { return solve_by_queue(game, silent); }
verify_report verify(const table_game& game, const std::vector<position_value>& entries, unsigned threads) {
  return verify_solution(game, listed_entries(entries), threads, silent);
}

namespace {

table_row moves_of(player to_move, std::vector<std::uint32_t> successors) {
  table_row row;
  row.to_move = to_move;
  row.successors = std::move(successors);
  return row;
}

table_row end_of(const result& ending) {
  table_row row;
  row.terminal = ending;
  return row;
}

constexpr position_value drawn{outcome::draw, no_distance};

TEST(iterate_values, winner_minimizes_and_loser_maximizes_the_distance) {
  // Position 0 wins at once by moving to 3, or later by moving to 1. Position 4 chooses between a loss in 1 and in 3.
  const game_table table{{moves_of(player::first, {1, 3}), moves_of(player::second, {2}), moves_of(player::first, {3}),
                          end_of(result::won_by(player::first)), moves_of(player::second, {3, 1})},
                         std::nullopt};
  const std::vector<position_value> expected{
      {outcome::win, 1}, {outcome::loss, 2}, {outcome::win, 1}, {outcome::win, 0}, {outcome::loss, 3}};
  EXPECT_EQ(iterate_values(table), expected);
}

TEST(iterate_values, winner_of_infinite_play_ties_only_if_forced) {
  // Position 0 may go to a tie or to 1, from which the other player can only return.
  game_table table{{moves_of(player::first, {2, 1}), moves_of(player::second, {0}), end_of(result::tied())}, {}};
  EXPECT_EQ(iterate_values(table),
            (std::vector<position_value>{{outcome::tie, 1}, {outcome::tie, 2}, {outcome::tie, 0}}));
  table.infinite_play = player::second;
  EXPECT_EQ(iterate_values(table),
            (std::vector<position_value>{{outcome::tie, 1}, {outcome::tie, 2}, {outcome::tie, 0}}));
  table.infinite_play = player::first;
  EXPECT_EQ(iterate_values(table), (std::vector<position_value>{drawn, drawn, {outcome::tie, 0}}));
}

TEST(iterate_values, drawn_terminal_gives_same_values_as_an_endless_loop) {
  random_generator random(31);
  std::uint64_t drawn_ends = 0;
  for (std::uint64_t number = 0; number < 500; ++number) {
    random_table_shape shape = varied_shape(random, number);
    shape.drawn_chance = 0.4;
    const game_table table = random_table(random, shape);
    ASSERT_EQ(iterate_values(table), iterate_values(with_loops_for_drawn_ends(table))) << number;
    for (const table_row& row : table.rows) drawn_ends += row.terminal == result::drawn() ? 1 : 0;
  }
  EXPECT_GT(drawn_ends, 300U);
}

TEST(iterate_values, accepts_unused_indices_dead_ends_and_distant_terminals) {
  game_table table{{moves_of(player::first, {1, 2}), end_of(result::won_by(player::first, 7)),
                    moves_of(player::second, {3}), moves_of(player::first, {}), table_row{}},
                   std::nullopt};
  table.rows[3].no_moves = result::won_by(player::first, 3);
  table.rows[4].is_legal = false;
  const std::vector<position_value> expected{
      {outcome::win, 5}, {outcome::win, 7}, {outcome::loss, 4}, {outcome::win, 3}, {outcome::illegal, no_distance}};
  EXPECT_EQ(iterate_values(table), expected);
}

TEST(random_table, contains_unused_indices_dead_ends_loops_and_parallel_moves) {
  random_generator random(1);
  std::uint64_t unused = 0;
  std::uint64_t dead_ends = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t parallel_moves = 0;
  std::uint64_t unchanged_turns = 0;
  std::uint64_t terminals_with_moves = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const game_table table = random_table(random, varied_shape(random, number));
    for (std::uint32_t v = 0; v < table.rows.size(); ++v) {
      const table_row& row = table.rows[v];
      auto successors = row.successors;
      std::sort(successors.begin(), successors.end());
      if (!row.is_legal) ++unused;
      if (!row.is_legal || row.terminal) {
        terminals_with_moves += row.is_legal && !successors.empty() ? 1 : 0;
        continue;
      }
      if (successors.empty()) ++dead_ends;
      if (std::binary_search(successors.begin(), successors.end(), v)) ++self_loops;
      if (std::adjacent_find(successors.begin(), successors.end()) != successors.end()) ++parallel_moves;
      for (const std::uint32_t to : successors) {
        EXPECT_TRUE(table.rows[to].is_legal);
        if (table.rows[to].to_move == row.to_move) ++unchanged_turns;
      }
    }
  }
  for (const std::uint64_t seen :
       {unused, dead_ends, self_loops, parallel_moves, unchanged_turns, terminals_with_moves}) {
    EXPECT_GT(seen, 50U);
  }
}

}  // namespace
}  // namespace zermelo::test
