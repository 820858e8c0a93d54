// SPDX-License-Identifier: MIT
// Tests the L game: conformance, the published counts, and single moves.
#include "l_game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>
#include <zermelo/testkit/without_symmetry.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::l_game>;

namespace zermelo::games::l_game_test {
namespace {

TEST(l_game, conforms_to_contract) { testkit::expect_conforms(l_game()); }

TEST(l_game, values_do_not_depend_on_symmetry) { testkit::expect_values_without_symmetry(l_game()); }

TEST(l_game, matches_published_counts_of_outcomes_and_value_of_the_start) {
  const l_game game;
  const value_table values = testkit::solve_on_all_engines(game);
  const solution_summary found = summarize(values, 1);
  EXPECT_EQ(found.counts.total(), 2296U);
  EXPECT_EQ(found.by_distance.at(0).loss, 15U) << "terminal losses";
  EXPECT_EQ(found.counts.loss - found.by_distance.at(0).loss, 14U) << "longer losses";
  EXPECT_EQ(found.counts.win + found.counts.draw, 2267U) << "at least a draw";
  EXPECT_EQ(found.counts.tie, 0U);
  const position start = game.rank(game.canonical(game.start()));
  EXPECT_EQ(values[start], (position_value{outcome::draw, no_distance}));

  // Computed by this program.
  EXPECT_EQ(found.counts.win, 1006U);
  EXPECT_EQ(found.counts.draw, 1261U);
  EXPECT_EQ(found.max_distance_plies(), 9U);
}

TEST(l_game, moves_the_l_first_and_then_at_most_one_neutral_piece) {
  const l_game game;
  const l_game::state start = game.start();
  std::size_t moves = 0;
  std::set<unsigned> placements;
  game.for_each_successor(start, [&](const l_game::state& s) {
    ++moves;
    placements.insert(s.theirs);
    EXPECT_TRUE(game.is_legal(s)) << game.format(s);
    EXPECT_EQ(s.mine, start.theirs);
    EXPECT_NE(s.theirs, start.mine);
  });
  constexpr std::size_t ways_of_neutral = 1 + 2 * 6;
  EXPECT_EQ(moves, placements.size() * ways_of_neutral);
  EXPECT_EQ(placements.size(), 5U);
}

TEST(l_game, rejects_invalid_positions) {
  testkit::expect_parse_errors(l_game(),
                               {{"board=NLL./.lL./.lL./.llN", "accepted"},
                                {"board=NLL./.lL./.lL.", "board: expected 4 rows and 4 columns, got 3 and 4"},
                                {"board=NLL./.lL./.lL./.llX", "board: line 4, column 4: 'X' ... '.LlN'"},
                                {"board=NL../.lL./.lL./.llN", "... 'L' of NL../.lL./.lL./.llN ... an L"},
                                {"board=NLL./.lL./.lL./l.lN", "... 'l' of NLL./.lL./.lL./l.lN ... an L"},
                                {"board=NLL./NlL./.lL./.llN", "NLL./NlL./.lL./.llN has 3 ... N; expected 2"}});
}

TEST(l_game, prints_board_from_the_side_of_the_player_to_move) {
  const l_game game;
  EXPECT_EQ(game.drawing(game.start()), "NLL.\n.lL.\n.lL.\n.llN");
}

TEST(l_game, stated_size_matches_the_built_game) { testkit::expect_size_of<l_game>({}); }

TEST(l_game, moves_change_two_to_ten_board_cells) {
  const l_game game;
  EXPECT_EQ(testkit::text_of_board(game, game.start(), player::second),
            "a4=neutral piece b4=second's L c4=second's L b3=first's L c3=second's L b2=first's L c2=second's L "
            "b1=first's L c1=first's L d1=neutral piece");
  // At least one cell is vacated and one covered; at most four of each, plus two by a neutral piece.
  testkit::expect_moves_on_board(game, game.start(), {.min = 2, .max = 10});
}

}  // namespace
}  // namespace zermelo::games::l_game_test
