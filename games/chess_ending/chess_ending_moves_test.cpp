// SPDX-License-Identifier: MIT
// Tests the moves of chess endings in single positions, and by counting lines of play.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/moves_of.hpp>

#include "chess_ending.hpp"

namespace zermelo::games::chess_ending_moves_test {
namespace {

using testkit::moves_from;

constexpr std::uint32_t usual_side = 8;

TEST(chess_ending, stalemate_loses_if_the_parameter_says_so) {
  using parameters = std::map<std::string, std::string>;
  const auto end_of = [](const parameters& given, const std::string& text) {
    const auto game = testkit::build<chess_ending>(given);
    EXPECT_EQ(moves_from(game, text), std::vector<std::string>());
    return game.no_moves(game.parse(text));
  };
  const std::string stalemate = "white=Kc7,Qb6 black=Ka8 turn=black";
  const std::string mate = "white=Kb6,Qb7 black=Ka8 turn=black";
  EXPECT_EQ(end_of({{"pieces", "KQvK"}}, stalemate), result::tied());
  EXPECT_EQ(end_of({{"pieces", "KQvK"}, {"stalemate", "draws"}}, stalemate), result::tied());
  EXPECT_EQ(end_of({{"pieces", "KQvK"}, {"stalemate", "loses"}}, stalemate), result::won_by(chess_ending::white));
  EXPECT_EQ(end_of({{"pieces", "KQvK"}, {"stalemate", "loses"}}, mate), result::won_by(chess_ending::white));
  EXPECT_EQ(end_of({{"pieces", "KPvK"}, {"stalemate", "loses"}}, "white=Ka8,Pa7 black=Kc8 turn=white"),
            result::won_by(chess_ending::black))
      << "the side with more pieces loses";
  testkit::expect_values_rejected<chess_ending>({{"stalemate", "wins", "one of draws, loses"}});
}

using strings = std::vector<std::string>;

/// The moves of all pieces except the king.
strings moves_without_king(const chess_ending& game, const std::string& text, const std::string& king = "white=Ka1") {
  strings found = moves_from(game, text);
  std::erase_if(found, [&](const std::string& s) { return s.find(king) == std::string::npos; });
  return found;
}

TEST(chess_ending, allows_en_passant_after_a_double_step) {
  const chess_ending game("KPPvKP", usual_side, usual_side);
  EXPECT_EQ(
      moves_without_king(game, "white=Ka1,Pd2 black=Kh8,Pe4 turn=white"),
      (strings{"white=Ka1,Pd3 black=Kh8,Pe4 turn=black", "white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd2 black=Kh8,Pf4 turn=white"),
            (strings{"white=Ka1,Pd3 black=Kh8,Pf4 turn=black", "white=Ka1,Pd4 black=Kh8,Pf4 turn=black"}))
      << "no pawn can capture en passant";
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3", "black=Kh8"),
            (strings{"white=Ka1 black=Kh8,Pd3 turn=white", "white=Ka1,Pd4 black=Kh8,Pe3 turn=white"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd4 black=Kh8,Pe4 turn=black", "black=Kh8"),
            (strings{"white=Ka1,Pd4 black=Kh8,Pe3 turn=white"}))
      << "the right to capture en passant expires after one move";
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd5,Pf5 black=Kh8,Pe5 turn=white en_passant=e6"),
            (strings{"white=Ka1,Pd5,Pe6 black=Kh8 turn=black", "white=Ka1,Pd5,Pf6 black=Kh8,Pe5 turn=black",
                     "white=Ka1,Pf5,Pd6 black=Kh8,Pe5 turn=black", "white=Ka1,Pf5,Pe6 black=Kh8 turn=black"}))
      << "either pawn can capture en passant";
  const auto with_right = game.parse("white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3");
  EXPECT_EQ(testkit::moves_to(game, game.format(with_right)), (strings{"white=Ka1,Pd2 black=Kh8,Pe4 turn=white"}));
  EXPECT_EQ(game.group_name(game.group_of(with_right)), "KPvKP en passant");
  EXPECT_EQ(game.canonical(game.parse("white=Kh1,Pe4 black=Ka8,Pd4 turn=black en_passant=e3")),
            game.canonical(with_right));
  EXPECT_EQ(game.orbit_size(with_right), 2U);
}

TEST(chess_ending, en_passant_can_be_the_only_move) {
  const chess_ending game("KPvKQPP", usual_side, usual_side);
  const std::string nearly_stalemate = "white=Ka1,Pe5 black=Kb3,Qc2,Pd5,Pe6 turn=white";
  EXPECT_EQ(moves_from(game, nearly_stalemate), strings{});
  EXPECT_EQ(game.no_moves(game.parse(nearly_stalemate)), result::tied());
  EXPECT_EQ(moves_from(game, nearly_stalemate + " en_passant=d6"),
            (strings{"white=Ka1,Pd6 black=Kb3,Qc2,Pe6 turn=black"}));
  const std::string nearly_mate = "white=Ka4,Pa5 black=Kc6,Qc3,Pb5 turn=white";
  EXPECT_EQ(moves_from(game, nearly_mate), strings{});
  EXPECT_EQ(game.no_moves(game.parse(nearly_mate)), result::won_by(chess_ending::black));
  EXPECT_EQ(moves_from(game, nearly_mate + " en_passant=b6"), (strings{"white=Ka4,Pb6 black=Kc6,Qc3 turn=black"}));
}

std::uint64_t count_lines(const chess_ending& game, const chess_ending::state& s, unsigned plies) {
  std::uint64_t lines = 0;
  game.for_each_successor(
      s, [&](const chess_ending::state& next) { lines += plies == 1 ? 1 : count_lines(game, next, plies - 1); });
  return lines;
}

TEST(chess_ending, number_of_lines_of_play_matches_published_counts) {
  // Martin Sedlak's positions for testing move generators, each for one common error, with their counts:
  // https://www.chessprogramming.net/perfect-perft/.
  const auto lines = [](const std::string& pieces, const std::string& text, unsigned plies) {
    const chess_ending game(pieces, usual_side, usual_side);
    return count_lines(game, game.parse(text), plies);
  };
  EXPECT_EQ(lines("KPvKRP", "white=Ka5,Pc5 black=Kd8,Rh5,Pd7 turn=black", 6), 1'134'888U);
  EXPECT_EQ(lines("KBPvKP", "white=Kg2,Ba2,Pd2 black=Ke6,Pc4 turn=white", 6), 1'015'133U);
  EXPECT_EQ(lines("KPvKBP", "white=Kf2,Pd4 black=Kb6,Bc5,Pc4 turn=black en_passant=d3", 6), 1'440'467U);
  EXPECT_EQ(lines("KPvKR", "white=Kc8,Pe7 black=Kd1,Rf8 turn=white", 6), 3'821'001U);
  EXPECT_EQ(lines("KPvKQN", "white=Ke6,Pb6 black=Kf1,Qb3,Nc4 turn=black", 5), 1'004'658U);
  EXPECT_EQ(lines("KPvK", "white=Ka2,Pb7 black=Ke8 turn=white", 6), 217'342U);
  EXPECT_EQ(lines("KPvK", "white=Ka6,Pa7 black=Kc7 turn=white", 6), 92'683U);
  EXPECT_EQ(lines("KPvK", "white=Ka8,Pa6 black=Kc8 turn=white", 6), 2'217U);
  EXPECT_EQ(lines("KPvK", "white=Kb5,Pc7 black=Ka7 turn=white", 7), 567'584U);
}

}  // namespace
}  // namespace zermelo::games::chess_ending_moves_test
