// SPDX-License-Identifier: MIT
// Tests the steps of the tutorial: each is solved, and has the solution of step 1, which is the published solution.
//
// R. C. Northcott's game: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982,
// chapter 3. The player to move wins exactly if the Nim sum of the gaps between the men is not zero (C. L. Bouton, Nim,
// a game with a complete mathematical theory, 1901): if a man retreats, the opponent's man follows.
#include "northcott.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace {

using zermelo::outcome;
using zermelo::position;
using zermelo::testkit::matches_pattern;

/// The solution of a tutorial step on one board. It uses the game's predecessors if the step defines them.
template <class Step>
struct solved_step {
  solved_step(unsigned rows, unsigned cols)
      : game(zermelo::with_ranking(Step(rows, cols))), values(zermelo::solve_by_queue(game, silent)) {}

  zermelo::solve_visitor silent;
  zermelo::ranked_form<Step> game;
  zermelo::value_table values;
};

/// Calls f(rows, cols) for each board on which the steps are solved: the smallest, and larger ones.
template <class Function>
void for_each_board(const Function& f) {
  for (const auto& [rows, cols] : {std::pair{1U, 2U}, {1U, 7U}, {2U, 2U}, {2U, 6U}, {3U, 5U}}) f(rows, cols);
}

unsigned nim_sum(const northcott::state& s) {
  unsigned sum = 0;
  for (const auto& [white, black] : s.rows) sum ^= black - white - 1;
  return sum;
}

TEST(northcott, step_1_matches_published_theory) {
  for_each_board([](unsigned rows, unsigned cols) {
    const solved_step<northcott_1> solved(rows, cols);
    for (position p = 0; p < solved.game.num_positions(); ++p) {
      const bool wins = nim_sum(solved.game.unrank(p)) != 0;
      EXPECT_EQ(solved.values[p].outcome, wins ? outcome::win : outcome::loss) << rows << " x " << cols << ", " << p;
    }
  });
}

/// Expects that every position of step 1 has the same outcome and distance in this step.
template <class Step>
void expect_same_solution() {
  for_each_board([](unsigned rows, unsigned cols) {
    const solved_step<northcott_1> first(rows, cols);
    const solved_step<Step> solved(rows, cols);
    ASSERT_GE(solved.game.num_positions(), first.game.num_positions());
    for (position p = 0; p < first.game.num_positions(); ++p) {
      const position number = solved.game.rank(first.game.unrank(p));
      EXPECT_EQ(solved.values[number], first.values[p]) << rows << " x " << cols << ", " << p;
    }
  });
}

TEST(northcott, step_2_solution_equals_step_1) { expect_same_solution<northcott_2>(); }

TEST(northcott, step_3_solution_equals_step_1) {
  static_assert(zermelo::game_moves<northcott_3>::has_predecessors);
  expect_same_solution<northcott_3>();
}

TEST(northcott, step_4_solution_equals_step_1) { expect_same_solution<northcott_4>(); }

TEST(northcott, step_4_reports_invalid_positions) {
  const northcott_4 game(2, 4);
  const auto message = [&](const std::string& text) { return zermelo::testkit::error_of_parse(game, text); };
  EXPECT_EQ(game.format(game.parse("turn=black board=W..B/.WB.")), "board=W..B/.WB. turn=black");
  EXPECT_PRED_FORMAT2(matches_pattern, "position: board: ... 2 ... 4 ... got 2 and 3",
                      message("board=W.B/.WB turn=black"));
  EXPECT_EQ(message("board=W..B/.... turn=black"), "position: board: every row has one W and, right of it, one B");
  EXPECT_EQ(message("board=WB.W/B... turn=black"), "position: board: every row has one W and, right of it, one B");
  EXPECT_EQ(message("board=W..B/B..W turn=black"), "position: board: every row has one W and, right of it, one B");
  EXPECT_PRED_FORMAT2(matches_pattern, "position: turn: ... 'w'", message("board=W..B/.WB. turn=w"));
  EXPECT_EQ(game.drawing(game.start()), "W..B\nW..B");
}

TEST(northcott, step_5_conforms_to_contract) {
  zermelo::testkit::expect_conforms(northcott(2, 4));
  zermelo::testkit::expect_conforms(northcott(1, 2));
  zermelo::testkit::expect_conforms(northcott(3, 4));
}

TEST(northcott, step_5_solution_equals_step_1) { expect_same_solution<northcott>(); }

TEST(northcott, step_5_rejects_invalid_boards) {
  using zermelo::testkit::rejection;
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'rows': ... 1 to 6, got '7'", rejection<northcott>({{"rows", "7"}}));
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'cols': ... 2 to 32, got '1'", rejection<northcott>({{"cols", "1"}}));
  EXPECT_THROW(northcott(0, 2), zermelo::input_error);
  EXPECT_THROW(northcott(1, 33), zermelo::input_error);
  EXPECT_EQ(northcott(northcott::max_rows, northcott::max_cols).num_positions(), 29'779'681'913'864'192U);
}

}  // namespace
