// SPDX-License-Identifier: MIT
// Tests chess endings against published counts of positions, wins, losses and distances.
#include <cstdint>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include "chess_ending.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::chess_ending>;

namespace zermelo::games::chess_ending_counts_test {
namespace {

constexpr std::uint32_t usual_side = 8;

/// The values of all positions with all pieces, by the player to move.
struct ending_counts {
  std::array<outcome_histogram, 2> placements;
  std::array<outcome_histogram, 2> orbits;
};

ending_counts count_all(const chess_ending& game, const value_table& values) {
  ending_counts counts;
  const std::uint32_t everything = game.group_of(game.unrank(game.num_positions() - 1));
  for (position p = 0; p < game.num_positions(); ++p) {
    if (values[p].outcome == outcome::illegal) continue;
    const chess_ending::state s = game.unrank(p);
    if (game.group_of(s) != everything) continue;
    counts.placements[index_of(s.to_move)].add(values[p], game.orbit_size(s));
    counts.orbits[index_of(s.to_move)].add(values[p]);
  }
  return counts;
}

/// Numbers of won or lost positions by plies.
std::map<std::string, std::uint64_t> by_plies(const outcome_histogram& found, std::uint64_t outcome_counts::* which) {
  std::map<std::string, std::uint64_t> counts;
  for (std::size_t plies = 0; plies < found.by_distance.size(); ++plies) {
    if (found.by_distance[plies].*which > 0) counts[std::to_string(plies)] = found.by_distance[plies].*which;
  }
  return counts;
}

void expect_counts(const outcome_histogram& found, const nlohmann::json& known) {
  EXPECT_EQ(found.counts.total(), known.at("legal"));
  EXPECT_EQ(found.counts.win, known.at("win"));
  EXPECT_EQ(found.counts.loss, known.at("loss"));
  EXPECT_EQ(found.counts.tie + found.counts.draw, known.at("draw"));
  EXPECT_EQ(nlohmann::json(by_plies(found, &outcome_counts::win)), known.at("win_hist_plies"));
  EXPECT_EQ(nlohmann::json(by_plies(found, &outcome_counts::loss)), known.at("loss_hist_plies"));
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

/// Solves small games by all engines, and larger ones, of up to some three million positions, by one engine.
value_table solve_by_size(const chess_ending& game) {
  constexpr position most_for_all_engines = 60'000;
  return game.num_positions() <= most_for_all_engines ? testkit::solve_on_all_engines(game) : solve_by_moves_back(game);
}

/// @param file  counts, some of which are not up to symmetry
void expect_known_counts(const std::string& file, std::size_t num_endings, chess_ending::stalemate stalemate) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/" + file));
  EXPECT_EQ(known.size(), num_endings);
  for (const auto& [name, expected] : known.items()) {
    SCOPED_TRACE(name);
    const auto& board = expected.at("board");
    const chess_ending game(expected.at("white").get<std::string>() + "v" + expected.at("black").get<std::string>(),
                            board.at(0).get<std::uint32_t>(), board.at(1).get<std::uint32_t>(), stalemate);
    const value_table values = solve_by_size(game);
    if (stalemate == chess_ending::stalemate::loses) {
      EXPECT_EQ(summarize(values, 1).counts.tie, 0U);
    }
    const ending_counts found = count_all(game, values);
    for (const player to_move : {chess_ending::white, chess_ending::black}) {
      const std::string side = game.player_name(to_move) + "_to_move_";
      expect_counts(found.placements[index_of(to_move)], expected.at(side + "raw"));
      if (expected.contains(side + "sym")) expect_counts(found.orbits[index_of(to_move)], expected.at(side + "sym"));
    }
  }
}

TEST(chess_ending, endings_match_outcome_counts_of_independent_programs) {
  expect_known_counts("chess_endings.json", 69, chess_ending::stalemate::draws);
  expect_known_counts("chess_stalemate_loses.json", 20, chess_ending::stalemate::loses);
}

TEST(chess_ending, pawn_endings_match_published_outcome_counts) {
  // The other endings take minutes: see the README.
  const auto known =
      nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("chess_pawn_endings");
  const chess_ending game("KPvK", usual_side, usual_side);
  const ending_counts found = count_all(game, testkit::solve_on_all_engines(game));
  for (const player to_move : {chess_ending::white, chess_ending::black}) {
    const outcome_counts& counts = found.orbits[index_of(to_move)].counts;
    const auto& expected = known.at("KPvK").at(game.player_name(to_move));
    EXPECT_EQ(counts.win, expected.at("wins"));
    EXPECT_EQ(counts.tie + counts.draw, expected.at("draws"));
    EXPECT_EQ(counts.loss, expected.at("losses"));
    EXPECT_EQ(found.placements[index_of(to_move)].counts.win, 2 * counts.win) << "no position equals its mirror image";
  }
  constexpr std::uint32_t longest_win = 2 * 28 - 1;
  EXPECT_EQ(found.orbits[0].max_distance_plies(), longest_win);
}

/// Counts the positions of a material for each player to move: one of each two mirror images, without positions with a
/// right to capture en passant.
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
  throw std::logic_error(material + " is not a slice");
}

TEST(chess_ending, pawn_endings_match_published_numbers_of_positions) {
  const auto known =
      nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json")).at("chess_pawn_endings");
  // Published counts list each position with two identical pawns twice.
  for (const auto& [pieces, orders] : {std::pair{"KPvK", 1U}, {"KPPvK", 2U}, {"KPvKP", 1U}, {"KNvKP", 1U}}) {
    const auto found = count_positions_of(chess_ending(pieces, usual_side, usual_side), pieces);
    for (const char* to_move : {"white", "black"}) {
      std::uint64_t expected = 0;
      for (const auto& [outcome, count] : known.at(pieces).at(to_move).items()) expected += count.get<std::uint64_t>();
      EXPECT_EQ(found[std::string(to_move) == "white" ? 0 : 1] * orders, expected) << pieces << ", " << to_move;
    }
  }
}

}  // namespace
}  // namespace zermelo::games::chess_ending_counts_test
