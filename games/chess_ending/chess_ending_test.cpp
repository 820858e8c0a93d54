// SPDX-License-Identifier: MIT
// Chess endings: the conformance kit, published counts of wins, losses and distances, and the rules by hand.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_promises.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_size_of.hpp>

#include "chess_ending.hpp"

// As the program has it compiled.
extern template class zermelo::erased_game_of<zermelo::games::chess_ending>;

namespace zermelo::games::chess_ending_test {
namespace {

constexpr std::uint32_t usual_side = 8;

TEST(chess_ending, conforms) {
  testkit::expect_conforms(chess_ending("KvK", 3, 3));
  testkit::expect_conforms(chess_ending("KRvK", 3, 5));
  testkit::expect_conforms(chess_ending("KRvK", 5, 5));
  testkit::expect_conforms(chess_ending("KvKQ", 4, 4));
  testkit::expect_conforms(chess_ending("KNvKB", 4, 4));
  testkit::expect_conforms(chess_ending("KQvKR", 4, 3));
}

TEST(chess_ending, conforms_with_pieces_that_are_alike) {
  testkit::expect_conforms(chess_ending("KBBvK", 4, 4));
  testkit::expect_conforms(chess_ending("KRvKRR", 3, 3));
  testkit::expect_conforms(chess_ending("KNNNvK", 3, 3));
}

TEST(chess_ending, conforms_with_pawns) {
  testkit::expect_conforms(chess_ending("KPvK", 3, 3));
  testkit::expect_conforms(chess_ending("KPvK", 4, 4));
  testkit::expect_conforms(chess_ending("KvKP", 5, 4));
  testkit::expect_conforms(chess_ending("KPPvK", 4, 3));
  testkit::expect_conforms(chess_ending("KPvKN", 4, 3));
}

TEST(chess_ending, conforms_with_pawns_that_pass_each_other) {
  testkit::expect_conforms(chess_ending("KPvKP", 4, 3));  // no room for double steps
  testkit::expect_conforms(chess_ending("KPvKP", 5, 3));
}

constexpr auto stalemate_loses = chess_ending::stalemate::loses;

TEST(chess_ending, conforms_where_stalemate_loses) {
  testkit::expect_conforms(chess_ending("KNvK", 4, 4, stalemate_loses));
  testkit::expect_conforms(chess_ending("KQvKR", 4, 3, stalemate_loses));
  testkit::expect_conforms(chess_ending("KPvK", 4, 4, stalemate_loses));
  testkit::expect_conforms(chess_ending("KPvKP", 4, 3, stalemate_loses));
}

TEST(chess_ending, large_boards_and_many_pieces_pass_the_check_of_a_sample) {
  check_scope scope = check_scope::sample();
  constexpr std::uint64_t spread = 500;
  scope.spread = spread;
  for (const auto& [pieces, rows, cols] : {std::tuple{"KRvK", 26U, 26U},
                                           {"KQvKR", 17U, 16U},
                                           {"KRBNvKNN", 8U, 8U},
                                           {"KQQQvKRRR", 5U, 9U},
                                           {"KPvKP", 5U, 4U},
                                           {"KPPvKP", 8U, 8U},
                                           {"KPPPvKPPP", 6U, 7U}}) {
    const check_report found = testkit::check_promises(chess_ending(pieces, rows, cols), scope);
    EXPECT_GT(found.checked, 0U);
    for (const std::string& finding : found.findings) ADD_FAILURE() << pieces << ": " << finding;
  }
}

TEST(chess_ending, pawns_on_a_board_that_is_higher_than_wide_have_mirror_images_only) {
  const chess_ending game("KPvK", 6, 4);
  EXPECT_EQ(game.orbit_size(game.parse("white=Ka1,Pb3 black=Kd4 turn=white")), 2U);
  EXPECT_EQ(game.orbit_size(game.parse("white=Ka1,Qb3 black=Kd4 turn=white")), 4U);
  const chess_ending odd("KPvK", 6, 5);
  EXPECT_EQ(odd.orbit_size(odd.parse("white=Kc1,Pc3 black=Kc5 turn=white")), 1U);
}

TEST(chess_ending, pairs_of_kings_on_a_chessboard_are_462) {
  EXPECT_EQ(chess_ending("KvK", usual_side, usual_side).num_positions(), 2 * 462U);
  constexpr position squares = 64;
  EXPECT_EQ(chess_ending("KBBvK", usual_side, usual_side).num_positions(),
            2 * 462U * (1 + squares + squares * (squares - 1) / 2));
}

TEST(chess_ending, images_under_the_symmetries_of_the_board_are_one_position) {
  const chess_ending square("KNNvK", 4, 4);
  const auto s = square.parse("white=Kb1,Na4,Nd1 black=Kc4 turn=white");
  EXPECT_EQ(square.orbit_size(s), 8U);
  for (const std::string alike : {"white=Kc1,Nd4,Na1 black=Kb4 turn=white", "white=Kb4,Na1,Nd4 black=Kc1 turn=white",
                                  "white=Ka2,Nd1,Na4 black=Kd3 turn=white", "white=Ka3,Nd4,Na1 black=Kd2 turn=white"}) {
    EXPECT_EQ(square.canonical(square.parse(alike)), square.canonical(s)) << alike;
  }
  EXPECT_EQ(square.orbit_size(square.parse("white=Ka1,Na3,Nc1 black=Kd4 turn=white")), 4U);
  EXPECT_EQ(square.orbit_size(square.parse("white=Ka1,Na3,Nb4 black=Kd4 turn=white")), 8U);
  const chess_ending oblong("KRvK", 3, 4);
  const auto narrow = oblong.parse("white=Ka2,Rd1 black=Kc2 turn=white");
  EXPECT_EQ(oblong.orbit_size(narrow), 4U);
  EXPECT_EQ(oblong.canonical(oblong.parse("white=Kd2,Ra3 black=Kb2 turn=white")), oblong.canonical(narrow));
  EXPECT_EQ(
      chess_ending("KRvK", 3, 5).orbit_size(chess_ending("KRvK", 3, 5).parse("white=Ka2,Rd2 black=Kc2 turn=black")),
      2U);
}

TEST(chess_ending, bad_pieces_and_boards_are_refused) {
  const auto refusal = [](const std::string& pieces, const std::string& rows = "8", const std::string& cols = "8") {
    return testkit::refusal<chess_ending>({{"pieces", pieces}, {"rows", rows}, {"cols", cols}});
  };
  EXPECT_EQ(refusal("KRvKNB"), "accepted");
  EXPECT_EQ(refusal("KPvKPP"), "accepted");
  EXPECT_EQ(refusal("KRK"), "pieces=KRK: white's and black's pieces are written with a v between, as in KRvK");
  EXPECT_EQ(refusal(""), "pieces=: white's and black's pieces are written with a v between, as in KRvK");
  EXPECT_EQ(refusal("krvk"), "pieces=krvk: 'k' is not one of KQRBNP");
  EXPECT_EQ(refusal("KvKvK"), "pieces=KvKvK: 'v' is not one of KQRBNP");
  EXPECT_EQ(refusal("RvK"), "pieces=RvK: each side has one K");
  EXPECT_EQ(refusal("KRvKK"), "pieces=KRvKK: each side has one K");
  EXPECT_EQ(refusal("KQRBNvKQRB"), "pieces=KQRBNvKQRB: there are more than 8 pieces");
  EXPECT_EQ(refusal("KRvK", "2"), "parameter 'rows': '2' is not a whole number from 3 to 26");
  EXPECT_EQ(refusal("KRvK", "8", "27"), "parameter 'cols': '27' is not a whole number from 3 to 26");
  EXPECT_EQ(refusal("KRvK", "8", "x"), "parameter 'cols': 'x' is not a whole number from 3 to 26");
  EXPECT_EQ(refusal("KQRBvKQRB", "26", "26"), "pieces=KQRBvKQRB rows=26 cols=26: there are more than 2^63 positions");
  EXPECT_THROW(chess_ending("KRvK", 2, 8), input_error);
}

TEST(chess_ending, bad_positions_are_refused) {
  const chess_ending game("KRvK", usual_side, 4);
  const auto message = [&](const std::string& text) { return testkit::parse_refusal(game, text); };
  EXPECT_EQ(message("white=Ka1,Rb3 black=Kc2 turn=black"), "accepted");
  EXPECT_EQ(message("black=Kc8 turn=black white=Rb3,Ka1"), "accepted");
  EXPECT_EQ(message("white=Ka1,Rb3 black=Kc2"), "position: field 'turn' is missing");
  EXPECT_EQ(message("white=Ka1,Rb3 black=Kc2 turn=red"), "position: turn=red is not white or black");
  const std::string places = "is not one of the letters KQRBNP and a square from a1 to d8";
  EXPECT_EQ(message("white=Ka1,Rb9 black=Kc2 turn=black"), "position: white: 'Rb9' " + places);
  EXPECT_EQ(message("white=Ka1,Re1 black=Kc2 turn=black"), "position: white: 'Re1' " + places);
  EXPECT_EQ(message("white=Ka1,Rb0 black=Kc2 turn=black"), "position: white: 'Rb0' " + places);
  EXPECT_EQ(message("white=Ka1,Sb3 black=Kc2 turn=black"), "position: white: 'Sb3' " + places);
  EXPECT_EQ(message("white=Ka1,Pb3 black=Kc2 turn=black"),
            "position: white: 'Pb3' is one P more than white has in KRvK");
  EXPECT_EQ(message("white=Ka1,Rb3 black=Kc2 turn=black en_passant=b3"),
            "position: unknown field 'en_passant'; known: white, black, turn");
  EXPECT_EQ(message("white=Ka1, black=Kc2 turn=black"), "position: white: '' " + places);
  EXPECT_EQ(message("white=Ka1,Rb3,Rb4 black=Kc2 turn=black"),
            "position: white: 'Rb4' is one R more than white has in KRvK");
  EXPECT_EQ(message("white=Ka1 black=Kc2,Rb3 turn=black"),
            "position: black: 'Rb3' is one R more than black has in KRvK");
  EXPECT_EQ(message("white=Rb3 black=Kc2 turn=black"), "position: white=Rb3 has no K");
  EXPECT_EQ(message("white=Ka1,Ra1 black=Kc2 turn=black"), "position: two pieces stand on a1");
  EXPECT_EQ(message("white=Ka1,Rb3 black=Kb2 turn=black"), "position: the kings on a1 and b2 touch");
  EXPECT_EQ(message("white=Ka1,Rc3 black=Kc2 turn=white"), "position: it is the turn of white, and black is in check");
}

TEST(chess_ending, bad_positions_with_pawns_are_refused) {
  const chess_ending game("KPPvKP", usual_side, usual_side);
  const auto message = [&](const std::string& text) { return testkit::parse_refusal(game, text); };
  EXPECT_EQ(message("white=Ka1,Pb2 black=Kh8,Pg7 turn=white"), "accepted");
  EXPECT_EQ(message("white=Ka1,Qb2,Nc1 black=Kh8,Rg7 turn=black"), "accepted");
  EXPECT_EQ(message("white=Ka1,Pb1 black=Kh8 turn=white"),
            "position: white: 'Pb1' is a pawn on its first or last rank");
  EXPECT_EQ(message("white=Ka1 black=Kh8,Pb8 turn=white"),
            "position: black: 'Pb8' is a pawn on its first or last rank");
  EXPECT_EQ(message("white=Ka1,Pb2,Pb3,Pb4 black=Kh8 turn=white"),
            "position: white: 'Pb4' is one P more than white can have in KPPvKP");
  EXPECT_EQ(message("white=Ka1,Pb2,Pb3,Qb4 black=Kh8 turn=white"),
            "position: white: 'Qb4' is one Q more than white can have in KPPvKP");
  EXPECT_EQ(message("white=Ka1,Pb7 black=Ka8 turn=white"), "position: it is the turn of white, and black is in check");
  EXPECT_EQ(message("white=Ka1 black=Ka8,Pb2 turn=black"), "position: it is the turn of black, and white is in check");
  EXPECT_EQ(message("white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3"), "accepted");
  EXPECT_EQ(message("white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=j3"),
            "position: en_passant=j3 is not a square from a1 to h8");
  EXPECT_EQ(message("white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=e3"),
            "position: en_passant=e3 is not what a pawn of white can just have passed");
  EXPECT_EQ(message("white=Ka1,Pd5 black=Kh8,Pe5 turn=black en_passant=d4"),
            "position: en_passant=d4 is not what a pawn of white can just have passed");
  EXPECT_EQ(message("white=Ka1,Pd4 black=Kh8,Pe4 turn=white en_passant=d3"),
            "position: en_passant=d3 is not what a pawn of black can just have passed");
  EXPECT_EQ(message("white=Ka1,Pd4 black=Kh8,Pf4 turn=black en_passant=d3"),
            "position: en_passant=d3 is where no pawn of black can take");
  EXPECT_EQ(message("white=Kd2,Pd4 black=Kh8,Pe4 turn=black en_passant=d3"),
            "position: no pawn can just have passed d3 that the pawn on e4 may take");
}

TEST(chess_ending, it_is_drawn_from_white_s_side) {
  const chess_ending game("KRvK", 3, 4);
  EXPECT_EQ(game.drawing(game.parse("white=Ka1,Rb3 black=Kc2 turn=black")), "3 .R..\n2 ..k.\n1 K...\n  abcd");
  const chess_ending high("KvK", 10, 3);
  EXPECT_EQ(high.drawing(high.parse("white=Ka1 black=Kc10 turn=black")).substr(0, 14), "10 ..k\n 9 ...\n");
  EXPECT_EQ(high.format(high.parse("white=Ka1 black=Kc10 turn=black")), "white=Ka1 black=Kc10 turn=black");
}

TEST(chess_ending, few_moves_lead_from_a_part_of_a_layer_to_another) {
  for (const char* const pieces : {"KRvK", "KQvKR", "KRPvKR"}) {
    const chess_ending game(pieces, usual_side, usual_side);
    const block_cut cut = choose_cut(game, 2);
    EXPECT_EQ(cut.partition.num_layers(), game.layers().size()) << pieces;
    EXPECT_LT(cut.remote_share, 0.1) << pieces;
  }
}

TEST(chess_ending, says_its_size_before_it_is_built) {
  testkit::expect_size_of<chess_ending>({});
  testkit::expect_size_of<chess_ending>({{"pieces", "KQvKRR"}, {"rows", "20"}, {"cols", "26"}});
}

TEST(chess_ending, a_move_leaves_one_square_of_the_board_for_another) {
  const chess_ending game("KPvKP", 8, 8);
  const auto s = game.parse("white=Ke1,Pd5 black=Kh8,Pe7 turn=black");
  EXPECT_EQ(testkit::text_of_board(game, s), "h8=black king e7=black pawn d5=white pawn e1=white king");
  testkit::expect_moves_on_board(game, s, {2, 3});  // 3: en passant
  const chess_ending narrow("KQvK", 4, 3);
  EXPECT_EQ(testkit::text_of_board(narrow, narrow.parse("white=Ka1,Qb3 black=Kc4 turn=black")),
            "c4=black king b3=white queen a1=white king");
}

}  // namespace
}  // namespace zermelo::games::chess_ending_test
