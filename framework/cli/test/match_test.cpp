// SPDX-License-Identifier: MIT
// Tests draws in a match against perfect play; cases/play.cases tests the rest of the dialogue.
#include "../src/commands/match.hpp"

#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <zermelo/solving/job/solving.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game_made.hpp"

namespace zermelo::cli::match_test {
namespace {

constexpr position_value drawn{outcome::draw, no_distance};

/// Returns the output of a match in which the cat's player types 1.
std::string transcript(const any_game& game) {
  solve_visitor visitor;
  const auto solved = zermelo::solve(game, {}, visitor);
  const catalog no_games({});
  std::ostringstream out;
  bool has_typed = false;
  const auto read_line = [&has_typed] {
    return std::exchange(has_typed, true) ? std::nullopt : std::optional<std::string>("1");
  };
  session s{no_games, read_line, out};
  match(game, [&](position p) { return (*solved.values)[p]; }, read_position(game, "start"), player::first, s).play();
  return out.str();
}

TEST(match, reports_repeated_position) {
  const auto circle = [](result_rules rules) {
    return listed_game({{player::first, drawn, {1}}, {player::second, drawn, {0}}}, rules);
  };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... 2 times; ... won by mouse.\n...",
                      transcript(circle({player::second, {}})));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...endless play ... draw.\n...", transcript(circle({})));
}

TEST(match, reports_winner_of_drawn_terminal) {
  const auto to_drawn_end = [](result_rules rules) {
    return listed_game({{player::first, drawn, {1}}, {player::second, drawn, {}}}, rules);
  };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... drawn after 1 ply.\n", transcript(to_drawn_end({})));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...mouse ... won after 1 ply.\n",
                      transcript(to_drawn_end({player::second, {}})));
}

}  // namespace
}  // namespace zermelo::cli::match_test
