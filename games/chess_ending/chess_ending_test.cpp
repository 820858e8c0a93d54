// SPDX-License-Identifier: MIT
// Tests chess endings: conformance, and published counts of wins, losses and distances.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/without_symmetry.hpp>

#include "chess_ending.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::chess_ending>;

namespace zermelo::games::chess_ending_test {
namespace {

constexpr std::uint32_t usual_side = 8;

constexpr auto stalemate_loses = chess_ending::stalemate::loses;

TEST(chess_ending, conforms_to_contract) {
  for (const auto& [pieces, rows, cols] : {std::tuple{"KvK", 3U, 3U},
                                           {"KRvK", 3U, 5U},
                                           {"KRvK", 5U, 5U},
                                           {"KvKQ", 4U, 4U},
                                           {"KNvKB", 4U, 4U},
                                           {"KQvKR", 4U, 3U},
                                           {"KBBvK", 4U, 4U},  // identical pieces
                                           {"KRvKRR", 3U, 3U},
                                           {"KNNNvK", 3U, 3U}}) {
    testkit::expect_conforms(chess_ending(pieces, rows, cols));
  }
}

TEST(chess_ending, conforms_to_contract_with_pawns) {
  for (const auto& [pieces, rows, cols] : {std::tuple{"KPvK", 3U, 3U},
                                           {"KPvK", 4U, 4U},
                                           {"KvKP", 5U, 4U},
                                           {"KPPvK", 4U, 3U},
                                           {"KPvKN", 4U, 3U},
                                           {"KPvKP", 4U, 3U},  // too few ranks for double steps
                                           {"KPvKP", 5U, 3U}}) {
    testkit::expect_conforms(chess_ending(pieces, rows, cols));
  }
}

TEST(chess_ending, values_do_not_depend_on_symmetry) {
  // While there are pawns, 2 images are one position, afterwards 8 on a square board.
  testkit::expect_values_without_symmetry(chess_ending("KPvK", 5, 5));
  testkit::expect_values_without_symmetry(chess_ending("KPvKP", 5, 3));
  testkit::expect_values_without_symmetry(chess_ending("KBBvK", 4, 4));
}

TEST(chess_ending, conforms_to_contract_where_stalemate_loses) {
  for (const auto& [pieces, rows, cols] :
       {std::tuple{"KNvK", 4U, 4U}, {"KQvKR", 4U, 3U}, {"KPvK", 4U, 4U}, {"KPvKP", 4U, 3U}}) {
    testkit::expect_conforms(chess_ending(pieces, rows, cols, stalemate_loses));
  }
}

TEST(chess_ending, samples_of_large_boards_and_many_pieces_conform_to_contract) {
  check_scope scope = check_scope::sample();
  constexpr std::uint64_t sampled = 500;
  scope.sampled = sampled;
  for (const auto& [pieces, rows, cols] : {std::tuple{"KRvK", 26U, 26U},
                                           {"KQvKR", 17U, 16U},
                                           {"KRBNvKNN", 8U, 8U},
                                           {"KQQQvKRRR", 5U, 9U},
                                           {"KPvKP", 5U, 4U},
                                           {"KPPvKP", 8U, 8U},
                                           {"KPPPvKPPP", 6U, 7U}}) {
    EXPECT_EQ(testkit::check_contract(chess_ending(pieces, rows, cols), scope).violations, std::vector<std::string>())
        << pieces;
  }
}

TEST(chess_ending, positions_with_pawns_have_only_mirror_symmetry) {
  const chess_ending game("KPvK", 6, 4);
  EXPECT_EQ(game.orbit_size(game.parse("white=Ka1,Pb3 black=Kd4 turn=white")), 2U);
  EXPECT_EQ(game.orbit_size(game.parse("white=Ka1,Qb3 black=Kd4 turn=white")), 4U);
  const chess_ending odd("KPvK", 6, 5);
  EXPECT_EQ(odd.orbit_size(odd.parse("white=Kc1,Pc3 black=Kc5 turn=white")), 1U);
}

TEST(chess_ending, counts_462_pairs_of_kings_on_a_chessboard) {
  EXPECT_EQ(chess_ending("KvK", usual_side, usual_side).num_positions(), 2 * 462U);
  constexpr position squares = 64;
  EXPECT_EQ(chess_ending("KBBvK", usual_side, usual_side).num_positions(),
            2 * 462U * (1 + squares + squares * (squares - 1) / 2));
}

TEST(chess_ending, rejects_invalid_pieces_and_boards) {
  for (const std::string pieces : {"KRvKNB", "KPvKPP"}) {
    EXPECT_EQ(testkit::rejection<chess_ending>({{"pieces", pieces}}), "accepted");
  }
  const std::string form = ": ... a v ... KRvK";
  testkit::expect_errors<chess_ending>({{{{"pieces", "KRK"}}, "pieces=KRK" + form},
                                        {{{"pieces", ""}}, "pieces=" + form},
                                        {{{"pieces", "krvk"}}, "pieces=krvk: ... letters KQRBNP, got 'k'"},
                                        {{{"pieces", "KvKvK"}}, "pieces=KvKvK: ... letters KQRBNP, got 'v'"},
                                        {{{"pieces", "RvK"}}, "pieces=RvK: ... one K ..."},
                                        {{{"pieces", "KRvKK"}}, "pieces=KRvKK: ... one K ..."},
                                        {{{"pieces", "KQRBNvKQRB"}}, "pieces=KQRBNvKQRB: more than 8 pieces"},
                                        {{{"pieces", "KQRBvKQRB"}, {"rows", "26"}, {"cols", "26"}},
                                         "pieces=KQRBvKQRB rows=26 cols=26: more than 2^63 positions"}});
  testkit::expect_values_rejected<chess_ending>(
      {{"rows", "2", "3 to 26"}, {"cols", "27", "3 to 26"}, {"cols", "x", "3 to 26"}});
  EXPECT_THROW(chess_ending("KRvK", 2, 8), input_error);
}

TEST(chess_ending, rejects_invalid_positions) {
  const chess_ending game("KRvK", usual_side, 4);
  testkit::expect_parse_errors(game, {{"white=Ka1,Rb3 black=Kc2 turn=black", "accepted"},
                                      {"black=Kc8 turn=black white=Rb3,Ka1", "accepted"},
                                      {"white=Ka1,Rb3 black=Kc2", "field 'turn' is missing"},
                                      {"white=Ka1,Rb3 black=Kc2 turn=red", "turn: ... 'red'"}});
  const std::string message = "... KQRBNP ... a1 to d8";
  testkit::expect_parse_errors(
      game,
      {{"white=Ka1,Rb9 black=Kc2 turn=black", "white: 'Rb9' " + message},
       {"white=Ka1,Re1 black=Kc2 turn=black", "white: 'Re1' " + message},
       {"white=Ka1,Rb0 black=Kc2 turn=black", "white: 'Rb0' " + message},
       {"white=Ka1,Sb3 black=Kc2 turn=black", "white: 'Sb3' " + message},
       {"white=Ka1,Pb3 black=Kc2 turn=black", "white: 'Pb3' is one P more than white has in KRvK"},
       {"white=Ka1,Rb3 black=Kc2 turn=black en_passant=b3", "unknown field 'en_passant'; known: white, black, turn"},
       {"white=Ka1, black=Kc2 turn=black", "white: '' " + message},
       {"white=Ka1,Rb3,Rb4 black=Kc2 turn=black", "white: 'Rb4' is one R more than white has in KRvK"},
       {"white=Ka1 black=Kc2,Rb3 turn=black", "black: 'Rb3' is one R more than black has in KRvK"},
       {"white=Rb3 black=Kc2 turn=black", "white=Rb3: the K ... missing"},
       {"white=Ka1,Ra1 black=Kc2 turn=black", "two pieces ... a1"},
       {"white=Ka1,Rb3 black=Kb2 turn=black", "the kings ... a1 and b2 ..."},
       {"white=Ka1,Rc3 black=Kc2 turn=white", "white ... black ... check"}});
}

TEST(chess_ending, rejects_invalid_positions_with_pawns) {
  const chess_ending game("KPPvKP", usual_side, usual_side);
  testkit::expect_parse_errors(
      game,
      {{"white=Ka1,Pb2 black=Kh8,Pg7 turn=white", "accepted"},
       {"white=Ka1,Qb2,Nc1 black=Kh8,Rg7 turn=black", "accepted"},
       {"white=Ka1,Pb1 black=Kh8 turn=white", "white: 'Pb1' ... last rank"},
       {"white=Ka1 black=Kh8,Pb8 turn=white", "black: 'Pb8' ... last rank"},
       {"white=Ka1,Pb2,Pb3,Pb4 black=Kh8 turn=white", "white: 'Pb4' is one P more than white can have in KPPvKP"},
       {"white=Ka1,Pb2,Pb3,Qb4 black=Kh8 turn=white", "white: 'Qb4' is one Q more than white can have in KPPvKP"},
       {"white=Ka1,Pb7 black=Ka8 turn=white", "white ... black ... check"},
       {"white=Ka1 black=Ka8,Pb2 turn=black", "black ... white ... check"},
       {"white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3", "accepted"},
       {"white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=j3", "en_passant=j3: ... a1 to h8"},
       {"white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=e3", "en_passant=e3: no pawn ... white ... passed ..."},
       {"white=Ka1,Pd5 black=Kh8,Pe5 turn=black en_passant=d4", "en_passant=d4: no pawn ... white ... passed ..."},
       {"white=Ka1,Pd4 black=Kh8,Pe4 turn=white en_passant=d3", "en_passant=d3: no pawn ... black ... passed ..."},
       {"white=Ka1,Pd4 black=Kh8,Pf4 turn=black en_passant=d3", "en_passant=d3: no pawn ... black ... take ..."},
       {"white=Kd2,Pd4 black=Kh8,Pe4 turn=black en_passant=d3", "no pawn ... passed d3, ... e4 ..."}});
}

TEST(chess_ending, prints_board_from_the_side_of_white) {
  const chess_ending game("KRvK", 3, 4);
  EXPECT_EQ(game.drawing(game.parse("white=Ka1,Rb3 black=Kc2 turn=black")), "3 .R..\n2 ..k.\n1 K...\n  abcd");
  const chess_ending high("KvK", 10, 3);
  EXPECT_EQ(high.drawing(high.parse("white=Ka1 black=Kc10 turn=black")).substr(0, 14), "10 ..k\n 9 ...\n");
  EXPECT_EQ(high.format(high.parse("white=Ka1 black=Kc10 turn=black")), "white=Ka1 black=Kc10 turn=black");
}

TEST(chess_ending, partition_into_blocks_cuts_few_moves) {
  for (const char* const pieces : {"KRvK", "KQvKR", "KRPvKR"}) {
    const chess_ending game(pieces, usual_side, usual_side);
    const block_cut cut = choose_cut(game, 2);
    EXPECT_EQ(cut.partition.num_layers(), game.layers().size()) << pieces;
    EXPECT_LT(cut.remote_share, 0.1) << pieces;
  }
}

TEST(chess_ending, stated_size_matches_the_built_game) {
  testkit::expect_size_of<chess_ending>({});
  testkit::expect_size_of<chess_ending>({{"pieces", "KQvKRR"}, {"rows", "20"}, {"cols", "26"}});
}

TEST(chess_ending, moves_change_two_or_three_board_squares) {
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
