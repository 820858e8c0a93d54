// SPDX-License-Identifier: MIT
// Tests how chess endings format, parse and reject FEN.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/expect_errors.hpp>

#include "chess_ending.hpp"

namespace zermelo::games::chess_ending_fen_test {
namespace {

constexpr std::uint32_t usual_side = 8;

TEST(chess_ending_fen, parse_inverts_notation) {
  for (const auto& [pieces, rows, cols] : {std::tuple{"KPPvKP", 8U, 8U}, {"KQRvKBN", 11U, 26U}, {"KPvKP", 5U, 4U}}) {
    const chess_ending game(pieces, rows, cols);
    random_generator random(1);
    for (int num_read = 0; num_read < 1000;) {
      const auto s = game.unrank(random.below(game.num_positions()));
      if (!game.is_legal(s)) continue;
      ++num_read;
      EXPECT_EQ(game.parse(game.notation(s)), s) << game.notation(s);
    }
  }
}

TEST(chess_ending_fen, lists_ranks_from_the_last_to_the_first) {
  const chess_ending game("KPPvKP", usual_side, usual_side);
  const auto fen = [&](const std::string& fields) { return game.notation(game.parse(fields)); };
  EXPECT_EQ(fen("white=Ke1,Pe2 black=Ke3 turn=white"), "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1");
  EXPECT_EQ(fen("white=Ka1,Pd4,Ph2 black=Kh8,Pe4 turn=black en_passant=d3"), "7k/8/8/8/3Pp3/8/7P/K7 b - d3 0 1");
  EXPECT_EQ(fen("white=Ka1,Qb1,Nc1 black=Kh8,Rg8 turn=black"), "6rk/8/8/8/8/8/8/KQN5 b - - 0 1");
  const chess_ending wide("KRvK", 3, 26);
  EXPECT_EQ(wide.notation(wide.parse("white=Ka1,Rl3 black=Kz3 turn=black")), "11R13k/26/K25 b - - 0 1");
}

TEST(chess_ending_fen, accepts_missing_last_fields) {
  const chess_ending game("KPvKP", usual_side, usual_side);
  const auto fields = [&](const std::string& fen) { return game.format(game.parse(fen)); };
  const std::string state = "white=Ke1,Pe2 black=Ke3 turn=black";
  for (const std::string end : {"", " -", " - -", " - - 12", " - - 12 62"}) {
    EXPECT_EQ(fields("8/8/8/8/8/4k3/4P3/4K3 b" + end), state);
  }
  EXPECT_EQ(fields("  8/8/8/8/8/4k3/4P3/4K3   b  "), state);
}

TEST(chess_ending_fen, accepts_underscores_for_blanks) {
  const chess_ending game("KRvK", usual_side, usual_side);
  const auto expected = game.parse("8/8/8/8/8/8/8/k3K2R w - - 0 1");
  EXPECT_EQ(game.parse("8/8/8/8/8/8/8/k3K2R_w_-_-_0_1"), expected);
  EXPECT_EQ(game.parse("8/8/8/8/8/8/8/k3K2R_w"), expected);
  testkit::expect_parse_errors(game, {{"8/8/8/8/8/8/8/k3K2R_", "FEN: the player ... missing; ..."}});
}

TEST(chess_ending_fen, accepts_epd_and_skips_its_operations) {
  const chess_ending game("KRvK", usual_side, usual_side);
  const std::string fields = "8/8/8/8/8/8/8/k3K2R w - - ";
  const auto expected = game.parse(fields);
  for (const std::string operations :
       {R"(dm 5; id "a";)", "noop;", R"(id "a;b" ;bm Rh2 Ke2; )", "0 1 dm 5;", "dm_5;", "0 1 ;D1 20 ;D2 400"}) {
    EXPECT_EQ(game.parse(fields + operations), expected) << operations;
  }
  const auto message = [&](const std::string& end) { return testkit::error_of_parse(game, fields + end); };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: FEN: expected ; ... operation 'dm 5'", message("dm 5"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, R"(position: FEN: expected ; ... operation 'id "a;')",
                      message(R"(dm 5; id "a;)"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: FEN: ... operation ... got '7;'", message("dm 5; 7;"));
}

TEST(chess_ending_fen, accepts_passed_square_after_every_double_step) {
  const chess_ending game("KPvKP", usual_side, usual_side);
  const auto fields = [&](const std::string& fen) { return game.format(game.parse(fen)); };
  EXPECT_EQ(fields("7k/8/8/8/3Pp3/8/8/K7 b - d3 0 1"), "white=Ka1,Pd4 black=Kh8,Pe4 turn=black en_passant=d3");
  EXPECT_EQ(fields("k7/8/8/3Pp3/8/8/8/7K w - e6 0 1"), "white=Kh1,Pd5 black=Ka8,Pe5 turn=white en_passant=e6");
  EXPECT_EQ(fields("7k/8/8/8/3P1p2/8/8/K7 b - d3 0 1"), "white=Ka1,Pd4 black=Kh8,Pf4 turn=black");
}

TEST(chess_ending_fen, rejects_invalid_fen) {
  const chess_ending game("KPvKP", usual_side, usual_side);
  testkit::expect_parse_errors(
      game, {{"8/8/8/8/8/4k3/4P3/4K3", "FEN: the player ... missing; ..."},
             {"8/8/8/8/8/4k3/4P3/4K3 white", "FEN: player ...: ... 'white'"},
             {"8/8/8/8/8/4k3/4P3/4K3 w - - 0 1 2", "FEN: expected 2 to 6 fields, got 7"},
             {"8/8/8/8/8/4k3/4P3/4K3 w KQ - 0 1", "FEN: castling: ... got 'KQ'; ..."},
             {"8/8/8/8/8/4k3/4P3/4K3 w - i6 0 1", "FEN: en passant: ... a1 to h8, got 'i6'"},
             {"8/8/8/8/8/4k3/4P3/4K3 w - e6 0 1", "en_passant=e6: no pawn ... passed ..."},
             {"8/8/8/8/8/4k3/4P3/4K3 w - - -1 1", "FEN: ... number ... '-1'"},
             {"8/8/8/8/8/4k3/4P3/4K3 w - - 0 x", "FEN: ... number ... 'x'"},
             {"8/8/8/8/4k3/4P3/4K3 w", "FEN: '8/8/8/8/4k3/4P3/4K3' has 7 ranks; expected 8"},
             {"8/8/8/8/8/4k3/4P3/4K2 w", "FEN: rank 1, '4K2', has 7 squares; expected 8"},
             {"9/8/8/8/8/4k3/4P3/4K3 w", "FEN: rank 8, '9', has 9 squares; expected 8"},
             {"8/8/8//8/4k3/4P3/4K3 w", "FEN: rank 5, '', has 0 squares; expected 8"},
             {"8/8/8/8/8/4k3/4P3/4KKKKKK w", "FEN: rank 1, '4KKKKKK', has 10 squares; expected 8"},
             {"8/8/8/8/8/4k3/0P7/4K3 w", "FEN: rank 2, '0P7', ... range"},
             {"8/8/8/8/8/4k3/99999999999999999999/4K3 w", "FEN: rank 2, '99999999999999999999', ... range"},
             {"8/8/8/8/8/4k3/4p3/3xK3 w", "FEN: rank 1, '3xK3', has 'x', ..."},
             {"8/8/8/8/8/8/4P3/4K3 w", "FEN: black has 0 K; expected 1"},
             {"8/8/8/8/8/4k3/4P3/3KK3 w", "FEN: white has 2 K; expected 1"},
             {"8/8/8/8/8/4k3/8/3PK3 w", "FEN: white's pawn ... d1 ..."},
             {"4k3/8/8/8/8/8/8/r2QK3 w", "accepted"},
             {"4k3/8/8/8/8/8/4P3/R3K3 w", "FEN: ... pieces KRPvK ... pieces=KPvKP"},
             {"8/8/8/8/8/8/4k3/4K3 w", "the kings ... e1 and e2 ..."},
             {"8-8-8 w", "expected FIELD=VALUE, got '8-8-8'"}});
}

TEST(chess_ending_fen, rejects_exchanged_colours_and_suggests_corrected_fen) {
  const auto message = [&](const std::string& pieces, const std::string& fen) {
    return testkit::error_of_parse(chess_ending(pieces, usual_side, usual_side), fen);
  };
  const std::string other = "2k5/8/2K5/8/4R3/8/8/8 b - -";
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: FEN: ... pieces KvKR ... pieces=KRvK; ... " + other,
                      message("KRvK", "8/8/8/4r3/8/2k5/8/2K5 w - - 3 9"));
  EXPECT_EQ(message("KRvK", other), "accepted");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                      "position: FEN: ... pieces KPvKPP ... pieces=KPPvKP; ... k7/8/8/3pPP2/8/8/8/7K w - d6",
                      message("KPPvKP", "7k/8/8/8/3Ppp2/8/8/K7 b - d3 0 1"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: FEN: ... pieces KvKB ... pieces=KRvK",
                      message("KRvK", "8/8/8/4b3/8/2k5/8/2K5 w - - 3 9"));
}

}  // namespace
}  // namespace zermelo::games::chess_ending_fen_test
