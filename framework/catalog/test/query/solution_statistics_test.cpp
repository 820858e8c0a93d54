// SPDX-License-Identifier: MIT
// Tests boards, players to move, groups and the largest distances of a game that is defined position by position.
#include <zermelo/catalog/query/solution_statistics.hpp>

#include <gtest/gtest.h>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "listed_game.hpp"

namespace zermelo::solution_statistics_test {
namespace {

constexpr position_value win{outcome::win, 1};
constexpr position_value loss{outcome::loss, 2};
constexpr position_value tie{outcome::tie, 4};
constexpr position_value drawn{outcome::draw, no_distance};
constexpr position_value unused{};

std::vector<listed_position> board_positions(const std::array<std::vector<position_value>, 2>& by_turn,
                                             bool turn_is_first, bool cat_is_first) {
  const std::size_t boards = by_turn[0].size();
  std::vector<listed_position> positions;
  for (std::size_t p = 0; p < 2 * boards; ++p) {
    const std::size_t index = turn_is_first ? p / boards : p % 2;
    const std::size_t board = turn_is_first ? p % boards : p / 2;
    const std::size_t to_move = cat_is_first ? index : 1 - index;
    positions.push_back({static_cast<player>(to_move), by_turn[to_move][board], {}});
  }
  return positions;
}

/// A game with boards on one axis and the player to move on another axis, before or after it.
/// @param by_turn  the values of every board with the cat to move, then with the mouse to move
listing board_game(const std::array<std::vector<position_value>, 2>& by_turn, bool turn_is_first, bool cat_is_first,
                   result_rules rules = {}) {
  const std::uint64_t boards = by_turn[0].size();
  const axis turn{"turn",
                  2,
                  cat_is_first ? std::vector<std::string>{"cat", "mouse"} : std::vector<std::string>{"mouse", "cat"},
                  {}};
  axis board{"board", boards, {}, {{"half", {}}}};
  for (std::uint64_t b = 0; b < boards; ++b) board.coordinates[0].values.push_back(b < boards / 2 ? 0 : 1);
  listing of{board_positions(by_turn, turn_is_first, cat_is_first), rules};
  of.axes = turn_is_first ? std::vector<axis>{turn, board} : std::vector<axis>{board, turn};
  return of;
}

solution_statistics statistics_of(const listing& of, const std::optional<axis_field>& by = {}, unsigned threads = 2) {
  solve_visitor silent;
  return collect_statistics(game_of(of), listing::listed_values(of.positions), by, threads, silent);
}

/// One board of each class: N, P, L, R, a draw for both players, two boards where a move makes the result worse, and
/// two with an unused index.
const std::array<std::vector<position_value>, 2> one_of_each{{
    {win, loss, win, loss, drawn, drawn, loss, win, unused},   // the cat to move
    {win, loss, loss, win, tie, loss, drawn, unused, unused},  // the mouse to move
}};

class boards : public testing::TestWithParam<std::tuple<bool, bool, unsigned>> {
 protected:
  [[nodiscard]] static listing game(result_rules rules = {}) {
    return board_game(one_of_each, std::get<0>(GetParam()), std::get<1>(GetParam()), rules);
  }
};

TEST_P(boards, are_classified_by_winner_for_each_player_to_move) {
  const listing on = game();
  const auto found = statistics_of(on, {}, std::get<2>(GetParam()));
  ASSERT_TRUE(found.boards.has_value());
  EXPECT_EQ(found.boards->boards(), 7U);
  EXPECT_EQ(found.boards->next_wins(), 1U);
  EXPECT_EQ(found.boards->previous_wins(), 1U);
  EXPECT_EQ(found.boards->first_wins(), 1U);
  EXPECT_EQ(found.boards->second_wins(), 1U);
  EXPECT_EQ(found.boards->drawn(), 3U);
  EXPECT_EQ(found.boards->one_turn_only, 1U);
  // P, the draw that the mouse loses by moving, and the draw that the cat loses by moving.
  EXPECT_EQ(found.boards->zugzwangs, 3U);
  ASSERT_EQ(found.boards->zugzwang_examples.size(), 3U);
  for (const position p : found.boards->zugzwang_examples) EXPECT_EQ(on.positions[p].to_move, player::first);
}

TEST_P(boards, are_classified_by_infinite_play_and_move_limit_rules) {
  result_rules rules;
  rules.infinite_play = player::second;
  rules.move_limit = 1;
  // Losses of two plies exceed the limit; the mouse wins them and the draws.
  const auto found = statistics_of(game(rules), {}, std::get<2>(GetParam()));
  ASSERT_TRUE(found.boards.has_value());
  EXPECT_EQ(found.boards->boards(), 7U);
  EXPECT_EQ(found.boards->next_wins(), 2U);    // the first board, and the third, whose loss exceeds the limit
  EXPECT_EQ(found.boards->second_wins(), 4U);  // the second, fourth, sixth and seventh
  EXPECT_EQ(found.boards->drawn(), 1U);        // the tie
  EXPECT_EQ(found.boards->zugzwangs, 1U);      // the tied board: play is infinite if the cat moves
}

INSTANTIATE_TEST_SUITE_P(turns, boards,
                         testing::Combine(testing::Bool(), testing::Bool(), testing::Values(1U, 2U, 5U)));

TEST(solution_statistics, counts_positions_by_player_to_move_group_and_distance) {
  const listing game = board_game(one_of_each, true, true);
  const auto by = axis_field::find(game.axes, "board.half");
  const auto found = statistics_of(game, by);
  EXPECT_EQ(found.by_turn[0].counts, (outcome_counts{3, 3, 0, 2}));
  EXPECT_EQ(found.by_turn[1].counts, (outcome_counts{2, 3, 1, 1}));
  EXPECT_EQ(found.by_turn[0].max_distance_plies, 2U);
  // Boards 0 to 3 and 4 to 8, which begin at these indices.
  ASSERT_EQ(found.by_group.size(), 4U);
  EXPECT_EQ(found.by_group.at({0, player::first}).counts, (outcome_counts{2, 2, 0, 0}));
  EXPECT_EQ(found.by_group.at({0, player::second}).counts, (outcome_counts{2, 2, 0, 0}));
  EXPECT_EQ(found.by_group.at({4, player::first}).counts, (outcome_counts{1, 1, 0, 2}));
  EXPECT_EQ(found.by_group.at({4, player::second}).counts, (outcome_counts{0, 1, 1, 1}));
  EXPECT_EQ(found.by_group.at({4, player::second}).max_distance_plies, 2U);
  // Losses of the mouse count as wins of the cat: boards 1, 2 and 5, after the 9 positions of the cat.
  EXPECT_EQ(found.farthest[0].plies, 2U);
  EXPECT_EQ(found.farthest[0].positions, 3U);
  EXPECT_EQ(found.farthest[0].examples, (std::vector<position>{10, 11, 14}));
  EXPECT_EQ(found.farthest[1].examples, (std::vector<position>{1, 3, 6}));
  EXPECT_EQ(found.farthest[2].plies, 4U);
}

/// The boards of `one_of_each` in a game with the hook `passed`, first with the cat to move, then with the mouse.
listing game_with_passed() {
  listing of{board_positions(one_of_each, true, true)};
  const std::size_t boards = one_of_each[0].size();
  for (std::size_t p = 0; p < 2 * boards; ++p) of.passed.emplace_back((p + boards) % (2 * boards));
  return of;
}

TEST(solution_statistics, passed_hook_and_turn_axis_give_equal_board_counts) {
  const auto by_axis = statistics_of(board_game(one_of_each, true, true)).boards;
  for (const unsigned threads : {1U, 3U}) {
    const auto found = statistics_of(game_with_passed(), {}, threads).boards;
    ASSERT_TRUE(found && by_axis);
    EXPECT_EQ(found->by_winners, by_axis->by_winners);
    EXPECT_EQ(found->one_turn_only, by_axis->one_turn_only);
    EXPECT_EQ(found->zugzwang_examples, by_axis->zugzwang_examples);
    EXPECT_EQ(found->one_sided_zugzwangs, 0U);
  }
}

TEST(solution_statistics, counts_boards_that_lose_a_right_by_passing) {
  listing of = game_with_passed();
  // By passing, the cat loses a right: then the mouse is to move on board 1, of class P.
  of.positions.push_back({player::first, loss, {}});
  of.passed.emplace_back(10);
  // A position without a passed position.
  of.positions.push_back({player::second, win, {}});
  of.passed.emplace_back(std::nullopt);
  const auto found = statistics_of(of).boards;
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->boards(), 8U);
  EXPECT_EQ(found->one_turn_only, 2U);
  EXPECT_EQ(found->previous_wins(), 2U);
  EXPECT_EQ(found->zugzwangs, 4U);
  EXPECT_EQ(found->one_sided_zugzwangs, 1U);
}

TEST(solution_statistics, reports_no_boards_without_turn_axis) {
  const listing game{{{player::first, win, {}}, {player::second, unused, {}}, {player::second, tie, {}}}};
  const auto found = statistics_of(game);
  EXPECT_FALSE(found.boards.has_value());
  EXPECT_EQ(found.summary.positions, 3U);
  EXPECT_EQ(found.summary.counts, (outcome_counts{1, 0, 1, 0}));
}

}  // namespace
}  // namespace zermelo::solution_statistics_test
