// SPDX-License-Identifier: MIT
// Tests that solvers and the verifier reject wrong games whose moves gain points. The error names the position or the
// move, the points and the allowed values.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/list_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/expect_slice_margins.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/slices/solve_outcomes.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/solve/solve_in_one_pass.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "slices/gains_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::gains_errors_test {
namespace {

using testkit::matches_pattern;

using solver = solution (*)(const rules&);
solution by_queue(const rules& part) { return {solve_by_queue(part, silent)}; }
solution by_stored_graph(const rules& part) { return solve_explicit(part, {2}, silent); }
solution by_predecessors(const rules& part) { return retrograde_analysis(part, {1}, silent); }
solution by_one_pass(const rules& part) { return solve_in_one_pass(part, 1, silent); }

std::string margin_error(position p, int margin, std::uint32_t bound) {
  return "position " + std::to_string(p) + " has margin " + std::to_string(margin) + "; max_margin is " +
         std::to_string(bound);
}

template <class G>
std::string error_of_solve(const G& game, solver solve) {
  return testkit::error_of<contract_error>([&] { return solve_groups(rules_of_game<G>(game), game.slices(), solve); });
}

template <class G>
verify_report verified(const G& game, const std::vector<position_value>& entries) {
  const slice_lookup lookup(game.slices());
  return verify_solution(rules_of_game<G>(game), listed_entries(entries), 1, silent, &lookup);
}

/// Verifies group by group; the slices of each group are consecutive. Failures name positions by their index in the
/// group.
verify_report verified_by_groups(const gains_table& table, const std::vector<position_value>& entries) {
  const gains_game game(table);
  const rules_of_game<gains_game> rules(game);
  const slice_lookup lookup(table.slices);
  const listed_entries listed(entries);
  const auto finished = std::make_shared<joined_entries>(entries.size());
  verify_report found;
  for (const slice_group& group : slice_order(table.slices)) {
    const slice_numbers numbers(table.slices, group);
    const part_rules part(rules, numbers, finished);
    const auto values = std::make_shared<entry_window>(listed, numbers.of_game(0), numbers.size());
    found.add(verify_group(part, *values, 1, silent, &lookup));
    finished->add(numbers.of_game(0), values);
  }
  return found;
}

/// @param patterns  the patterns of the reasons of all reported failures, in order
void expect_reasons(const verify_report& report, const std::vector<std::string>& patterns) {
  EXPECT_EQ(report.first.size(), patterns.size());
  for (std::size_t i = 0; i < std::min(report.first.size(), patterns.size()); ++i) {
    EXPECT_PRED_FORMAT2(matches_pattern, patterns[i], report.first[i].reason);
  }
}

/// Position 0 is a terminal of 0 points in a separate slice. The other slice has positions 1 and 3, with the first
/// player to move, and 2, with the second. 1 and 2 lead to each other, 1 and 3 to the terminal.
gains_table cycle() {
  gains_table table;
  table.slices = {{"end", 1, {}}, {"cycle", 3, {0, 1}}};
  table.slice_of = {0, 1, 1, 1};
  table.rows.resize(4);
  table.rows[0].terminal = result::tied();
  table.rows[1].moves = {{2}, {0}};
  table.rows[2].to_move = player::second;
  table.rows[2].moves = {{1}};
  table.rows[3].moves = {{0}};
  table.max_margin = 9;
  table.max_gain = 5;
  number_groups(table);
  return table;
}

/// The same table with a move from each position to the terminal instead of the cycle.
gains_table without_cycle(gains_table table) {
  table.slices[1].leads_to = {0};
  table.rows[1].moves = {{0}};
  table.rows[2].moves = {{0}};
  return table;
}

/// A terminal of 0 points in a separate slice, and two slices of two positions that lead to each other by the moves
/// between positions 2 and 3. The first player is to move in 1 and 4, where the only move leads to the terminal and
/// gains the given points.
/// @param points  the gains of the move from 1, in the slice "low", and of the move from 4, in the slice "high"
/// @param bounds  the bounds of margins in these slices; 0: the bound of the game
gains_table two_slices(const std::array<int, 2>& points, const std::array<std::uint32_t, 2>& bounds) {
  gains_table table;
  table.slices = {{"end", 1, {}}, {"low", 2, {0, 2}, {}, bounds[0]}, {"high", 2, {0, 1}, {}, bounds[1]}};
  table.slice_of = {0, 1, 1, 2, 2};
  table.rows.resize(5);
  table.rows[0].terminal = result::tied();
  table.rows[1].moves = {{0, points[0]}};
  table.rows[2].to_move = player::second;
  table.rows[2].moves = {{3}};
  table.rows[3].moves = {{2}};
  table.rows[4].moves = {{0, points[1]}};
  table.max_margin = 9;
  table.max_gain = 9;
  number_groups(table);
  return table;
}

/// A game with the slices of a table, in which terminals of equal points replace moves that gain points.
class scored_ends_game : public table_game {
 public:
  explicit scored_ends_game(const gains_table& table) : table_game(ends_of(table)), m_slices(table.slices) {}
  [[nodiscard]] std::vector<slice> slices() const { return m_slices; }

