// SPDX-License-Identifier: MIT
// Tests kalah: conformance, and published scores, found by solving the game for one margin after the other.
#include "kalah_threshold.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace {

using zermelo::outcome;
using zermelo::player;

TEST(kalah_threshold, conforms_to_contract) {
  zermelo::testkit::expect_conforms(kalah_threshold(3, 1, 1));
  zermelo::testkit::expect_conforms(kalah_threshold(2, 3, 0));
  zermelo::testkit::expect_conforms(kalah_threshold(1, 1, -2));
}

bool first_player_wins(unsigned pits, unsigned seeds, int margin) {
  const auto game = zermelo::with_ranking(kalah_threshold(pits, seeds, margin));
  zermelo::solve_visitor silent;
  const zermelo::solution solved = zermelo::solve_explicit(game, {1}, silent);
  return solved.values[game.rank(game.start())].outcome == outcome::win;
}

/// The greatest even margin with which the first player wins.
int score(unsigned pits, unsigned seeds) {
  const int max_score = 2 * static_cast<int>(pits * seeds);
  int margin = max_score;
  while (margin > -max_score && !first_player_wins(pits, seeds, margin)) margin -= 2;
  return margin;
}

TEST(kalah_threshold, small_boards_have_published_winners) {
  // [pits - 1][seeds - 1]: won, drawn or lost by the first player. 3 pits and more than 3 seeds would take minutes.
  constexpr std::array<std::string_view, 3> published{"DLWLWD", "WLLLWW", "DWW"};
  for (unsigned pits = 1; pits <= published.size(); ++pits) {
    for (unsigned seeds = 1; seeds <= published[pits - 1].size(); ++seeds) {
      const int found = score(pits, seeds);
      EXPECT_EQ(found > 0 ? 'W' : found < 0 ? 'L' : 'D', published[pits - 1][seeds - 1]) << pits << ' ' << seeds;
    }
  }
  EXPECT_TRUE(first_player_wins(6, 1, 2));
  EXPECT_FALSE(first_player_wins(6, 1, 3));
}

/// Returns the successors of a position, as strings.
std::vector<std::string> moves_from(const kalah_threshold& game, const std::string& text) {
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const kalah_threshold::state& s) { found.push_back(game.format(s)); });
  return found;
}

TEST(kalah_threshold, moves_sow_seeds_capture_and_repeat_the_turn_by_the_rules) {
  const kalah_threshold game(3, 4, 1);
  EXPECT_EQ(moves_from(game, "first=0,0,1 second=1,1,1 store=5 turn=first"),
            std::vector<std::string>{"first=0,0,0 second=1,1,1 store=6 turn=first"})
      << "the store lets the player move again";
  EXPECT_EQ(moves_from(game, "first=1,0,0 second=1,4,1 store=5 turn=first"),
            std::vector<std::string>{"first=0,0,0 second=1,0,1 store=10 turn=second"})
      << "both pits are taken";
  EXPECT_EQ(moves_from(game, "first=1,0,0 second=4,0,1 store=5 turn=first"),
            std::vector<std::string>{"first=0,0,0 second=4,0,1 store=6 turn=second"})
      << "captures although the opposite pit is empty";
  EXPECT_EQ(moves_from(game, "first=0,0,8 second=1,0,2 store=0 turn=first"),
            std::vector<std::string>{"first=1,1,1 second=2,1,3 store=2 turn=first"})
      << "a lap passes the other store and refills the first pit";
  EXPECT_EQ(moves_from(game, "first=0,0,7 second=1,0,2 store=0 turn=first"),
            std::vector<std::string>{"first=1,1,0 second=0,1,3 store=4 turn=second"})
      << "the last seed lands in the empty first pit";
  EXPECT_EQ(moves_from(game, "first=1,1,1 second=0,0,2 store=3 turn=second"),
            std::vector<std::string>{"first=2,1,1 second=0,0,0 store=3 turn=first"})
      << "the second store follows from the total";
}

TEST(kalah_threshold, play_ends_when_one_side_is_empty_and_scores_both_sides) {
  const kalah_threshold game(3, 4, 2);
  const auto s = game.parse("first=0,0,0 second=2,1,0 store=13 turn=second");
  EXPECT_EQ(game.terminal(s), zermelo::result::won_by(player::first));
  EXPECT_EQ(game.final_score(s), 2);
  EXPECT_EQ(kalah_threshold(3, 4, 3).terminal(s), zermelo::result::won_by(player::second))
      << "a score of 2 is less than 3";
  EXPECT_EQ(game.terminal(game.parse("first=0,0,1 second=2,1,0 store=13 turn=second")), std::nullopt);
}

TEST(kalah_threshold, rejects_invalid_positions) {
  using zermelo::testkit::error_of;
  using zermelo::testkit::matches_pattern;
  const kalah_threshold game(3, 2, 1);
  EXPECT_PRED_FORMAT2(matches_pattern, "position: first=2,2 ... 3 numbers ...",
                      error_of([&] { (void)game.parse("first=2,2 second=2,2,2 store=0 turn=first"); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: store=13 ... 0 to 12",
                      error_of([&] { (void)game.parse("first=2,2,2 second=2,2,2 store=13 turn=first"); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: 'first=9,2,2 second=2,2,2 store=0 turn=first' ... 12 seeds",
                      error_of([&] { (void)game.parse("first=9,2,2 second=2,2,2 store=0 turn=first"); }));
  EXPECT_PRED_FORMAT2(matches_pattern, "pits=6 seeds=6: a key ... 64 bits", error_of([] { kalah_threshold(6, 6, 0); }));
}

}  // namespace
