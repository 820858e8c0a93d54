// SPDX-License-Identifier: MIT
// Chess endings have the published counts of positions, wins, losses and distances.
#include <cstdint>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include "chess_ending.hpp"

// As the program has it compiled.
extern template class zermelo::erased_game_of<zermelo::games::chess_ending>;

namespace zermelo::games::chess_ending_counts_test {
namespace {

constexpr std::uint32_t usual_side = 8;

constexpr auto stalemate_loses = chess_ending::stalemate::loses;

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

}  // namespace
}  // namespace zermelo::games::chess_ending_counts_test
