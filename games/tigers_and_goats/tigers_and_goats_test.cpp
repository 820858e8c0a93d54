// SPDX-License-Identifier: MIT
// Tests tigers and goats: conformance, the published numbers of positions, and the counts of an independent program.
#include "tigers_and_goats.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::tigers_and_goats>;

namespace zermelo::games::tigers_and_goats_test {
namespace {

TEST(tigers_and_goats, conforms_to_contract) {
  testkit::expect_conforms(tigers_and_goats(0));
  for (const unsigned captured : {1U, 4U}) {
    const tigers_and_goats game(captured);
    EXPECT_EQ(testkit::check_contract(game).violations, std::vector<std::string>{});
  }
}

// The fifth number, 32,188,170 with 4 captured, was counted manually: 20,349 placements for each of the tigers.
TEST(tigers_and_goats, orbits_by_captured_goats_match_published_counts) {
  constexpr unsigned captured = 3;
  const tigers_and_goats game(captured);
  const game_graph<tigers_and_goats> graph(game);
  std::array<std::uint64_t, captured + 1> orbits{};
  std::array<std::uint64_t, captured + 1> placements{};
  constexpr position num_turns = 2;  // the lowest digit: the loop visits all positions of one turn
  for (position p = 0; p < game.num_positions(); p += num_turns) {
    if (!graph.is_legal(p)) continue;
    const tigers_and_goats::state s = game.unrank(p);
    ++orbits.at(game.group_of(s));
    placements.at(game.group_of(s)) += game.orbit_size(s);
  }
  EXPECT_EQ(orbits, (std::array<std::uint64_t, 4>{33'481, 333'175, 2'105'695, 9'469'965}));
  constexpr std::uint64_t of_tigers = 12'650;
  EXPECT_EQ(placements,
            (std::array<std::uint64_t, 4>{of_tigers * 21, of_tigers * 210, of_tigers * 1330, of_tigers * 5985}));
}

TEST(tigers_and_goats, orbits_with_stuck_goats_match_published_count) {
  const tigers_and_goats game(2);  // with more captures they always have a move
  const game_graph<tigers_and_goats> graph(game);
  std::uint64_t stuck = 0;
  constexpr position num_turns = 2;
  for (position p = 0; p < game.num_positions(); p += num_turns) {
    if (!graph.is_legal(p)) continue;
    EXPECT_EQ(game.unrank(p).to_move, tigers_and_goats::goats);
    if (graph.num_successors(p) == 0) ++stuck;
  }
  EXPECT_EQ(stuck, 66U);
}

/// All placements by their value, weighted by orbit size.
outcome_counts count_all(const tigers_and_goats& game, const value_table& values) {
  outcome_counts counts;
  for (position p = 0; p < game.num_positions(); ++p) {
    const position_value value = values[p];
    if (value.outcome != outcome::illegal) counts.add(value.outcome, game.orbit_size(game.unrank(p)));
  }
  return counts;
}

// The counts are from an independent program without symmetry.
TEST(tigers_and_goats, low_capture_limits_match_outcome_counts_of_a_second_program) {
  solve_visitor silent;
  constexpr unsigned threads = 2;
  const tigers_and_goats one_wins(0);
  const solution first = retrograde_analysis(testkit::erased_rules(one_wins), {threads}, silent);
  EXPECT_EQ(count_all(one_wins, first.values), (outcome_counts{347'799, 181'149, 0, 2'352}));
  EXPECT_EQ(summarize(first.values, threads).max_distance_plies(), 22U);

  const tigers_and_goats two_win(1);
  const testkit::erased_rules rules(two_win);
  const solution second = retrograde_analysis(rules, {threads}, silent);
  EXPECT_EQ(count_all(two_win, second.values), (outcome_counts{3'748'457, 1'468'379, 0, 627'464}));
  EXPECT_EQ(summarize(second.values, threads).max_distance_plies(), 39U);
  EXPECT_EQ(summarize(solve_explicit(rules, {threads}, silent).values, threads), summarize(second.values, threads));
  EXPECT_TRUE(verify_solution(rules, second.values, threads, silent).accepted());
}

TEST(tigers_and_goats, jumps_lead_to_the_slice_of_one_more_captured_goat) {
  const tigers_and_goats game(tigers_and_goats::max_captured);
  const auto slices = game.slices();
  ASSERT_EQ(slices.size(), 5U);
  EXPECT_EQ(slices[1].name, "captured-1");
  EXPECT_EQ(slices[1].leads_to, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(slices[4].leads_to, (std::vector<std::uint32_t>{4}));
  EXPECT_EQ(testkit::check_contract(game).violations, std::vector<std::string>());
}

TEST(tigers_and_goats, rejects_invalid_parameters_and_positions) {
  testkit::expect_values_rejected<tigers_and_goats>({{"captured", "5", "0 to 4"}});
  EXPECT_EQ(testkit::build<tigers_and_goats>({}).num_positions(), 92'946'140U);
  EXPECT_THROW(tigers_and_goats(5), input_error);
  testkit::expect_parse_errors(
      tigers_and_goats(4),
      {{"board=TGGGT/GGGGG/GG.GG/GGGGG/TGGGT turn=goats", "accepted"},
       {"board=TGGGT/GGGGG/GG.GG/GGGGG turn=goats", "board: expected 5 rows and 5 columns, got 4 and 5"},
       {"board=tGGGT/GGGGG/GG.GG/GGGGG/TGGGT turn=goats", "board: line 1, column 1: 't' ... '.TG'"},
       {"board=TGGGT/GGGGG/GG.GG/GGGGG/GGGGT turn=goats", "expected 4 T ... got 3"},
       {"board=TGGGT/GGGGG/GGGGG/GGGGG/TGGGT turn=goats", "expected 16 to 20 G ... got 21"},
       {"board=TGGGT/GGGGG/GG.GG/GGGGG/TGGGT turn=cows", "turn: expected goats or tigers, got 'cows'"}});
  testkit::expect_parse_errors(tigers_and_goats(0),
                               {{"board=TGGGT/GGGGG/GG..G/GGGGG/TGGGT turn=goats", "expected 20 G ... got 19"}});
}

TEST(tigers_and_goats, prints_board_with_its_lines) {
  const tigers_and_goats game(4);
  EXPECT_EQ(game.drawing(game.parse("board=TG.GT/GGGGG/GGGGG/GGGGG/TG.GT turn=goats")),
            "T-G-.-G-T\n"
            "|\\|/|\\|/|\n"
            "G-G-G-G-G\n"
            "|/|\\|/|\\|\n"
            "G-G-G-G-G\n"
            "|\\|/|\\|/|\n"
            "G-G-G-G-G\n"
            "|/|\\|/|\\|\n"
            "T-G-.-G-T\n"
            "1 captured, goats to move");
  EXPECT_EQ(game.group_name(game.group_of(game.start())), "0 captured");
}

TEST(tigers_and_goats, board_moves_are_steps_or_captures) {
  const tigers_and_goats game(2);
  const auto s = game.parse("board=T.GGT/GGGG./GGGGG/GGGGG/T.GGT turn=tigers");
  EXPECT_EQ(testkit::text_of_board(game, s).substr(0, 31), "a5=tiger c5=goat d5=goat e5=tig");
  EXPECT_TRUE(testkit::text_of_board(game, s).ends_with("e1=tiger (captured: 2 goat)"));
  EXPECT_EQ(game.board_shape().lines.size(), 56U) << "20 along rows, 20 along columns, 16 along diagonals";
  testkit::expect_moves_on_board(game, game.start(), {2, 3});
}

}  // namespace
}  // namespace zermelo::games::tigers_and_goats_test
