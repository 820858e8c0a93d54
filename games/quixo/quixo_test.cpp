// SPDX-License-Identifier: MIT
// Tests Quixo with and without symmetry: conformance, and the published counts of the 3 x 3 board.
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
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>
#include <zermelo/testkit/without_symmetry.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::quixo>;

namespace zermelo::games::quixo_test {
namespace {

using symmetry = quixo::symmetry;

TEST(quixo, conforms_to_contract) {
  testkit::expect_conforms(quixo(2));
  testkit::expect_conforms(quixo(3));
  testkit::expect_conforms(quixo(2, symmetry::yes));
  testkit::expect_conforms(quixo(3, symmetry::yes));
}

TEST(quixo, three_by_three_board_matches_known_counts_of_outcomes) {
  const quixo game(3);
  const value_table values = testkit::solve_on_all_engines(game);
  EXPECT_EQ(summarize(values, 1).counts, (outcome_counts{.win = 12'748, .loss = 6'935, .tie = 0, .draw = 0}));
  EXPECT_EQ(values[game.rank(game.start())], (position_value{outcome::win, 7}));
}

TEST(quixo, reachable_positions_match_known_counts_of_outcomes) {
  // The published counts distinguish the players, and exclude positions that are reached only through terminals.
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

TEST(quixo, canonical_boards_represent_all_boards) {
  const quixo reduced(3, symmetry::yes);
  testkit::expect_values_without_symmetry(reduced);
  EXPECT_EQ(summarize(testkit::solve_on_all_engines(reduced), 1).counts.total(), 2862U) << "by Burnside's lemma";
  const quixo plain(3);
  for (position p = 0; p < plain.num_positions(); ++p) EXPECT_EQ(plain.rank(plain.canonical(plain.unrank(p))), p);
}

TEST(quixo, samples_of_larger_boards_conform_to_contract) {
  for (const symmetry reduction : {symmetry::no, symmetry::yes}) {
    EXPECT_EQ(testkit::check_contract(quixo(4, reduction)).violations, std::vector<std::string>());
  }
}

TEST(quixo, groups_are_named_by_blank_cubes) {
  const quixo game(3);
  EXPECT_EQ(game.group_of(game.start()), 9U);
  EXPECT_EQ(game.group_of(game.parse("board=XO./.../..X")), 6U);
  EXPECT_EQ(game.group_name(6), "blank=6");
}

TEST(quixo, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<quixo>(
      {{"n", "5", "2 to 4"}, {"n", "1", "2 to 4"}, {"symmetry", "all", "one of no, yes"}});
  testkit::expect_errors<quixo>({{{{"n", "4"}, {"symmetry", "yes"}}, "accepted"}});
  EXPECT_THROW(quixo(5), input_error);
  testkit::expect_parse_errors(quixo(3), {{"board=XO./.../..X", "accepted"},
                                          {"board=XO./...", "board: expected 3 rows and 3 columns, got 2 and 3"},
                                          {"board=XO./.../..x", "board: line 3, column 3: 'x' ... '.XO'"}});
}

TEST(quixo, prints_board_from_the_side_of_the_player_to_move) {
  const quixo game(3);
  EXPECT_EQ(game.drawing(game.parse("board=XO./.../..X")), "XO.\n...\n..X");
}

TEST(quixo, stated_size_matches_the_built_game) { testkit::expect_size_of<quixo>({{"n", "4"}, {"symmetry", "yes"}}); }

TEST(quixo, board_preserves_marks_of_cubes_between_moves) {
  const quixo game(4);
  const quixo::state s = game.parse("board=X.../..../.O../....");
  EXPECT_EQ(testkit::text_of_board(game, s, player::first), "a4=first's cube b2=second's cube");
  EXPECT_EQ(testkit::text_of_board(game, s, player::second), "a4=second's cube b2=first's cube");
  // A push changes at most one row or column; it changes nothing if all its cubes have the same mark.
  testkit::expect_moves_on_board(game, game.start(), {.min = 0, .max = 4});
  testkit::expect_moves_on_board(quixo(3, symmetry::yes), game.start(), {.min = 0, .max = 3});
}

}  // namespace
}  // namespace zermelo::games::quixo_test
