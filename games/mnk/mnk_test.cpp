// SPDX-License-Identifier: MIT
// m,n,k-games: the conformance kit and the known counts of reachable positions.
#include "mnk.hpp"

#include <cstdint>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/positions/reachable_positions.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::games {
namespace {

TEST(mnk, conforms) {
  testkit::expect_conforms(mnk(3, 3, 3));
  testkit::expect_conforms(mnk(2, 4, 3));
  testkit::expect_conforms(mnk(1, 1, 1));
  testkit::expect_conforms(mnk(5, 1, 2));
}

/// What the positions that can be reached from the empty board add up to.
struct reachable_counts {
  outcome_counts counts;
  std::uint64_t ends = 0;
  std::uint64_t edges = 0;
  std::uint32_t longest_win_plies = 0;
};

reachable_counts count_reachable(const mnk& game, const value_table& values) {
  const game_graph<mnk> graph(game);
  solve_visitor silent;
  reachable_counts found;
  for_each_reachable(game, silent, [&](position p) {
    const position_value value = values[p];
    found.counts.add(value.outcome);
    if (graph.label(p).terminal) {
      ++found.ends;
    } else {
      found.edges += graph.num_successors(p);
    }
    const bool is_won = value.outcome == outcome::win || value.outcome == outcome::loss;
    if (is_won) found.longest_win_plies = std::max(found.longest_win_plies, value.distance_plies);
  });
  return found;
}

TEST(mnk, small_boards_have_the_known_counts) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  std::size_t cases = 0;
  for (const auto& [name, expected] : known.items()) {
    if (!name.starts_with("mnk_")) continue;
    SCOPED_TRACE(name);
    ++cases;
    // mnk_ROWS_COLS_K, all of one digit
    const auto digit = [&name = name](std::size_t at) { return static_cast<std::uint32_t>(name.at(at) - '0'); };
    const mnk game(digit(4), digit(6), digit(8));
    const value_table values = testkit::solve_on_all_engines(game);
    const reachable_counts found = count_reachable(game, values);
    EXPECT_EQ(found.counts.total(), expected.at("reachable").get<std::uint64_t>());
    EXPECT_EQ(found.counts.win, expected.at("W").get<std::uint64_t>());
    EXPECT_EQ(found.counts.loss, expected.at("L").get<std::uint64_t>());
    EXPECT_EQ(found.counts.tie, expected.at("D").get<std::uint64_t>());
    EXPECT_EQ(found.counts.draw, 0U) << "play always ends";
    EXPECT_EQ(found.ends, expected.at("terminal").get<std::uint64_t>());
    EXPECT_EQ(found.edges, expected.at("edges").get<std::uint64_t>());
    EXPECT_EQ(found.longest_win_plies, expected.at("max_plies").get<std::uint32_t>());

    const position_value start = values[game.rank(game.start())];
    EXPECT_EQ(start.outcome, expected.at("start_value") == "W" ? outcome::win : outcome::tie);
    if (start.outcome == outcome::win) {
      EXPECT_EQ(start.distance_plies, expected.at("start_plies").get<std::uint32_t>());
    }
  }
  EXPECT_EQ(cases, 4U);
}

TEST(mnk, a_full_board_is_a_tie_after_all_its_plies) {
  const mnk game(3, 3, 3);
  const value_table values = testkit::solve_on_all_engines(game);
  EXPECT_EQ(values[game.rank(game.start())], (position_value{outcome::tie, 9}));
}

TEST(mnk, a_position_is_legal_if_turns_were_taken_and_only_the_last_to_move_has_a_line) {
  const mnk game(3, 3, 3);
  const auto is_legal = [&](const char* board) { return game.is_legal(game.parse(std::string("board=") + board)); };
  EXPECT_TRUE(is_legal(".../.../..."));
  EXPECT_TRUE(is_legal("XXX/OO./..."));
  EXPECT_TRUE(is_legal("OOO/XX./X.."));
  EXPECT_FALSE(is_legal("XXX/OOO/..."));
  EXPECT_FALSE(is_legal("XXX/OO./O..")) << "play went on after the end";
  EXPECT_FALSE(is_legal("XX./.../...")) << "x moved twice";
  EXPECT_FALSE(is_legal("O../.../...")) << "o began";
  std::uint64_t legal = 0;
  for (position p = 0; p < game.num_positions(); ++p) legal += game.is_legal(game.unrank(p)) ? 1 : 0;
  EXPECT_EQ(legal, 5478U) << "in tic-tac-toe all of them can be reached";
}

TEST(mnk, lines_run_in_all_four_directions) {
  const mnk game(3, 4, 3);
  const auto winner = [&](const char* board) {
    const auto end = game.terminal(game.parse(std::string("board=") + board));
    return end ? end->winner : std::nullopt;
  };
  EXPECT_EQ(winner(".XXX/OO../...."), mnk::x);
  EXPECT_EQ(winner("XO../XO../X..."), mnk::x);
  EXPECT_EQ(winner(".X.O/..XO/...X"), mnk::x);
  EXPECT_EQ(winner("..XO/.XO./X..."), mnk::x);
  EXPECT_EQ(winner(".XXO/...O/X..O"), mnk::o);
  EXPECT_EQ(winner("XX.X/OO.O/...."), std::nullopt) << "not across a gap, nor from row to row";
}

TEST(mnk, bad_sizes_and_positions_are_refused) {
  const auto message = [](const auto& action) -> std::string {
    try {
      action();
    } catch (const input_error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message([] { mnk(0, 3, 3); }), "rows=0 cols=3: a board has 1 to 39 cells");
  EXPECT_EQ(message([] { mnk(5, 8, 3); }), "rows=5 cols=8: a board has 1 to 39 cells");
  EXPECT_EQ(message([] { mnk(3, 4, 5); }), "k=5 is not from 1 to 4, the longer side of the board");
  EXPECT_EQ(message([] { mnk(3, 4, 0); }), "k=0 is not from 1 to 4, the longer side of the board");
  EXPECT_EQ(mnk(3, 13, 5).num_positions(), 4'052'555'153'018'976'267U);
  EXPECT_EQ(mnk(parameter_values(mnk::parameters(), {})).num_positions(), 19'683U);

  const mnk game(3, 3, 3);
  EXPECT_EQ(message([&] { (void)game.parse("board=XO/../.."); }),
            "position: the board has 3 rows and 2 columns, not 3 and 3");
  EXPECT_EQ(message([&] { (void)game.parse("board=x../.../..."); }),
            "position: board: line 1, column 1: 'x' is not one of '.XO'");
  EXPECT_EQ(game.format(game.start()), "board=.../.../...");
  EXPECT_EQ(game.drawing(game.parse("board=XO./.X./..O")), "XO.\n.X.\n..O");
}

TEST(mnk, says_its_size_before_it_is_built) {
  testkit::expect_size_of<mnk>({});
  const std::map<std::string, std::string> largest{{"rows", "1"}, {"cols", "39"}};
  EXPECT_EQ(mnk::size_of(testkit::values_of<mnk>(largest)).positions, 4'052'555'153'018'976'267U);
}

}  // namespace
}  // namespace zermelo::games