 private:
  static game_table ends_of(const gains_table& table) {
    game_table ends;
    ends.max_margin = table.max_margin;
    for (const gains_row& row : table.rows) {
      table_row& made = ends.rows.emplace_back();
      made.to_move = row.to_move;
      made.terminal = row.terminal;
      for (const gained_move& move : row.moves) {
        made.successors.push_back(move.to);
        if (move.points != 0) made.terminal = result::scored(row.to_move, move.points);
      }
    }
    return ends;
  }

  std::vector<slice> m_slices;
};

/// Compares the error of each solver that lists moves by position with a pattern; "accepted" if the solver succeeds.
/// @tparam Backward  the game with predecessors
template <class Backward>
void expect_of_solvers(const gains_table& table, const std::string& message) {
  EXPECT_PRED_FORMAT2(matches_pattern, message, error_of_solve(gains_game(table), by_queue));
  EXPECT_PRED_FORMAT2(matches_pattern, message, error_of_solve(gains_game(table), by_stored_graph));
  EXPECT_PRED_FORMAT2(matches_pattern, message, error_of_solve(Backward(table), by_predecessors));
}

/// Expects that solvers and verifiers reject a gain of 1 point on the moves from `one` to `other` and back.
/// @param false_entries  wrong entries that satisfy the local conditions
void expect_inner_gain_rejected(const gains_table& table, position one, position other,
                                const std::vector<position_value>& false_entries) {
  expect_of_solvers<backward_gains_game>(table, fmt::format("...position {} to {} gains 1 ...", one, other));
  const std::vector<std::string> reasons{fmt::format("...position {} gains 1 ...", other),
                                         fmt::format("...position {} gains 1 ...", one)};
  expect_reasons(verified(gains_game(table), false_entries), reasons);
  expect_reasons(verified_by_groups(table, false_entries), reasons);
  expect_reasons(verify_solution(gains_game(table), listed_entries(false_entries), 1, silent), reasons);
}

TEST(gains_check, rejects_gain_on_both_moves_of_a_cycle) {
  gains_table table = cycle();
  table.rows[1].moves[0].points = 1;
  table.rows[2].moves[0].points = 1;
  const std::vector<position_value> false_entries{
      {outcome::tie, 0}, {outcome::tie, 1}, {outcome::win, 2}, {outcome::tie, 1}};
  expect_inner_gain_rejected(table, 1, 2, false_entries);
  EXPECT_PRED_FORMAT2(matches_pattern, "...position 1 to 2 gains 1 ...",
                      error_of_solve(with_ranking(key_gains_game(table, 1)), by_queue));
  // The hook for moves that leave a group hides the gain from the solve, but not from the verifier.
  EXPECT_EQ(error_of_solve(leaving_gains_game(table), by_predecessors), "accepted");
  EXPECT_FALSE(verified(leaving_gains_game(table), false_entries).accepted());
}

TEST(gains_check, rejects_gain_between_slices_of_a_group) {
  gains_table table = two_slices({0, 0}, {0, 0});
  table.rows[2].moves[0].points = 1;
  table.rows[3].moves = {{2, 1}, {0}};
  expect_inner_gain_rejected(
      table, 2, 3, {{outcome::tie, 0}, {outcome::tie, 1}, {outcome::win, 2}, {outcome::tie, 1}, {outcome::tie, 1}});
}

TEST(gains_check, rejects_move_to_a_group_solved_later) {
  gains_table table = cycle();
  table.rows[0].terminal.reset();
  table.rows[0].moves = {{3}};
  EXPECT_PRED_FORMAT2(matches_pattern, "position 3 ... missing ...", error_of_solve(gains_game(table), by_queue));
  const std::vector<position_value> drawn(4, {outcome::draw, no_distance});
  expect_reasons(verified(gains_game(table), drawn), {"...position 3 ... solved later"});
}

TEST(gains_check, rejects_more_points_than_max_gain) {
  for (const int points : {6, -6, 1'000'000}) {
    gains_table table = cycle();
    table.rows[3].moves[0].points = points;
    const std::string rejection = " gains " + std::to_string(points) + " points; max_gain is 5";
    EXPECT_PRED_FORMAT2(matches_pattern, "...position 3" + rejection, error_of_solve(gains_game(table), by_queue));
    EXPECT_PRED_FORMAT2(matches_pattern, "...position 3" + rejection,
                        error_of_solve(leaving_gains_game(table), by_predecessors));
    EXPECT_PRED_FORMAT2(matches_pattern, "...with key 10" + rejection,
                        error_of_solve(with_ranking(key_gains_game(table, 3)), by_queue));
    EXPECT_PRED_FORMAT2(matches_pattern, "...position 3" + rejection, testkit::error_of<contract_error>([&] {
                          return verified(gains_game(table), std::vector<position_value>(4));
                        }));
  }
}

/// Expects that solvers reject the margin of position 3.
void expect_margin_rejected(const gains_table& table, int margin, std::uint32_t bound) {
  const std::string rejection = margin_error(3, margin, bound);
  expect_of_solvers<leaving_gains_game>(table, rejection);
  EXPECT_EQ(error_of_solve(gains_game(without_cycle(table)), by_one_pass), rejection);
}

TEST(gains_check, rejects_margins_beyond_the_bound_of_the_slice) {
  for (const int points : {4, -4}) {
    gains_table table = cycle();
    table.slices[1].max_margin = 3;
    table.rows[3].moves[0].points = points;
    expect_margin_rejected(table, points, 3);
    table.slices[1].max_margin = 4;
    EXPECT_EQ(error_of_solve(gains_game(table), by_queue), "accepted");
  }
}

/// Solves and verifies two_slices: with gains group by group, and without slices with terminals of equal points.
/// @param rejected  the position with a margin above the bound of its slice; nothing if all margins are within bounds
void expect_bounds_of_two_slices(const std::array<int, 2>& points, const std::array<std::uint32_t, 2>& bounds,
                                 std::optional<position> rejected) {
  SCOPED_TRACE("points " + testing::PrintToString(points) + ", bounds " + testing::PrintToString(bounds));
  const gains_table table = two_slices(points, bounds);
  const std::size_t which = rejected == position{4} ? 1 : 0;
  const std::string rejection = rejected ? margin_error(*rejected, points[which], bounds[which]) : "accepted";
  expect_of_solvers<leaving_gains_game>(table, rejection);

  const scored_ends_game whole(table);
  for (const solver solve : {by_queue, by_stored_graph, by_predecessors}) {
    const rules_of_game<scored_ends_game> rules(whole);
    const solution solved = solve(rules);
    EXPECT_EQ(testkit::error_of<contract_error>([&] { expect_slice_margins(rules, table.slices, solved.values); }),
              rejection);
    EXPECT_EQ(error_of_solve(whole, solve), rejection);
  }

  const gains_game without_bounds(two_slices(points, {0, 0}));
  std::vector<position_value> entries(table.rows.size());
  solve_groups(rules_of_game<gains_game>(without_bounds), without_bounds.slices(), by_queue).values->read(0, entries);
  const auto expect_verified = [&](const verify_report& report, position first) {
    if (!rejected) {
      expect_reasons(report, {});
      return;
    }
    expect_reasons(report, {fmt::format("...max_margin ... slice is {}", bounds[which])});
    EXPECT_EQ(report.first.at(0).at, *rejected - first);
  };
  expect_verified(verified(gains_game(table), entries), 0);
  expect_verified(verified_by_groups(table, entries), 1);
  entries[1].distance_plies = entries[4].distance_plies = 0;  // these positions are terminal in `whole`
  expect_verified(verify_solution(whole, listed_entries(entries), 1, silent), 0);
}

TEST(gains_check, rejects_margins_beyond_the_smaller_bound_in_a_group) {
  for (const int sign : {1, -1}) {
    for (const std::uint32_t other_bound : {5U, 0U}) {  // 0: the bound of the game
      const int other = sign * (other_bound == 0 ? 9 : 5);
      expect_bounds_of_two_slices({2 * sign, other}, {2, other_bound}, std::nullopt);
      expect_bounds_of_two_slices({3 * sign, other}, {2, other_bound}, 1);
      expect_bounds_of_two_slices({other, 2 * sign}, {other_bound, 2}, std::nullopt);
      expect_bounds_of_two_slices({other, 3 * sign}, {other_bound, 2}, 4);
    }
  }
}

TEST(gains_check, verifier_rejects_margins_beyond_the_bound_of_slice_or_game) {
  for (const int points : {4, -4}) {
    gains_table table = cycle();
    table.rows[3].moves[0].points = points;
    const gains_game right(table);
    std::vector<position_value> entries(4);
    solve_groups(rules_of_game<gains_game>(right), table.slices, by_queue).values->read(0, entries);
    EXPECT_TRUE(verified(gains_game(table), entries).accepted());
    const auto expect_rejected = [&](const std::string& reason) {
      const auto expect_one = [&](const verify_report& report, position at) {
        expect_reasons(report, {reason});
        EXPECT_EQ(report.first.at(0).at, at);
        EXPECT_EQ(report.first.at(0).stored.margin(), points);
      };
      expect_one(verified(gains_game(table), entries), 3);
      expect_one(verify_solution(gains_game(table), listed_entries(entries), 1, silent), 3);
      expect_one(verified_by_groups(table, entries), 2);  // position 3 is the third of its group
    };
    table.slices[1].max_margin = 3;
    expect_rejected("...max_margin ... slice is 3");
    table.slices[1].max_margin = 0;
    table.max_margin = 2;
    expect_rejected("...max_margin ... game is 2");
    table.slices[1].max_margin = 4;  // rejected by a solve, since the game has a lower bound
    EXPECT_FALSE(verified(gains_game(table), entries).accepted());
  }
}

TEST(gains_check, rejects_sums_of_margin_and_gain_that_overflow) {
  for (const int sign : {1, -1}) {
    gains_table table = cycle();
    table.max_margin = result::largest_margin;
    table.max_gain = result::largest_margin;
    table.rows[0].terminal = result::scored(player::first, sign * result::largest_margin);
    table.rows[3].moves[0].points = sign * result::largest_margin;
    expect_margin_rejected(table, sign * 2 * result::largest_margin, result::largest_margin);
    // The verifier reports the required entry, which does not fit any table.
    const auto largest = static_cast<std::uint16_t>(result::largest_margin - 1);
    const outcome own = sign > 0 ? outcome::win : outcome::loss;
    const outcome others = sign > 0 ? outcome::loss : outcome::win;
    const verify_report report =
        verified(gains_game(table), {{own, 0, largest}, {own, 1, largest}, {others, 2, largest}, {own, 1, largest}});
    EXPECT_EQ(std::count_if(report.first.begin(), report.first.end(),
                            [](const verify_failure& failure) { return failure.at == 3; }),
              1);
  }
}

TEST(gains_check, rejects_slice_with_greater_bound_than_the_game) {
  gains_table table = cycle();
  table.slices[1].max_margin = 10;
  const std::string rejection = "max_margin ... slice: ... at most 9 ... 10";
  expect_of_solvers<leaving_gains_game>(table, rejection);
  EXPECT_PRED_FORMAT2(matches_pattern, rejection, error_of_solve(gains_game(without_cycle(table)), by_one_pass));
}

TEST(gains_check, rejects_solve_or_check_without_slices) {
  const gains_game game(cycle());
  const backward_gains_game backward(cycle());
  const rules_of_game<gains_game> rules(game);
  const std::vector<position_value> entries(4);
  const listed_entries listed(entries);
  const std::vector<const outcome_bits*> finished(2);
  const auto expect_rejected = [](const std::string& rejection, const auto& action) {
    EXPECT_PRED_FORMAT2(matches_pattern, rejection, testkit::error_of<contract_error>(action));
  };
  expect_rejected("... gain points: ... groups ...", [&] { return by_queue(rules); });
  expect_rejected("... gain points: ... groups ...", [&] { return by_stored_graph(rules); });
  expect_rejected("... gain points: ... groups ...",
                  [&] { return by_predecessors(rules_of_game<backward_gains_game>(backward)); });
  expect_rejected("verify: ... max_gain ... groups ...", [&] { return verify_solution(rules, listed, 1, silent); });
  expect_rejected("... gain points: outcomes ...",
                  [&] { return solve_outcomes(rules, game.slices(), 0, finished, 1, silent); });
  expect_rejected("verify: outcomes ... max_gain",
                  [&] { return verify_outcomes(rules, game.slices(), 0, listed, finished, 1, silent); });
  gains_table plain = cycle();
  plain.max_margin = 1;
  const gains_game of_one_point(plain);
  EXPECT_PRED_FORMAT2(matches_pattern, "graph arrays ... max_gain", testkit::error_of<input_error>([&] {
                        return list_graph(rules_of_game<gains_game>(of_one_point), 1, silent);
                      }));
}

}  // namespace
}  // namespace zermelo::test::gains_errors_test
