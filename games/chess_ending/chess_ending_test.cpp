// SPDX-License-Identifier: MIT
// Chess endings: the conformance kit, published counts of wins, losses and distances, and the rules by hand.
#include "chess_ending.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/engines/implicit_engine.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::games {
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

TEST(chess_ending, large_boards_and_many_pieces_pass_the_check_of_a_sample) {
  solve_visitor silent;
  check_scope scope = check_scope::sample();
  constexpr std::uint64_t spread = 500;
  scope.spread = spread;
  for (const auto& [pieces, rows, cols] :
       {std::tuple{"KRvK", 26U, 26U}, {"KQvKR", 17U, 16U}, {"KRBNvKNN", 8U, 8U}, {"KQQQvKRRR", 5U, 9U}}) {
    const check_report found = check_game(chess_ending(pieces, rows, cols), scope, silent);
    EXPECT_GT(found.checked, 0U);
    for (const std::string& finding : found.findings) ADD_FAILURE() << pieces << ": " << finding;
  }
}

/// What is counted of the positions of one player to move, with all pieces.
struct side_counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t even = 0;  ///< ties and draws
  std::map<std::uint32_t, std::uint64_t> won_in_plies;
  std::map<std::uint32_t, std::uint64_t> lost_in_plies;

  void add(position_value value, std::uint64_t times) {
    switch (value.outcome) {
      case outcome::win:
        win += times;
        won_in_plies[value.distance_plies] += times;
        return;
      case outcome::loss:
        loss += times;
        lost_in_plies[value.distance_plies] += times;
        return;
      case outcome::tie:
      case outcome::draw: even += times; return;
      case outcome::illegal: break;
    }
    throw std::logic_error("an illegal position is not counted");
  }
};

struct ending_counts {
  std::array<side_counts, 2> placements;  ///< by the player to move
  std::array<side_counts, 2> orbits;
};

ending_counts count_all(const chess_ending& game, const value_table& values) {
  ending_counts counts;
  const std::uint32_t everything = game.group_of(game.unrank(game.num_positions() - 1));
  for (position p = 0; p < game.num_positions(); ++p) {
    const position_value value = values[p];
    if (value.outcome == outcome::illegal) continue;
    const chess_ending::state s = game.unrank(p);
    if (game.group_of(s) != everything) continue;
    counts.placements[index_of(s.to_move)].add(value, game.orbit_size(s));
    counts.orbits[index_of(s.to_move)].add(value, 1);
  }
  return counts;
}

std::map<std::uint32_t, std::uint64_t> histogram_of(const nlohmann::json& numbers) {
  std::map<std::uint32_t, std::uint64_t> histogram;
  for (const auto& [plies, count] : numbers.items()) {
    histogram[static_cast<std::uint32_t>(std::stoul(plies))] = count.get<std::uint64_t>();
  }
  return histogram;
}

void expect_counts(const side_counts& found, const nlohmann::json& known) {
  EXPECT_EQ(found.win + found.loss + found.even, known.at("legal").get<std::uint64_t>());
  EXPECT_EQ(found.win, known.at("win").get<std::uint64_t>());
  EXPECT_EQ(found.loss, known.at("loss").get<std::uint64_t>());
  EXPECT_EQ(found.even, known.at("draw").get<std::uint64_t>());
  EXPECT_EQ(found.won_in_plies, histogram_of(known.at("win_hist_plies")));
  EXPECT_EQ(found.lost_in_plies, histogram_of(known.at("loss_hist_plies")));
}

value_table solve_by_moves_back(const chess_ending& game) {
  solve_visitor silent;
  constexpr unsigned threads = 2;
  constexpr std::uint64_t verified = 100'000;
  value_table values = solve_implicit(game, {threads}, silent).values;
  EXPECT_TRUE(verify_solution(game, values, {threads, verified}, silent).accepted());
  return values;
}

