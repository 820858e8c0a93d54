// SPDX-License-Identifier: MIT
// Quixo: the conformance kit, the published counts of 3 x 3 boards, with and without symmetry, and pushes by hand.
#include "quixo.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

// As the program has it compiled.
extern template class zermelo::erased_game_of<zermelo::games::quixo>;

namespace zermelo::games::quixo_test {
namespace {

using symmetry = quixo::symmetry;

TEST(quixo, conforms) {
  testkit::expect_conforms(quixo(2));
  testkit::expect_conforms(quixo(3));
  testkit::expect_conforms(quixo(2, symmetry::yes));
  testkit::expect_conforms(quixo(3, symmetry::yes));
}

TEST(quixo, three_by_three_has_the_known_counts) {
  const quixo game(3);
  const value_table values = testkit::solve_on_all_engines(game);
  EXPECT_EQ(summarize(values, 1).counts, (outcome_counts{.win = 12'748, .loss = 6'935, .tie = 0, .draw = 0}));
  EXPECT_EQ(values[game.rank(game.start())], (position_value{outcome::win, 7}));
}

TEST(quixo, positions_that_play_reaches_have_the_known_counts) {
  // Counted with the player whose turn it is, ends not gone on from.
  const quixo game(3);
  const value_table values = testkit::solve_on_all_engines(game);
  std::array<std::vector<bool>, 2> seen{std::vector<bool>(game.num_positions()),
                                        std::vector<bool>(game.num_positions())};
  std::vector<std::pair<position, std::size_t>> open{{game.rank(game.start()), 0}};
  seen[0][open[0].first] = true;
  outcome_counts counts;
  while (!open.empty()) {
    const auto [p, turn] = open.back();
    open.pop_back();
    counts.add(values[p].outcome);
    const quixo::state s = game.unrank(p);
    if (game.terminal(s)) continue;
    game.for_each_successor(s, [&, turn = turn](const quixo::state& next) {
      const position to = game.rank(next);
      if (seen[1 - turn][to]) return;
      seen[1 - turn][to] = true;
      open.emplace_back(to, 1 - turn);
    });
  }
  EXPECT_EQ(counts, (outcome_counts{.win = 20'247, .loss = 11'780, .tie = 0, .draw = 0}));
}

TEST(quixo, representatives_stand_for_all_boards) {
  const quixo folded(3, symmetry::yes);
  const quixo plain(3);
  const value_table of_representatives = testkit::solve_on_all_engines(folded);
  const value_table of_all = testkit::solve_on_all_engines(plain);
  outcome_counts counts;
  for (position p = 0; p < plain.num_positions(); ++p) {
    const quixo::state s = plain.unrank(p);
    const quixo::state least = folded.canonical(s);
    EXPECT_EQ(of_all[p], of_representatives[folded.rank(least)]) << plain.format(s);
    EXPECT_EQ(folded.orbit_size(s), folded.orbit_size(least));
    if (least == s) counts.add(of_all[p].outcome, folded.orbit_size(s));
    EXPECT_EQ(plain.canonical(s), s) << "nothing is folded";
  }
  EXPECT_EQ(counts, summarize(of_all, 1).counts);
  EXPECT_EQ(summarize(of_representatives, 1).counts.total(), 2862U) << "by Burnside's lemma";
}

TEST(quixo, what_is_said_by_number_is_what_is_said_by_state_on_larger_boards) {
  const quixo plain(4);
  const quixo folded(4, symmetry::yes);
  random_generator random(1);
  constexpr int num_boards = 20'000;
  for (int i = 0; i < num_boards; ++i) {
    const position p = random.below(plain.num_positions());
    const quixo::state s = plain.unrank(p);
    ASSERT_EQ(plain.rank(s), p);
    const auto sorted = [](std::vector<position> list) {
      std::sort(list.begin(), list.end());
      return list;
    };
    const auto distinct = [&sorted](std::vector<position> list) {
      list = sorted(std::move(list));
      list.erase(std::unique(list.begin(), list.end()), list.end());
      return list;
    };
    std::vector<position> by_state;
    std::vector<position> by_number;
    std::vector<position> representatives;
    std::vector<position> representatives_by_number;
    if (!plain.terminal(s)) {
      plain.for_each_successor(s, [&](const quixo::state& next) {
        by_state.push_back(plain.rank(next));
        representatives.push_back(folded.rank(folded.canonical(next)));
      });
      plain.for_each_successor_index(p, [&](position to) { by_number.push_back(to); });
      folded.for_each_successor_index(p, [&](position to) { representatives_by_number.push_back(to); });
      EXPECT_EQ(plain.num_successors(p), by_state.size());
      EXPECT_EQ(distinct(representatives), sorted(representatives_by_number)) << plain.format(s);
      EXPECT_EQ(folded.num_successors(p), representatives_by_number.size());
      representatives.clear();
      representatives_by_number.clear();
    }
    plain.for_each_predecessor(s, [&](const quixo::state& before) {
      by_state.push_back(plain.rank(before));
      representatives.push_back(folded.rank(folded.canonical(before)));
      unsigned leads_here = 0;
      plain.for_each_successor(before, [&](const quixo::state& next) { leads_here += next == s ? 1 : 0; });
      EXPECT_GE(leads_here, 1U);
      EXPECT_EQ(plain.terminal(before), std::nullopt);
    });
    plain.for_each_predecessor_index(p, [&](position from) { by_number.push_back(from); });
    folded.for_each_predecessor_index(p, [&](position from) { representatives_by_number.push_back(from); });
    EXPECT_EQ(sorted(by_state), sorted(by_number)) << plain.format(s);
    EXPECT_EQ(distinct(representatives), sorted(representatives_by_number)) << plain.format(s);
  }
}

/// The boards that a move leads to, as text, sorted.
std::vector<std::string> moves_from(unsigned n, const std::string& board) {
  const quixo game(n);
  std::vector<std::string> found;
  game.for_each_successor(game.parse("board=" + board),
                          [&](const quixo::state& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(quixo, a_cube_is_pushed_in_at_another_end_of_its_row_or_column) {
  // The board is seen by the other player after the move. All but one cube of the border are the opponent's.
  EXPECT_EQ(moves_from(4, "OOO./O..O/O..O/OOOO"),
            (std::vector<std::string>{"board=OXXX/X..X/X..X/XXXX", "board=XXXX/X..X/X..X/XXXO"}))
      << "a corner, in 2 ways";
  EXPECT_EQ(
      moves_from(4, "O.OO/O.XO/O..O/OOOO"),
      (std::vector<std::string>{"board=OXXX/X.OX/X..X/XXXX", "board=X.XX/X.OX/XX.X/XOXX", "board=XXXO/X.OX/X..X/XXXX"}))
      << "an edge, in 3 ways";
}

TEST(quixo, the_first_move_goes_all_ways) {
  EXPECT_EQ(moves_from(3, ".../.../...").size(), 20U);
  EXPECT_EQ(moves_from(4, "..../..../..../....").size(), 32U);
  EXPECT_EQ(moves_from(4, "X..O/..../.XO./O..X").size(), 28U)
      << "neither cubes of the opponent nor those in the middle";
}

TEST(quixo, a_line_of_who_has_not_moved_comes_first) {
  const quixo game(3);
  const auto end_of = [&](const std::string& board) { return game.terminal(game.parse("board=" + board)); };
  EXPECT_EQ(end_of("XXX/OOO/..."), result::won_by(player::first)) << "the opponent made both, and lost";
  EXPECT_EQ(end_of("O../.O./X.O"), result::won_by(player::second));
  EXPECT_EQ(end_of("..O/.O./O.X"), result::won_by(player::second));
  EXPECT_EQ(end_of("X.O/X.O/X.X"), result::won_by(player::first));
  EXPECT_EQ(end_of("XXO/OOX/XXO"), std::nullopt);
}

TEST(quixo, groups_are_blank_cubes) {
  const quixo game(3);
  EXPECT_EQ(game.group_of(game.start()), 9U);
  EXPECT_EQ(game.group_of(game.parse("board=XO./.../..X")), 6U);
  EXPECT_EQ(game.group_name(6), "blank=6");
}

TEST(quixo, bad_input_is_refused) {
  EXPECT_EQ(testkit::refusal<quixo>({{"n", "5"}}), "parameter 'n': '5' is not a whole number from 2 to 4");
  EXPECT_EQ(testkit::refusal<quixo>({{"n", "1"}}), "parameter 'n': '1' is not a whole number from 2 to 4");
  EXPECT_EQ(testkit::refusal<quixo>({{"symmetry", "all"}}), "parameter 'symmetry': 'all' is not one of no, yes");
  EXPECT_EQ(testkit::refusal<quixo>({{"n", "4"}, {"symmetry", "yes"}}), "accepted");
  EXPECT_THROW(quixo(5), input_error);
  const auto message = [](const std::string& text) { return testkit::parse_refusal(quixo(3), text); };
  EXPECT_EQ(message("board=XO./.../..X"), "accepted");
  EXPECT_EQ(message("board=XO./..."), "position: the board has 2 rows and 3 columns, not 3 and 3");
  EXPECT_EQ(message("board=XO./.../..x"), "position: board: line 3, column 3: 'x' is not one of '.XO'");
}

TEST(quixo, is_drawn_as_the_player_to_move_sees_it) {
  const quixo game(3);
  EXPECT_EQ(game.drawing(game.parse("board=XO./.../..X")), "XO.\n...\n..X");
}

TEST(quixo, says_its_size_before_it_is_built) { testkit::expect_size_of<quixo>({{"n", "4"}, {"symmetry", "yes"}}); }

TEST(quixo, cubes_on_the_board_keep_their_marks_from_move_to_move) {
  const quixo game(4);
  const quixo::state s = game.parse("board=X.../..../.O../....");
  EXPECT_EQ(testkit::text_of_board(game, s, player::first), "a4=first's cube b2=second's cube");
  EXPECT_EQ(testkit::text_of_board(game, s, player::second), "a4=second's cube b2=first's cube");
  // None where a marked cube ends a row of the same marks; a push moves one row or column.
  testkit::expect_moves_on_board(game, game.start(), {.min = 0, .max = 4});
  testkit::expect_moves_on_board(quixo(3, symmetry::yes), game.start(), {.min = 0, .max = 3});
}

}  // namespace
}  // namespace zermelo::games::quixo_test
