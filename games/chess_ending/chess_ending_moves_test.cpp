// SPDX-License-Identifier: MIT
// The moves of chess endings, by hand and by counting lines of play.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/catalog_game.hpp>

#include "chess_ending.hpp"

namespace zermelo::games::chess_ending_moves_test {
namespace {

constexpr std::uint32_t usual_side = 8;

/// The positions that moves lead to, or that lead to one, as text, sorted.
std::vector<std::string> moves_from(const chess_ending& game, const std::string& text) {
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const auto& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}
std::vector<std::string> moves_to(const chess_ending& game, const std::string& text) {
  std::vector<std::string> found;
  game.for_each_predecessor(game.parse(text), [&](const auto& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(chess_ending, pieces_move_as_they_do) {
  const auto moves_of = [](const std::string& letter) {
    const chess_ending game("K" + letter + "vK", usual_side, usual_side);
    // The king in the corner has three moves.
    constexpr std::size_t of_king = 3;
    return moves_from(game, "white=Ka1," + letter + "d3 black=Kh8 turn=white").size() - of_king;
  };
  EXPECT_EQ(moves_of("Q"), 25U);
  EXPECT_EQ(moves_of("R"), 14U);
  EXPECT_EQ(moves_of("B"), 11U);
  EXPECT_EQ(moves_of("N"), 8U);
}

TEST(chess_ending, a_capture_leaves_fewer_pieces) {
  const chess_ending game("KRvK", 3, 3);
  EXPECT_EQ(moves_from(game, "white=Ka1,Rb3 black=Kc2 turn=black"),
            (std::vector<std::string>{"white=Ka1 black=Kb3 turn=white", "white=Ka1,Rb3 black=Kc1 turn=white"}));
  EXPECT_EQ(game.group_name(game.group_of(game.parse("white=Ka1,Rb3 black=Kc2 turn=black"))), "KRvK");
  EXPECT_EQ(game.group_name(game.group_of(game.parse("white=Ka1 black=Kb3 turn=white"))), "KvK");
}

TEST(chess_ending, a_capture_is_taken_back_with_each_kind_that_may_have_been_taken) {
  const chess_ending game("KRvKBNN", 3, 3);
  const auto before = moves_to(game, "white=Ka1 black=Kc3,Nc1 turn=black");
  EXPECT_EQ(before,
            (std::vector<std::string>{"white=Ka2 black=Kc3,Ba1,Nc1 turn=white",  // a bishop on a1
                                      "white=Ka2 black=Kc3,Na1,Nc1 turn=white",  // or the other knight
                                      "white=Ka2 black=Kc3,Nc1 turn=white",      // or nothing
                                      "white=Kb1 black=Kc3,Ba1,Nc1 turn=white",  // the same from b1
                                      "white=Kb1 black=Kc3,Na1,Nc1 turn=white", "white=Kb1 black=Kc3,Nc1 turn=white"}));
}

TEST(chess_ending, a_move_may_not_leave_the_king_in_check) {
  const chess_ending game("KRvKQ", usual_side, usual_side);
  const auto pinned = moves_from(game, "white=Ka1,Ra3 black=Kh8,Qa8 turn=white");
  EXPECT_EQ(std::count_if(pinned.begin(), pinned.end(),
                          [](const std::string& s) { return s.find(",Ra") == std::string::npos; }),
            0)
      << "the rook stays on the file";
  EXPECT_EQ(pinned.size(), 3 + 6U);
  EXPECT_EQ(
      moves_from(game, "white=Ka1,Rg4 black=Kh8,Qa8 turn=white"),
      (std::vector<std::string>{"white=Ka1,Ra4 black=Kh8,Qa8 turn=black", "white=Kb1,Rg4 black=Kh8,Qa8 turn=black",
                                "white=Kb2,Rg4 black=Kh8,Qa8 turn=black"}))
      << "between, or away from the file";
}

TEST(chess_ending, mate_is_a_loss_and_stalemate_a_tie) {
  const chess_ending game("KQvK", usual_side, usual_side);
  const auto end_of = [&](const std::string& text) -> std::optional<result> {
    const auto s = game.parse(text);
    EXPECT_EQ(game.terminal(s), std::nullopt);
    if (!moves_from(game, text).empty()) return std::nullopt;
    return game.no_moves(s);
  };
  EXPECT_EQ(end_of("white=Kb6,Qb7 black=Ka8 turn=black"), result::won_by(chess_ending::white));
  EXPECT_EQ(end_of("white=Kc7,Qb6 black=Ka8 turn=black"), result::tied());
  EXPECT_EQ(end_of("white=Kc8,Qb6 black=Ka8 turn=black"), result::tied());
  EXPECT_EQ(end_of("white=Kd8,Qb7 black=Ka8 turn=black"), std::nullopt) << "the queen is taken";
}

TEST(chess_ending, stalemate_loses_where_that_is_asked_for) {
  using words = std::map<std::string, std::string>;
  const auto end_of = [](const words& given, const std::string& text) {
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
      << "whoever has more";
  EXPECT_EQ(testkit::refusal<chess_ending>({{"stalemate", "wins"}}),
            "parameter 'stalemate': 'wins' is not one of draws, loses");
}

using texts = std::vector<std::string>;

/// The moves that leave a king where it is.
texts moves_without_king(const chess_ending& game, const std::string& text, const std::string& king = "white=Ka1") {
  texts found = moves_from(game, text);
  std::erase_if(found, [&](const std::string& s) { return s.find(king) == std::string::npos; });
  return found;
}

TEST(chess_ending, a_pawn_goes_ahead_and_from_its_second_rank_may_go_twice) {
  const chess_ending game("KPvKN", usual_side, usual_side);
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pe2 black=Kh8,Na8 turn=white"),
            (texts{"white=Ka1,Pe3 black=Kh8,Na8 turn=black", "white=Ka1,Pe4 black=Kh8,Na8 turn=black"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pe3 black=Kh8,Na8 turn=white"),
            (texts{"white=Ka1,Pe4 black=Kh8,Na8 turn=black"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pe2 black=Kh8,Ne4 turn=white"),
            (texts{"white=Ka1,Pe3 black=Kh8,Ne4 turn=black"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pe2 black=Kh8,Ne3 turn=white"), texts{});
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pe2 black=Kh8,Nd3 turn=white"),
            (texts{"white=Ka1,Pd3 black=Kh8 turn=black", "white=Ka1,Pe3 black=Kh8,Nd3 turn=black",
                   "white=Ka1,Pe4 black=Kh8,Nd3 turn=black"}))
      << "it takes across, and not ahead";
  const chess_ending low("KPvK", 4, 4);
  EXPECT_EQ(moves_without_king(low, "white=Ka1,Pc2 black=Kd4 turn=white"),
            (texts{"white=Ka1,Pc3 black=Kd4 turn=black"}))
      << "it cannot go twice onto the last rank";
  const chess_ending of_black("KvKP", 5, 4);
  EXPECT_EQ(moves_from(of_black, "white=Ka1 black=Kd5,Pb4 turn=black").size(), 3 + 2U);
}

TEST(chess_ending, a_pawn_becomes_another_piece_on_the_last_rank) {
  const chess_ending game("KPvKN", usual_side, usual_side);
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pg7 black=Ke5,Nh8 turn=white"),
            (texts{"white=Ka1,Bg8 black=Ke5,Nh8 turn=black", "white=Ka1,Bh8 black=Ke5 turn=black",
                   "white=Ka1,Ng8 black=Ke5,Nh8 turn=black", "white=Ka1,Nh8 black=Ke5 turn=black",
                   "white=Ka1,Qg8 black=Ke5,Nh8 turn=black", "white=Ka1,Qh8 black=Ke5 turn=black",
                   "white=Ka1,Rg8 black=Ke5,Nh8 turn=black", "white=Ka1,Rh8 black=Ke5 turn=black"}));
  EXPECT_EQ(game.group_name(game.group_of(game.parse("white=Ka1,Qg8 black=Ke5,Nh8 turn=black"))), "KQvKN");
}

TEST(chess_ending, a_promotion_is_taken_back_from_all_sides_of_the_board) {
  const chess_ending game("KPvK", usual_side, usual_side);
  // The rook may have come to any of the edges, as the board is turned; on h8 two sides meet.
  const auto before = moves_to(game, "white=Ka2,Rh8 black=Kd4 turn=black");
  const auto num_pawns = std::count_if(before.begin(), before.end(),
                                       [](const std::string& s) { return s.find('P') != std::string::npos; });
  EXPECT_EQ(num_pawns, 2);
  EXPECT_EQ(std::count(before.begin(), before.end(), "white=Ka2,Ph7 black=Kd4 turn=white"), 1);
}

TEST(chess_ending, a_pawn_that_goes_twice_past_a_pawn_may_be_taken_en_passant) {
  const chess_ending game("KPPvKP", usual_side, usual_side);
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd2 black=Kh8,Pe4 turn=white"),
            (texts{"white=Ka1,Pd3 black=Kh8,Pe4 turn=black", "white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd2 black=Kh8,Pf4 turn=white"),
            (texts{"white=Ka1,Pd3 black=Kh8,Pf4 turn=black", "white=Ka1,Pd4 black=Kh8,Pf4 turn=black"}))
      << "nobody could take it";
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3", "black=Kh8"),
            (texts{"white=Ka1 black=Kh8,Pd3 turn=white", "white=Ka1,Pd4 black=Kh8,Pe3 turn=white"}));
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd4 black=Kh8,Pe4 turn=black", "black=Kh8"),
            (texts{"white=Ka1,Pd4 black=Kh8,Pe3 turn=white"}))
      << "a move later it is too late";
  EXPECT_EQ(moves_without_king(game, "white=Ka1,Pd5,Pf5 black=Kh8,Pe5 turn=white en_passant=e6"),
            (texts{"white=Ka1,Pd5,Pe6 black=Kh8 turn=black", "white=Ka1,Pd5,Pf6 black=Kh8,Pe5 turn=black",
                   "white=Ka1,Pf5,Pd6 black=Kh8,Pe5 turn=black", "white=Ka1,Pf5,Pe6 black=Kh8 turn=black"}))
      << "by each of two";
  const auto with_right = game.parse("white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3");
  EXPECT_EQ(moves_to(game, game.format(with_right)), (texts{"white=Ka1,Pd2 black=Kh8,Pe4 turn=white"}));
  EXPECT_EQ(game.group_name(game.group_of(with_right)), "KPvKP en passant");
  EXPECT_EQ(game.canonical(game.parse("white=Kh1,Pe4 black=Ka8,Pd4 turn=black en_passant=e3")),
            game.canonical(with_right));
  EXPECT_EQ(game.orbit_size(with_right), 2U);
}

TEST(chess_ending, a_capture_en_passant_may_not_expose_the_king) {
  const chess_ending game("KPvKRP", usual_side, usual_side);
  EXPECT_EQ(moves_without_king(game, "white=Ka5,Pd5 black=Kh8,Rh5,Pe5 turn=white en_passant=e6", "white=Ka5"),
            (texts{"white=Ka5,Pd6 black=Kh8,Rh5,Pe5 turn=black"}))
      << "both pawns would leave the rank";
  EXPECT_EQ(moves_without_king(game, "white=Kd1,Pd5 black=Kh8,Rd8,Pe5 turn=white en_passant=e6", "white=Kd1"),
            (texts{"white=Kd1,Pd6 black=Kh8,Rd8,Pe5 turn=black"}))
      << "the pawn stands between";
  EXPECT_EQ(moves_without_king(game, "white=Kf4,Pd5 black=Kh8,Ra1,Pe5 turn=white en_passant=e6", "white=Kf4"),
            (texts{"white=Kf4,Pe6 black=Kh8,Ra1 turn=black"}))
      << "the pawn that gives check is taken";
}

TEST(chess_ending, a_capture_en_passant_may_be_the_only_move) {
  const chess_ending game("KPvKQPP", usual_side, usual_side);
  const std::string nearly_stalemate = "white=Ka1,Pe5 black=Kb3,Qc2,Pd5,Pe6 turn=white";
  EXPECT_EQ(moves_from(game, nearly_stalemate), texts{});
  EXPECT_EQ(game.no_moves(game.parse(nearly_stalemate)), result::tied());
  EXPECT_EQ(moves_from(game, nearly_stalemate + " en_passant=d6"),
            (texts{"white=Ka1,Pd6 black=Kb3,Qc2,Pe6 turn=black"}));
  const std::string nearly_mate = "white=Ka4,Pa5 black=Kc6,Qc3,Pb5 turn=white";
  EXPECT_EQ(moves_from(game, nearly_mate), texts{});
  EXPECT_EQ(game.no_moves(game.parse(nearly_mate)), result::won_by(chess_ending::black));
  EXPECT_EQ(moves_from(game, nearly_mate + " en_passant=b6"), (texts{"white=Ka4,Pb6 black=Kc6,Qc3 turn=black"}));
}

std::uint64_t count_lines(const chess_ending& game, const chess_ending::state& s, unsigned plies) {
  std::uint64_t lines = 0;
  game.for_each_successor(
      s, [&](const chess_ending::state& next) { lines += plies == 1 ? 1 : count_lines(game, next, plies - 1); });
  return lines;
}

TEST(chess_ending, lines_of_play_are_as_many_as_published) {
  // Martin Sedlak's positions for testing move generators, each for one thing that goes wrong, with their counts:
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
