// SPDX-License-Identifier: MIT
// Solvers and the verifier reject wrong games whose moves gain points: the message names the position or the move, the
// points, and the allowed values.
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

/// The result of verifying group after group, if the slices of a group are consecutive. Failures have the numbers of
/// their group.
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

std::vector<std::string> reasons_of(const verify_report& report) {
  std::vector<std::string> reasons;
  for (const verify_failure& failure : report.first) reasons.push_back(failure.reason);
  return reasons;
}

/// A terminal of 0 points in a separate slice, and the first player in positions 1 and 3, the second in 2, in one
/// slice: 1 and 2 lead to each other, 1 and 3 to the terminal.
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

/// A terminal of 0 points in a separate slice, and two slices of two positions that lead to each other, by the moves
/// between positions 2 and 3. The first player is to move in 1 and 4, and can only go to the terminal, for the given
/// points.
/// @param points  of the move from 1, in the slice that comes first, and of the move from 4
/// @param bounds  of margins in these slices
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

/// The slices of a table, with terminals of equal points instead of moves that gain points.
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

/// Expects a message from solvers that list moves by position; "accepted": they solve it.
/// @tparam Backward  the game with predecessors
template <class Backward>
void expect_of_solvers(const gains_table& table, const std::string& message) {
  EXPECT_EQ(error_of_solve(gains_game(table), by_queue), message);
  EXPECT_EQ(error_of_solve(gains_game(table), by_stored_graph), message);
  EXPECT_EQ(error_of_solve(Backward(table), by_predecessors), message);
}

/// Expects that solvers and verifiers reject a gain of 1 point by each of the moves from `one` to `other` and back.
/// @param false_entries  entries that follow from each other by the local conditions only
void expect_inner_gain_rejected(const gains_table& table, position one, position other,
                                const std::vector<position_value>& false_entries) {
  const auto gains = [](position to) {
    return std::to_string(to) + " gains 1 points, but stays in its group of slices";
  };
  expect_of_solvers<backward_gains_game>(table,
                                         "the move from position " + std::to_string(one) + " to " + gains(other));
  const std::vector<std::string> reasons{"the move to position " + gains(other), "the move to position " + gains(one)};
  EXPECT_EQ(reasons_of(verified(gains_game(table), false_entries)), reasons);
  EXPECT_EQ(reasons_of(verified_by_groups(table, false_entries)), reasons);
  EXPECT_EQ(reasons_of(verify_solution(gains_game(table), listed_entries(false_entries), 1, silent)), reasons);
}

TEST(gains_check, rejects_gain_on_both_moves_of_a_cycle) {
  gains_table table = cycle();
  table.rows[1].moves[0].points = 1;
  table.rows[2].moves[0].points = 1;
  const std::vector<position_value> false_entries{
      {outcome::tie, 0}, {outcome::tie, 1}, {outcome::win, 2}, {outcome::tie, 1}};
  expect_inner_gain_rejected(table, 1, 2, false_entries);
  EXPECT_EQ(error_of_solve(with_ranking(key_gains_game(table, 1)), by_queue),
            "the move from position 1 to 2 gains 1 points, but stays in its group of slices");
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
  EXPECT_EQ(error_of_solve(gains_game(table), by_queue), "position 3 lies in a part of the solution that is missing");
  const std::vector<position_value> drawn(4, {outcome::draw, no_distance});
  EXPECT_EQ(reasons_of(verified(gains_game(table), drawn)),
            std::vector<std::string>{"the move to position 3 leads to a group of slices that is solved later"});
}