TEST(chess_ending, endings_have_the_known_counts) {
  // The largest have some three million, and are solved by one engine.
  constexpr position most_for_all_engines = 60'000;
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/chess_endings.json"));
  EXPECT_EQ(known.size(), 69U);
  for (const auto& [name, expected] : known.items()) {
    SCOPED_TRACE(name);
    const auto& board = expected.at("board");
    const chess_ending game(expected.at("white").get<std::string>() + "v" + expected.at("black").get<std::string>(),
                            board.at(0).get<std::uint32_t>(), board.at(1).get<std::uint32_t>());
    const bool is_small = game.num_positions() <= most_for_all_engines;
    const value_table values = is_small ? testkit::solve_on_all_engines(game) : solve_by_moves_back(game);
    const ending_counts found = count_all(game, values);
    for (const player to_move : {chess_ending::white, chess_ending::black}) {
      const std::string side = game.player_name(to_move) + "_to_move_";
      expect_counts(found.placements[index_of(to_move)], expected.at(side + "raw"));
      expect_counts(found.orbits[index_of(to_move)], expected.at(side + "sym"));
    }
  }
}

TEST(chess_ending, colours_can_be_exchanged) {
  const chess_ending game("KvKR", 4, 5);
  const chess_ending exchanged("KRvK", 4, 5);
  const ending_counts found = count_all(game, testkit::solve_on_all_engines(game));
  const ending_counts other = count_all(exchanged, testkit::solve_on_all_engines(exchanged));
  for (const std::size_t side : {0U, 1U}) {
    EXPECT_EQ(found.placements[side].won_in_plies, other.placements[1 - side].won_in_plies);
    EXPECT_EQ(found.placements[side].lost_in_plies, other.placements[1 - side].lost_in_plies);
    EXPECT_EQ(found.placements[side].even, other.placements[1 - side].even);
  }
}

TEST(chess_ending, pairs_of_kings_on_a_chessboard_are_462) {
  EXPECT_EQ(chess_ending("KvK", usual_side, usual_side).num_positions(), 2 * 462U);
  constexpr position squares = 64;
  EXPECT_EQ(chess_ending("KBBvK", usual_side, usual_side).num_positions(),
            2 * 462U * (1 + squares + squares * (squares - 1) / 2));
}

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
  EXPECT_EQ(refusal("KRK"), "pieces=KRK: white's and black's pieces are written with a v between, as in KRvK");
  EXPECT_EQ(refusal(""), "pieces=: white's and black's pieces are written with a v between, as in KRvK");
  EXPECT_EQ(refusal("KPvK"), "pieces=KPvK: 'P' is not one of KQRBN");
  EXPECT_EQ(refusal("krvk"), "pieces=krvk: 'k' is not one of KQRBN");
  EXPECT_EQ(refusal("KvKvK"), "pieces=KvKvK: 'v' is not one of KQRBN");
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
  const std::string places = "is not one of the letters KQRBN and a square from a1 to d8";
  EXPECT_EQ(message("white=Ka1,Rb9 black=Kc2 turn=black"), "position: white: 'Rb9' " + places);
  EXPECT_EQ(message("white=Ka1,Re1 black=Kc2 turn=black"), "position: white: 'Re1' " + places);
  EXPECT_EQ(message("white=Ka1,Rb0 black=Kc2 turn=black"), "position: white: 'Rb0' " + places);
  EXPECT_EQ(message("white=Ka1,Pb3 black=Kc2 turn=black"), "position: white: 'Pb3' " + places);
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

TEST(chess_ending, it_is_drawn_from_white_s_side) {
  const chess_ending game("KRvK", 3, 4);
  EXPECT_EQ(game.drawing(game.parse("white=Ka1,Rb3 black=Kc2 turn=black")), "3 .R..\n2 ..k.\n1 K...\n  abcd");
  const chess_ending high("KvK", 10, 3);
  EXPECT_EQ(high.drawing(high.parse("white=Ka1 black=Kc10 turn=black")).substr(0, 14), "10 ..k\n 9 ...\n");
  EXPECT_EQ(high.format(high.parse("white=Ka1 black=Kc10 turn=black")), "white=Ka1 black=Kc10 turn=black");
}

TEST(chess_ending, says_its_size_before_it_is_built) {
  testkit::expect_size_of<chess_ending>({});
  testkit::expect_size_of<chess_ending>({{"pieces", "KQvKRR"}, {"rows", "20"}, {"cols", "26"}});
}

}  // namespace
}  // namespace zermelo::games
