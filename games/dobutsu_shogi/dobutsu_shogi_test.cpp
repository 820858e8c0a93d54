// SPDX-License-Identifier: MIT
// Tests dobutsu shogi: conformance with few pieces, the published counts without drops, and single positions.
#include "dobutsu_shogi.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/moves_of.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::dobutsu_shogi>;

namespace zermelo::games::dobutsu_shogi_test {
namespace {

using drops = dobutsu_shogi::drops;
using testkit::moves_from;

const dobutsu_shogi& with_drops() {
  static const dobutsu_shogi game(drops::yes);
  return game;
}

TEST(dobutsu_shogi, conforms_to_contract) {
  testkit::expect_conforms(dobutsu_shogi(drops::yes, "board=.l./.../.C./.L. hand=- opponent=-"));
  testkit::expect_conforms(dobutsu_shogi(drops::yes, "board=l../.../.../..L hand=E opponent=-"));
  testkit::expect_conforms(dobutsu_shogi(drops::no, "board=gl./.c./.C./.LG hand=- opponent=-"));
  testkit::expect_conforms(dobutsu_shogi(drops::no, "board=l../.../.../..L hand=- opponent=-"));
}

TEST(dobutsu_shogi, variant_without_drops_has_published_number_of_positions_and_is_a_draw) {
  const auto game = with_ranking(dobutsu_shogi(drops::no));
  EXPECT_EQ(game.num_positions(), 962'894U);
  solve_visitor silent;
  constexpr unsigned threads = 2;
  const testkit::erased_rules rules(game);
  const solution solved = solve_explicit(rules, {threads}, silent);
  const position start = game.rank(game.canonical(game.start()));
  EXPECT_EQ(solved.values[start], (position_value{outcome::draw, no_distance}));
  EXPECT_TRUE(verify_solution(rules, solved.values, threads, silent).accepted());

  // Computed by this program.
  const solution_summary found = summarize(solved.values, threads);
  EXPECT_EQ(found.counts, (outcome_counts{.win = 740'752, .loss = 182'653, .tie = 0, .draw = 39'489}));
  EXPECT_EQ(found.max_distance_plies(), 38U);
}

TEST(dobutsu_shogi, chick_promotes_on_the_last_rank_by_moving_but_not_by_dropping) {
  const auto moved = moves_from(with_drops(), "board=l../..C/.../L.. hand=CEEGG opponent=-");
  EXPECT_EQ(std::count(moved.begin(), moved.end(), "board=..l/.../.../h.l hand=- opponent=CEEGG"), 0);
  EXPECT_EQ(std::count(moved.begin(), moved.end(), "board=..l/.../.../h.L hand=- opponent=CEEGG"), 1);
  EXPECT_EQ(std::count(moved.begin(), moved.end(), "board=..l/.../c../c.L hand=- opponent=EEGG"), 1) << "dropped";
}

TEST(dobutsu_shogi, captured_hen_becomes_a_chick_in_hand) {
  const auto moved = moves_from(with_drops(), "board=l../..h/..L/... hand=CEEGG opponent=-");
  EXPECT_EQ(std::count(moved.begin(), moved.end(), "board=.../.../l../..L hand=- opponent=CCEEGG"), 1);
  const dobutsu_shogi without(drops::no);
  const auto gone = moves_from(without, "board=l../..h/..L/... hand=- opponent=-");
  EXPECT_EQ(std::count(gone.begin(), gone.end(), "board=.../.../l../..L hand=- opponent=-"), 1);
}

TEST(dobutsu_shogi, drops_only_on_empty_squares) {
  const auto moved = moves_from(with_drops(), "board=l.L/.../.../... hand=CCEEGG opponent=-");
  constexpr std::size_t lions_moves = 3;
  constexpr std::size_t empty_squares = 10;
  constexpr std::size_t kinds = 3;
  EXPECT_EQ(moved.size(), lions_moves + kinds * empty_squares);
}

TEST(dobutsu_shogi, detects_keys_that_are_not_positions) {
  const dobutsu_shogi& game = with_drops();
  random_generator random(3);
  constexpr int num_keys = 100'000;
  const std::uint64_t start = game.pack(game.start());
  for (int i = 0; i < num_keys; ++i) {
    // Every second key is a position with one changed bit, which may be another position: a piece changes sides.
    const bool is_near = i % 2 == 0;
    const std::uint64_t key = is_near ? start ^ (std::uint64_t{1} << random.below(64)) : random();
    const dobutsu_shogi::state s = game.unpack(key);
    EXPECT_EQ(game.pack(s), key);
    if (game.is_legal(s)) {
      EXPECT_TRUE(is_near);
      EXPECT_EQ(game.parse(game.format(s)), s);
    }
    // Calls on illegal states return arbitrary values, but must not crash.
    (void)game.terminal(s);
    game.for_each_successor(s, [](const dobutsu_shogi::state&) {});
  }
  EXPECT_TRUE(game.is_legal(game.unpack(start)));
}

TEST(dobutsu_shogi, rejects_invalid_parameters_and_positions) {
  testkit::expect_parse_errors(
      with_drops(),
      {{"board=gle/.c./.C./ELG hand=- opponent=-", "accepted"},
       {"board=gle/.c./.C. hand=- opponent=-", "board: expected 4 rows and 3 columns, got 3 and 3"},
       {"board=gle/.c./.K./ELG hand=- opponent=-", "board: line 3, column 2: 'K' ... '.CEGHLceghl'"},
       {"board=gle/.../.../ELG hand=CX opponent=-", "hand: ... G, got 'CX'"},
       {"board=gle/.../.../ELG hand=- opponent=", "opponent: ... G, got ''"},
       {"board=gle/.../.../ELG hand=C opponent=-", "... in hand: ... 2, 2 and 2, got 1 C (with H), 2 E and 2 G"},
       {"board=g.e/.c./.C./ELG hand=- opponent=-", "... one L ... got 1 and 0"}});
  testkit::expect_parse_errors(
      dobutsu_shogi(drops::no),
      {{"board=gle/.../.../ELG hand=C opponent=-", "hand=C opponent=-: ... drops=no"},
       {"board=gle/hhh/.../EL. hand=- opponent=-", "... in hand: ... 2, 2 and 2, got 3 C (with H), 2 E and 1 G"}});
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: ... in hand: ... 3 ... got 4 C (with H), 0 E and 1 G",
                      testkit::error_of([] { dobutsu_shogi(drops::yes, "board=glc/ccc/.../L.. hand=- opponent=-"); }));
  EXPECT_THROW((void)testkit::values_of<dobutsu_shogi>({{"drops", "maybe"}}), input_error);
}

TEST(dobutsu_shogi, prints_board_from_the_side_of_the_player_to_move) {
  const dobutsu_shogi& game = with_drops();
  EXPECT_EQ(game.drawing(game.parse("board=gle/.../.H./EL. hand=CG opponent=-")), "-\ngle\n...\n.H.\nEL.\nCG");
}

TEST(dobutsu_shogi, board_preserves_colours_and_lists_captured_pieces_in_hands) {
  const dobutsu_shogi game(dobutsu_shogi::drops::yes);
  EXPECT_EQ(testkit::text_of_board(game, game.start()),
            "a4=second's giraffe b4=second's lion c4=second's elephant b3=second's chick b2=first's chick "
            "a1=first's elephant b1=first's lion c1=first's giraffe");
  const auto with_hands = game.parse("board=.l./.../.../ELG hand=CE opponent=CG");
  EXPECT_EQ(testkit::text_of_board(game, with_hands, player::first),
            "b4=second's lion a1=first's elephant b1=first's lion c1=first's giraffe (first's hand: 1 first's chick 1 "
            "first's elephant) (second's hand: 1 second's chick 1 second's giraffe)");
  EXPECT_EQ(testkit::text_of_board(game, with_hands, player::second),
            "a4=second's giraffe b4=second's lion c4=second's elephant b1=first's lion (first's hand: 1 first's chick "
            "1 first's giraffe) (second's hand: 1 second's chick 1 second's elephant)");
  testkit::expect_moves_on_board(game, game.start(), {1, 2});
  testkit::expect_moves_on_board(dobutsu_shogi(dobutsu_shogi::drops::no), game.start(), {2, 2});
}

}  // namespace
}  // namespace zermelo::games::dobutsu_shogi_test
