// SPDX-License-Identifier: MIT
// Tests counts of moves, sorting and wrong tables. The tests of the command line compare with exported graphs.
#include <zermelo/catalog/query/position_search.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/query/move_counts.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"

namespace zermelo::position_search_test {
namespace {

std::vector<move_count> counted(const any_game& game, const std::vector<listed_position>& listed) {
  work_monitor silent;
  const value_table values = listing::listed_values(listed);
  const move_values values_of_moves(game, values, 1, silent);
  std::vector<found_position> positions;
  for (position p = 0; p < listed.size(); ++p) positions.push_back({p, listed[p].value});
  std::vector<move_count> counts(positions.size());
  move_counter(game, &values_of_moves, position{2}).count(positions, counts);
  return counts;
}

TEST(move_counts, count_distinct_successors_by_value) {
  const auto listed = seven_positions();
  EXPECT_EQ(counted(listed_game(listed), listed), (std::vector<move_count>{{3, {0, 2, 1}, 1, true},
                                                                           {1, {1, 0, 0}, 1, false},
                                                                           {1, {0, 1, 0}, 1, false},
                                                                           {2, {0, 1, 1}, 1, true},
                                                                           {},
                                                                           {1, {0, 1, 0}, 1, true},
                                                                           {}}));
}

TEST(move_counts, respect_winner_of_endless_play_and_move_limit) {
  const auto listed = seven_positions();
  // The mouse wins draws and games of more than two plies, so the cat wins from 3, but not from 0.
  const auto counts = counted(listed_game(listed, {player::second, 2}), listed);
  EXPECT_EQ(counts[0], (move_count{3, {2, 1, 0}, 3, true})) << "the position is lost, so no move makes it worse";
  EXPECT_EQ(counts[2], (move_count{1, {0, 0, 1}, 1, false}));
  EXPECT_EQ(counts[3], (move_count{2, {1, 0, 1}, 1, true}));
  // Three plies are enough: after one ply, two are left.
  EXPECT_EQ(counted(listed_game(listed, {player::second, 3}), listed)[0], (move_count{3, {1, 1, 1}, 1, true}));
}

TEST(position_search, rejects_move_to_position_marked_illegal) {
  auto listed = seven_positions();
  const any_game game = listed_game(listed);
  listed[6].value = {};
  work_monitor silent;
  const value_table values = listing::listed_values(listed);
  position_search search(game, values, position_query(game, {"winning_moves=1"}), {}, 1, silent);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... 'position=6' ... illegal...",
                      testkit::error_of([&] { (void)search.count(); }));
}

/// A game of seven positions, and its values.
class search_of_seven_positions : public testing::Test {
 protected:
  const any_game game = listed_game(seven_positions());
  const value_table values = listing::listed_values(seven_positions());
};

TEST_F(search_of_seven_positions, sorts_by_fields_with_missing_values_last) {
  const auto sorted = [&](const std::string& names, std::vector<sort_direction> directions,
                          std::optional<std::uint64_t> limit) {
    work_monitor silent;
    position_search search(game, values, position_query(game, {}), position_field::find_all(game, names), 2, silent);
    std::vector<position> positions;
    for (const found_position& one : search.sort(directions, limit)) positions.push_back(one.at);
    return positions;
  };
  constexpr auto up = sort_direction::ascending;
  constexpr auto down = sort_direction::descending;
  EXPECT_EQ(sorted("plies", {up}, std::nullopt), (std::vector<position>{4, 6, 3, 1, 0, 2, 5}));
  EXPECT_EQ(sorted("plies", {down}, std::nullopt), (std::vector<position>{0, 1, 3, 4, 6, 2, 5}));
  EXPECT_EQ(sorted("to_move,moves", {down, up}, 4), (std::vector<position>{4, 6, 1, 2}));
}

TEST_F(search_of_seven_positions, counts_positions_by_field_values_in_order) {
  work_monitor silent;
  position_search search(game, values, position_query(game, {"to_move=mouse"}),
                         position_field::find_all(game, "winner,plies"), 2, silent);
  std::vector<std::string> counts;
  for (const counted_values& one : search.count_by()) {
    counts.push_back(field_text(one.values[0]) + ' ' + field_text(one.values[1]) + ' ' + std::to_string(one.positions));
  }
  EXPECT_EQ(counts, (std::vector<std::string>{"cat 0 1", "cat 2 1", "nobody 0 1", "nobody  1"}));
}

}  // namespace
}  // namespace zermelo::position_search_test
