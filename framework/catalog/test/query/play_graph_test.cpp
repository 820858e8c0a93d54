// SPDX-License-Identifier: MIT
// Tests the play that is reachable from a position, in games whose positions, values and moves are listed.
#include <zermelo/catalog/query/play_graph.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"

namespace zermelo::play_graph_test {
namespace {

constexpr position_value drawn{outcome::draw, no_distance};

/// The first player wins from 0 by moving to 1 or 2. The second player moves from 1 to 3, and from 2 to 4 or 5.
const std::vector<listed_position> fork{
    {player::first, {outcome::win, 3}, {1, 2, 6}},
    {player::second, {outcome::loss, 2}, {3}},
    {player::second, {outcome::loss, 2}, {4, 5}},
    {player::first, {outcome::win, 1}, {7}},
    {player::first, {outcome::win, 1}, {7}},
    {player::first, {outcome::win, 1}, {7, 6}},
    {player::second, drawn, {6}},
    {player::second, {outcome::loss, 0}, {}},
};

struct followed_play {
  std::vector<position> positions;
  std::vector<std::vector<position>> moves;
  std::vector<std::uint32_t> depths;
};

followed_play play(const std::vector<listed_position>& listed, position from, const play_options& options) {
  const any_game game = listed_game(listed);
  work_monitor silent;
  const play_graph graph = follow_play(game, [&listed](position p) { return listed[p].value; }, from, options, silent);
  followed_play found;
  for (const play_position& at : graph.positions) {
    found.positions.push_back(at.at);
    found.depths.push_back(at.depth);
    found.moves.emplace_back();
    for (std::uint64_t i = 0; i < at.num_followed; ++i) {
      found.moves.back().push_back(graph.positions[graph.moves[at.first_followed + i].to].at);
    }
    EXPECT_EQ(at.num_moves, listed[at.at].moves.size());
    EXPECT_EQ(at.to_move, listed[at.at].to_move);
    EXPECT_EQ(at.value, listed[at.at].value);
  }
  return found;
}

using position_list = std::vector<position>;
using lists = std::vector<std::vector<position>>;

TEST(play_graph, follows_all_moves_breadth_first) {
  const followed_play found = play(fork, 0, {});
  EXPECT_EQ(found.positions, (position_list{0, 1, 2, 6, 3, 4, 5, 7}));
  EXPECT_EQ(found.moves, (lists{{1, 2, 6}, {3}, {4, 5}, {6}, {7}, {7}, {6, 7}, {}}));
  EXPECT_EQ(found.depths, (std::vector<std::uint32_t>{0, 1, 1, 1, 2, 2, 2, 3}));
}

TEST(play_graph, strategy_follows_one_best_move_and_all_replies) {
  play_options options;
  options.followed[0] = followed_moves::one_best;
  EXPECT_EQ(play(fork, 0, options).moves, (lists{{1}, {3}, {7}, {}}));
  EXPECT_EQ(play(fork, 2, options).moves, (lists{{4, 5}, {7}, {7}, {}}));
}

TEST(play_graph, drawing_strategy_prefers_visited_positions) {
  const std::vector<listed_position> circles{{player::first, drawn, {1, 2}},
                                             {player::second, drawn, {3}},
                                             {player::second, drawn, {0}},
                                             {player::first, drawn, {1, 2}}};
  play_options options;
  options.followed[0] = followed_moves::one_best;
  EXPECT_EQ(play(circles, 0, options).moves, (lists{{1}, {3}, {1}}));
}

TEST(play_graph, best_moves_form_optimal_lines) {
  play_options options;
  options.followed = {followed_moves::best, followed_moves::best};
  const followed_play found = play(fork, 0, options);
  EXPECT_EQ(found.positions, (position_list{0, 1, 2, 3, 4, 5, 7}));
  EXPECT_EQ(found.moves, (lists{{1, 2}, {3}, {4, 5}, {7}, {7}, {7}, {}}));
}

TEST(play_graph, stops_at_depth_limit) {
  play_options options;
  options.depth = 1;
  const followed_play found = play(fork, 0, options);
  EXPECT_EQ(found.positions, (position_list{0, 1, 2, 6}));
  EXPECT_EQ(found.moves, (lists{{1, 2, 6}, {}, {}, {}}));
  options.depth = 0;
  EXPECT_EQ(play(fork, 0, options).positions, (position_list{0}));
}

TEST(play_graph, whole_game_contains_all_legal_positions) {
  std::vector<listed_position> listed = fork;
  listed.push_back({});  // an unused index
  const any_game game = listed_game(listed);
  work_monitor silent;
  const play_graph graph = whole_play(game, [&listed](position p) { return listed[p].value; }, silent);
  EXPECT_EQ(graph.positions.size(), fork.size());
  EXPECT_EQ(graph.moves.size(), 11U);
}

TEST(play_graph, rejects_more_positions_than_limit) {
  play_options options;
  options.max_positions = 8;
  EXPECT_EQ(play(fork, 0, options).positions.size(), 8U);
  options.max_positions = 7;
  EXPECT_THROW((void)play(fork, 0, options), play_limit_error);
}

TEST(play_graph, rejects_inconsistent_table) {
  std::vector<listed_position> wrong = fork;
  wrong[7].value.distance_plies = 5;
  play_options options;
  options.followed[0] = followed_moves::one_best;
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "no move from 'position=3' ...",
                      testkit::error_of([&] { (void)play(wrong, 0, options); }));
  EXPECT_EQ(play(wrong, 0, {}).positions.size(), 8U) << "no best move is needed if all moves are followed";
  wrong = fork;
  wrong[4].value = {outcome::illegal, no_distance};
  EXPECT_THROW((void)play(wrong, 0, {}), input_error);
}

}  // namespace
}  // namespace zermelo::play_graph_test
