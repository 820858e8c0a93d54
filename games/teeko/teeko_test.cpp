// SPDX-License-Identifier: MIT
// Tests Teeko: conformance on small boards, the sizes of the slices, and single positions.
#include "teeko.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/without_symmetry.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::teeko>;

namespace zermelo::games::teeko_test {
namespace {

using goals = teeko::goals;

TEST(teeko, conforms_to_contract) {
  testkit::expect_conforms(teeko(goals::standard, 3));
  testkit::expect_conforms(teeko(goals::advanced, 3));
  testkit::expect_conforms(teeko(goals::advanced, 4));
}

TEST(teeko, values_do_not_depend_on_symmetry) {
  testkit::expect_values_without_symmetry(teeko(goals::standard, 3));
  testkit::expect_values_without_symmetry(teeko(goals::advanced, 3));
}

/// The legal positions of each slice, weighted by orbit size.
std::array<std::uint64_t, 9> states_by_pieces(const teeko& game) {
  std::array<std::uint64_t, 9> found{};
  const game_graph<teeko> graph(game);
  for (position p = 0; p < game.num_positions(); ++p) {
    if (!graph.is_legal(p)) continue;
    const teeko::state s = game.unrank(p);
    found.at(game.group_of(s)) += game.orbit_size(s);
  }
  return found;
}

TEST(teeko, slices_match_numbers_of_placements) {
  constexpr std::uint64_t eight_pieces = 75'710'250;
  for (const auto& [which, lost_before] : {std::pair{goals::standard, 263'340U}, {goals::advanced, 347'130U}}) {
    const std::array<std::uint64_t, 9> expected{
        1, 25, 600, 6'900, 75'900, 531'300, 3'542'000, 16'824'500, eight_pieces - lost_before};
    EXPECT_EQ(states_by_pieces(teeko(which)), expected);
  }
}

TEST(teeko, every_drop_leads_to_the_next_slice) {
  const teeko game(goals::standard);
  const auto slices = game.slices();
  ASSERT_EQ(slices.size(), 9U);
  EXPECT_EQ(slices[0].size, 1U);
  EXPECT_EQ(slices[7].name, "pieces-7");
  EXPECT_EQ(slices[7].leads_to, std::vector<std::uint32_t>{8});
  EXPECT_EQ(slices[8].leads_to, std::vector<std::uint32_t>{8});
  EXPECT_EQ(testkit::check_contract(game).violations, std::vector<std::string>());
}

TEST(teeko, symmetric_boards_have_one_canonical_position) {
  const teeko game(goals::standard);
  const auto s = game.parse("board=XO.../..X../....O/O..X./...OX");
  for (const char* image :
       {"X..O./O..../.X.../...XO/..O.X", ".O..X/....O/...X./OX.../X.O..", "...OX/..X../O..../.X..O/XO..."}) {
    EXPECT_EQ(game.canonical(game.parse(std::string("board=") + image)), game.canonical(s)) << image;
  }
  EXPECT_EQ(game.orbit_size(s), 8U);
  EXPECT_EQ(game.orbit_size(game.start()), 1U);
  EXPECT_EQ(game.orbit_size(game.parse("board=O..../...../...../...../.....")), 4U);
}

TEST(teeko, has_44_standard_and_58_advanced_goals) {
  constexpr unsigned num_points = 25;
  for (const auto& [which, expected] : {std::pair{goals::standard, 44}, {goals::advanced, 58}}) {
    const teeko game(which);
    const auto all = subsets(num_points, teeko::max_pieces);
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [&](point_set s) { return game.terminal({0, s}).has_value(); }),
              expected);
  }
}

TEST(teeko, drops_all_pieces_before_moving_them) {
  const teeko game(goals::standard);
  const auto num_moves = [&](const std::string& board) {
    std::size_t count = 0;
    game.for_each_successor(game.parse("board=" + board), [&count](const teeko::state&) { ++count; });
    return count;
  };
  EXPECT_EQ(num_moves("...../...../...../...../....."), 25U);
  EXPECT_EQ(num_moves("XXX../...../...../...../OO.OO"), 18U) << "the last piece is dropped";
  // 3 moves from a corner and 5 from a side, except to occupied points.
  EXPECT_EQ(num_moves("XX.X./...../...../..O../OO.OX"), 2U + 4U + 5U + 2U);
}

TEST(teeko, groups_are_named_by_number_of_pieces) {
  const teeko game(goals::standard);
  EXPECT_EQ(game.group_name(game.group_of(game.start())), "0 pieces");
  EXPECT_EQ(game.group_name(game.group_of(game.parse("board=O..../...../...../...../....."))), "1 piece");
}

TEST(teeko, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<teeko>({{"goals", "none", "one of standard, advanced"}});
  testkit::expect_errors<teeko>({{{{"goals", "advanced"}}, "accepted"}});
  EXPECT_THROW(teeko(goals::standard, 2), input_error);
  EXPECT_THROW(teeko(goals::standard, 6), input_error);
  const std::string numbers = "... at most 4 ... got ";
  testkit::expect_parse_errors(
      teeko(goals::standard),
      {{"board=...../...../...../.....", "board: expected 5 rows and 5 columns, got 4 and 5"},
       {"board=B..../...../...../...../.....", "board: line 1, column 1: 'B' ... '.XO'"},
       {"board=X..../...../...../...../.....", numbers + "1 X and 0 O"},
       {"board=OOO.O/O..../XXXX./...../.....", numbers + "4 X and 5 O"},
       {"board=XXXX./OO.OO/...../...../.....", "'board=XXXX./OO.OO/...../...../.....': ... won: ..."}});
}

TEST(teeko, prints_board_from_the_side_of_the_player_to_move) {
  const teeko game(goals::standard);
  EXPECT_EQ(game.drawing(game.parse("board=O..../.X.../...../...../.....")), "O....\n.X...\n.....\n.....\n.....");
}

TEST(teeko, board_preserves_colours_of_pieces_between_moves) {
  const teeko game(teeko::goals::standard);
  const teeko::state s = game.parse("board=X..../...../..O../...../....O");
  EXPECT_EQ(testkit::text_of_board(game, s, player::second), "a5=second's piece c3=first's piece e1=first's piece");
  EXPECT_EQ(testkit::text_of_board(game, s, player::first), "a5=first's piece c3=second's piece e1=second's piece");
  testkit::expect_moves_on_board(game, game.start(), {1, 2});
  EXPECT_EQ(game.board_shape().lines.size(), 72U) << "20 along rows, 20 along columns, 32 along diagonals";
}

}  // namespace
}  // namespace zermelo::games::teeko_test
