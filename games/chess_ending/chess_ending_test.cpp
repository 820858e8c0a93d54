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

#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_promises.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

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
  const testkit::erased_rules rules(game);
  value_table values = retrograde_analysis(rules, {threads}, silent).values;
  EXPECT_TRUE(verify_solution(rules, values, {threads, verified}, silent).accepted());
  return values;
}

/// By all engines; larger games, of up to some three million positions, by one.
value_table solve_by_size(const chess_ending& game) {
  constexpr position most_for_all_engines = 60'000;
  return game.num_positions() <= most_for_all_engines ? testkit::solve_on_all_engines(game) : solve_by_moves_back(game);
}

TEST(chess_ending, endings_have_the_known_counts) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/chess_endings.json"));
  EXPECT_EQ(known.size(), 69U);
  for (const auto& [name, expected] : known.items()) {
    SCOPED_TRACE(name);
    const auto& board = expected.at("board");
    const chess_ending game(expected.at("white").get<std::string>() + "v" + expected.at("black").get<std::string>(),
                            board.at(0).get<std::uint32_t>(), board.at(1).get<std::uint32_t>());
    const ending_counts found = count_all(game, solve_by_size(game));
    for (const player to_move : {chess_ending::white, chess_ending::black}) {
      const std::string side = game.player_name(to_move) + "_to_move_";
      expect_counts(found.placements[index_of(to_move)], expected.at(side + "raw"));
      expect_counts(found.orbits[index_of(to_move)], expected.at(side + "sym"));
    }
  }
}

TEST(chess_ending, endings_in_which_stalemate_loses_have_the_counts_of_an_independent_program) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/chess_stalemate_loses.json"));
  EXPECT_EQ(known.size(), 20U);
  for (const auto& [name, expected] : known.items()) {
    SCOPED_TRACE(name);
    const auto& board = expected.at("board");
    const chess_ending game(expected.at("white").get<std::string>() + "v" + expected.at("black").get<std::string>(),
                            board.at(0).get<std::uint32_t>(), board.at(1).get<std::uint32_t>(), stalemate_loses);
    const value_table values = solve_by_size(game);
    EXPECT_EQ(summarize(values, 1).counts.tie, 0U);
    const ending_counts found = count_all(game, values);
    for (const player to_move : {chess_ending::white, chess_ending::black}) {
      expect_counts(found.placements[index_of(to_move)], expected.at(game.player_name(to_move) + "_to_move_raw"));
    }
  }
}

TEST(chess_ending, pawn_endings_have_the_published_counts) {
  // Those of the others take minutes: see the README.
  const auto known =
      nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("chess_pawn_endings");
  const chess_ending game("KPvK", usual_side, usual_side);
  const ending_counts found = count_all(game, testkit::solve_on_all_engines(game));
  for (const player to_move : {chess_ending::white, chess_ending::black}) {
    const side_counts& counts = found.orbits[index_of(to_move)];
    const auto& expected = known.at("KPvK").at(game.player_name(to_move));
    EXPECT_EQ(counts.win, expected.at("wins").get<std::uint64_t>());
    EXPECT_EQ(counts.even, expected.at("draws").get<std::uint64_t>());
    EXPECT_EQ(counts.loss, expected.at("losses").get<std::uint64_t>());
    EXPECT_EQ(found.placements[index_of(to_move)].win, 2 * counts.win) << "none is its own mirror image";
  }
  constexpr std::uint32_t longest_win = 2 * 28 - 1;
  EXPECT_EQ(found.orbits[0].won_in_plies.rbegin()->first, longest_win);
}

/// Positions of a material for each player to move, one of two mirror images, those with a right to take en passant
/// left out.
std::array<std::uint64_t, 2> count_positions_of(const chess_ending& game, const std::string& material) {
  position first = 0;
  for (const slice& one : game.slices()) {
    if (one.name != material) {
      first += one.size;
      continue;
    }
    const std::uint32_t group = game.group_of(game.unrank(first));
    std::array<std::uint64_t, 2> counts{};
    for (position p = first; p != first + one.size; ++p) {
      const chess_ending::state s = game.unrank(p);
      if (game.is_legal(s) && game.group_of(s) == group) ++counts[index_of(s.to_move)];
    }
    return counts;
  }
  throw std::logic_error(material + " is no slice");
}

TEST(chess_ending, pawn_endings_have_as_many_positions_as_published) {
  const auto known =
      nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("chess_pawn_endings");
  // Published are two positions for each with two pawns that are alike.
  for (const auto& [pieces, orders] : {std::pair{"KPvK", 1U}, {"KPPvK", 2U}, {"KPvKP", 1U}, {"KNvKP", 1U}}) {
    const auto found = count_positions_of(chess_ending(pieces, usual_side, usual_side), pieces);
    for (const char* to_move : {"white", "black"}) {
      std::uint64_t expected = 0;
      for (const auto& [outcome, count] : known.at(pieces).at(to_move).items()) expected += count.get<std::uint64_t>();
      EXPECT_EQ(found[std::string(to_move) == "white" ? 0 : 1] * orders, expected) << pieces << ", " << to_move;
    }
  }
}

TEST(chess_ending, pawns_on_a_board_that_is_higher_than_wide_have_mirror_images_only) {
  const chess_ending game("KPvK", 6, 4);
  EXPECT_EQ(game.orbit_size(game.parse("white=Ka1,Pb3 black=Kd4 turn=white")), 2U);
  EXPECT_EQ(game.orbit_size(game.parse("white=Ka1,Qb3 black=Kd4 turn=white")), 4U);
  const chess_ending odd("KPvK", 6, 5);
  EXPECT_EQ(odd.orbit_size(odd.parse("white=Kc1,Pc3 black=Kc5 turn=white")), 1U);
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

}  // namespace
}  // namespace zermelo::games::chess_ending_test