TEST(gains_check, rejects_more_points_than_max_gain) {
  for (const int points : {6, -6, 1'000'000}) {
    gains_table table = cycle();
    table.rows[3].moves[0].points = points;
    const std::string rejection = " gains " + std::to_string(points) + " points; max_gain is 5";
    EXPECT_EQ(error_of_solve(gains_game(table), by_queue), "a move from position 3" + rejection);
    EXPECT_EQ(error_of_solve(leaving_gains_game(table), by_predecessors), "a move from position 3" + rejection);
    EXPECT_EQ(error_of_solve(with_ranking(key_gains_game(table, 3)), by_queue),
              "a move from the position with key 10" + rejection);
    EXPECT_EQ(
        testkit::error_of<contract_error>([&] { return verified(gains_game(table), std::vector<position_value>(4)); }),
        "a move from position 3" + rejection);
  }
}

/// Expects the error if position 3 has this margin.
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

/// Solves and verifies two_slices, with gains group after group, and with terminals of equal points as a whole.
/// @param rejected  the position with a margin over the bound of its slice; nothing: there is none
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
      EXPECT_EQ(reasons_of(report), std::vector<std::string>());
      return;
    }
    const std::string reason = "the max_margin of its slice is " + std::to_string(bounds[which]);
    ASSERT_EQ(reasons_of(report), std::vector<std::string>{reason});
    EXPECT_EQ(report.first[0].at, *rejected - first);
  };
  expect_verified(verified(gains_game(table), entries), 0);
  expect_verified(verified_by_groups(table, entries), 1);
  entries[1].distance_plies = entries[4].distance_plies = 0;  // if these positions are terminal
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
        ASSERT_EQ(reasons_of(report), std::vector<std::string>{reason});
        EXPECT_EQ(report.first[0].at, at);
        EXPECT_EQ(report.first[0].stored.margin(), points);
      };
      expect_one(verified(gains_game(table), entries), 3);
      expect_one(verify_solution(gains_game(table), listed_entries(entries), 1, silent), 3);
      expect_one(verified_by_groups(table, entries), 2);  // the third one of its group
    };
    table.slices[1].max_margin = 3;
    expect_rejected("the max_margin of its slice is 3");
    table.slices[1].max_margin = 0;
    table.max_margin = 2;
    expect_rejected("the max_margin of the game is 2");
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
  const std::string rejection = "max_margin of a slice: expected at most 9 as in the game, got 10";
  expect_of_solvers<leaving_gains_game>(table, rejection);
  EXPECT_EQ(error_of_solve(gains_game(without_cycle(table)), by_one_pass), rejection);
}

TEST(gains_check, rejects_solve_or_check_without_slices) {
  const gains_game game(cycle());
  const backward_gains_game backward(cycle());
  const rules_of_game<gains_game> rules(game);
  const std::vector<position_value> entries(4);
  const listed_entries listed(entries);
  const std::vector<const outcome_bits*> finished(2);
  const std::string rejection = "moves gain points: solve the game by groups of slices, not as a whole";
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return by_queue(rules); }), rejection);
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return by_stored_graph(rules); }), rejection);
  EXPECT_EQ(
      testkit::error_of<contract_error>([&] { return by_predecessors(rules_of_game<backward_gains_game>(backward)); }),
      rejection);
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return verify_solution(rules, listed, 1, silent); }),
            "moves gain points: groups of slices are needed to verify them");
  EXPECT_EQ(
      testkit::error_of<contract_error>([&] { return solve_outcomes(rules, game.slices(), 0, finished, 1, silent); }),
      "moves gain points: outcomes without distances are not supported");
  EXPECT_EQ(testkit::error_of<contract_error>(
                [&] { return verify_outcomes(rules, game.slices(), 0, listed, finished, 1, silent); }),
            "moves gain points: outcomes without distances cannot be verified");
  gains_table plain = cycle();
  plain.max_margin = 1;
  const gains_game of_one_point(plain);
  EXPECT_EQ(
      testkit::error_of<input_error>([&] { return list_graph(rules_of_game<gains_game>(of_one_point), 1, silent); }),
      "moves gain points; a graph in arrays has no points");
}

}  // namespace
}  // namespace zermelo::test::gains_errors_test
