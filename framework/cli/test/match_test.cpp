// SPDX-License-Identifier: MIT
// The dialogue of a game against perfect play.
#include "../src/commands/match.hpp"

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/solving/job/solving.hpp>

#include "listed_game_made.hpp"

namespace zermelo::cli::match_test {
namespace {

using ::testing::IsNotSubstring;
using ::testing::IsSubstring;

constexpr position_value drawn{outcome::draw, no_distance};

/// The cat (first) goes from 0 to 1 or 2; the mouse from 1 to 3, where the cat has won, or back to 0; from 2 to 4,
/// where it has won itself, or back to 0.
any_game corridor(reading_rules rules = {}) {
  return listed_game({{player::first, drawn, {1, 2}},
                      {player::second, drawn, {3, 0}},
                      {player::second, {outcome::win, 1}, {4, 0}},
                      {player::first, {outcome::win, 0}, {}},
                      {player::first, {outcome::loss, 0}, {}}},
                     rules);
}

/// The output when `person` types `lines`. @param from  where play begins
std::string transcript(const any_game& game, player person, const std::string& lines,
                       const std::string& from = "start") {
  solve_visitor visitor;
  const auto solved = zermelo::solve(game, {}, visitor);
  const catalog no_games({});
  std::istringstream in(lines);
  std::ostringstream out;
  const auto read_line = [&in]() -> std::optional<std::string> {
    std::string line;
    if (!std::getline(in, line)) return std::nullopt;
    return line;
  };
  session s{no_games, read_line, out};
  match(game, [&](position p) { return (*solved.values)[p]; }, read_position(game, from), person, s).play();
  return out.str();
}

TEST(match, shows_board_and_moves_and_ends_with_the_input) {
  const std::string output = transcript(corridor(), player::first, "");
  EXPECT_PRED_FORMAT2(IsSubstring, "You play cat; mouse is played perfectly.", output);
  EXPECT_PRED_FORMAT2(IsSubstring, "position=0\n   1  position=1\n   2  position=2\n", output);
  EXPECT_TRUE(output.ends_with("cat> \n"));
}

TEST(match, is_won_by_perfect_play_after_a_mistake) {
  const std::string output = transcript(corridor(), player::first, "2\n");
  EXPECT_PRED_FORMAT2(IsSubstring, "mouse moves: position=4\n", output);
  EXPECT_TRUE(output.ends_with("mouse has won after 2 plies.\n"));
}

TEST(match, goes_on_from_moves_that_count_as_plies) {
  const std::string output = transcript(corridor(), player::second, "1\n", "moves=1");
  EXPECT_PRED_FORMAT2(IsSubstring, "position=1\n   1  position=3\n   2  position=0\n", output);
  EXPECT_TRUE(output.ends_with("cat has won after 2 plies.\n"));
  EXPECT_TRUE(transcript(corridor(), player::first, "", "position=3").ends_with("cat has won after 0 plies.\n"));
}

TEST(match, takes_words_of_the_position_for_a_move) {
  EXPECT_PRED_FORMAT2(IsSubstring, "mouse moves: position=4\n", transcript(corridor(), player::first, "position=2\n"));
  EXPECT_PRED_FORMAT2(IsSubstring, "no move fits 'position=4'\n",
                      transcript(corridor(), player::first, "position=4\n"));
}

TEST(match, lets_the_program_move_first) {
  const std::string output = transcript(corridor(), player::second, "1\n");
  EXPECT_PRED_FORMAT2(IsSubstring, "cat moves: position=1\n", output);
  EXPECT_TRUE(output.ends_with("cat has won after 2 plies.\n"));
}

TEST(match, hints_at_the_value_and_the_best_moves) {
  EXPECT_PRED_FORMAT2(IsSubstring, "a draw: nobody can force the end; best: 1\n",
                      transcript(corridor(), player::first, "hint\n"));
}

TEST(match, mentions_a_repeated_position) {
  const std::string output = transcript(corridor({player::second, {}}), player::first, "1\n");
  EXPECT_PRED_FORMAT2(IsSubstring, "This position has come 2 times; play that never ends is won by mouse.\n", output);
  EXPECT_PRED_FORMAT2(IsSubstring, "play that never ends is a draw.\n", transcript(corridor(), player::first, "1\n"));
}

TEST(match, says_who_wins_where_play_ends_in_a_draw) {
  const auto to_drawn_end = [](reading_rules rules) {
    return listed_game({{player::first, drawn, {1}}, {player::second, drawn, {}}}, rules);
  };
  EXPECT_TRUE(transcript(to_drawn_end({}), player::first, "1\n").ends_with("The game is drawn after 1 ply.\n"));
  EXPECT_TRUE(
      transcript(to_drawn_end({player::second, {}}), player::first, "1\n").ends_with("mouse has won after 1 ply.\n"));
}

TEST(match, takes_back_the_persons_move_and_the_reply) {
  const std::string output = transcript(corridor(), player::first, "undo\n1\nundo\n2\n");
  EXPECT_PRED_FORMAT2(IsSubstring, "there is no move of yours to take back\n", output);
  EXPECT_TRUE(output.ends_with("mouse has won after 2 plies.\n"));
}

TEST(match, counts_the_move_limit_from_the_start) {
  EXPECT_TRUE(transcript(corridor({{}, 2}), player::first, "1\n")
                  .ends_with("The move limit is reached: a draw after 2 plies.\n"));
  EXPECT_TRUE(transcript(corridor({player::first, 2}), player::first, "1\n")
                  .ends_with("The move limit is reached: cat has won after 2 plies.\n"));
  // A win at the last ply counts.
  EXPECT_TRUE(transcript(corridor({{}, 2}), player::first, "2\n").ends_with("mouse has won after 2 plies.\n"));
}

TEST(match, answers_bad_input_with_one_line_and_asks_again) {
  const std::string output = transcript(corridor(), player::first, "0\n3\n99999999999999999999999\nhnt\n\nquit\n2\n");
  EXPECT_PRED_FORMAT2(IsSubstring, "0 is not a move's number from 1 to 2\ncat> ", output);
  EXPECT_PRED_FORMAT2(IsSubstring, "3 is not a move's number from 1 to 2\ncat> ", output);
  EXPECT_PRED_FORMAT2(IsSubstring, "99999999999999999999999 is not a move's number", output);
  EXPECT_PRED_FORMAT2(IsSubstring, "'hnt' is no move and no command; did you mean 'hint'?\ncat> ", output);
  EXPECT_PRED_FORMAT2(IsSubstring, "'' is no move and no command; known: hint", output);
  EXPECT_PRED_FORMAT2(IsNotSubstring, "mouse moves", output);
}

}  // namespace
}  // namespace zermelo::cli::match_test
