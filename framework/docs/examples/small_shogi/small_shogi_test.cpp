// SPDX-License-Identifier: MIT
// Tests the steps of the tutorial on games without a ranking: each is solved, and has the solution of step 1.
#include "small_shogi.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace {

/// Small set-ups whose play reaches every kind of terminal and move.
constexpr std::array<std::string_view, 2> set_ups{"board=.k./.../PK. hands=0,0 turn=first",
                                                  "board=k../P../K.. hands=0,1 turn=second"};

/// A step of the tutorial with another start.
template <class Step>
class set_up : public Step {
 public:
  explicit set_up(typename Step::state start) : m_start(std::move(start)) {}
  typename Step::state start() const { return m_start; }

 private:
  typename Step::state m_start;
};

template <class Game>
struct solved_game {
  explicit solved_game(const Game& rules)
      : game(zermelo::with_ranking(rules)), values(zermelo::solve_by_queue(game, silent)) {}

  zermelo::solve_visitor silent;
  zermelo::ranked_form<Game> game;
  zermelo::value_table values;
};

TEST(small_shogi, step_1_solution_is_verified) {
  solved_game solved{set_up<small_shogi_1>(small_shogi(set_ups[0]).start())};
  EXPECT_TRUE(zermelo::verify_solution(solved.game, solved.values, 1, solved.silent).accepted());
  const small_shogi_1::state next_to_each_other{".k..K....", {0, 0}, zermelo::player::first};
  const solved_game won{set_up<small_shogi_1>(next_to_each_other)};
  EXPECT_EQ(won.values[won.game.rank(next_to_each_other)], (zermelo::position_value{zermelo::outcome::win, 1}));
}

/// Expects that every position of step 1 has the same outcome and distance in this step.
template <class Game>
void expect_solution_of_step_1(const Game& game) {
  const solved_game first{set_up<small_shogi_1>(game.start())};
  const solved_game solved{game};
  EXPECT_LT(solved.game.num_positions(), first.game.num_positions()) << "mirror images are one position";
  for (zermelo::position p = 0; p < first.game.num_positions(); ++p) {
    const auto s = first.game.unrank(p);
    ASSERT_EQ(solved.values[solved.game.rank(solved.game.canonical(s))], first.values[p]) << s.board;
  }
}

TEST(small_shogi, steps_2_to_4_solution_equals_step_1) {
  const small_shogi last(set_ups[0]);
  expect_solution_of_step_1(set_up<small_shogi_2>(last.start()));
  expect_solution_of_step_1(small_shogi_3(last.start()));
  expect_solution_of_step_1(last);
}

TEST(small_shogi, step_4_conforms_to_contract) {
  for (const std::string_view text : set_ups) zermelo::testkit::expect_conforms(small_shogi(text));
}

TEST(small_shogi, first_set_up_has_known_size_and_values) {
  const auto game = zermelo::with_ranking(small_shogi(set_ups[0]));  // explored: now it has num_positions and rank
  const zermelo::value_table values = zermelo::testkit::solve_on_all_engines(game);
  const auto value_of = [&](std::string_view text) { return values[game.rank(game.canonical(game.parse(text)))]; };
  EXPECT_EQ(game.num_positions(), 2532U);
  EXPECT_EQ(value_of("board=.k./.K./P.. hands=0,0 turn=second"), (zermelo::position_value{zermelo::outcome::win, 1}));
}

}  // namespace
