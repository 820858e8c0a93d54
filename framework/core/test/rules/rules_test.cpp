// SPDX-License-Identifier: MIT
// Tests that all calls of rules return equal results, which are those of the game or graph itself.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/adjacency_list.hpp>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/rules/gain_limit.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/rules/state_hash.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "positions/line_games.hpp"
#include "rules/expected_answers.hpp"
#include "table_game.hpp"

namespace zermelo::test::rules_test {
namespace {

using packed = packed_word<position_word>;

random_table_shape shape_with_drawn_ends(random_generator& random, std::uint64_t number) {
  random_table_shape shape = varied_shape(random, number);
  if (number % 3 == 0) shape.drawn_chance = 0.5;
  return shape;
}

TEST(rules, every_call_matches_the_hooks_of_the_game) {
  constexpr std::uint64_t num_tables = 300;
  random_generator random(29);
  for (std::uint64_t number = 0; number < num_tables; ++number) {
    const game_table table = random_table(random, shape_with_drawn_ends(random, number));
    const table_game game(table);
    const rules_of_game of_game(game);
    EXPECT_TRUE(of_game.traits().has_predecessors);
    EXPECT_EQ(of_game.traits().infinite_play, table.infinite_play);
    const auto expected = answers_by_hooks(game);
    expect_answers(of_game, expected, random);
    const forward_table_game forwards(table);
    expect_answers(rules_of_game(forwards), expected, random);
    if (testing::Test::HasFailure()) FAIL() << "table " << number;
  }
}

/// A game of walking down by two. If reduced, odd numbers are unused indices, which only the hook `canonical` reports.
class walk_by_two {
 public:
  using state = position;
  explicit walk_by_two(bool reduces) : m_reduces(reduces) {}
  [[nodiscard]] position num_positions() const { return 10; }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(state s) const { return s / 2 % 2 == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(state /*s*/) const { return std::nullopt; }
  [[nodiscard]] result no_moves(state s) const { return result::won_by(player_to_move(s)); }
  [[nodiscard]] bool uses_canonical() const { return m_reduces; }
  [[nodiscard]] state canonical(state s) const { return s - s % 2; }
  [[nodiscard]] state start() const { return num_positions() - 2; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    if (s >= 2) f(s - 2);
  }

 private:
  bool m_reduces;
};

TEST(rules, report_whether_indices_are_unused) {
  random_generator random(33);
  for (const bool reduces : {false, true}) {
    const walk_by_two game(reduces);
    const rules_of_game of_game(game);
    EXPECT_EQ(of_game.traits().has_unused, reduces);
    expect_answers(of_game, answers_by_hooks(game), random);
  }
}

TEST(rules, count_moves_to_states_of_one_orbit_as_one_move) {
  random_generator random(31);
  const ordered_line whole;
  const mirrored<ordered_line> reduced;
  const auto of_whole = answers_by_hooks(whole);
  const auto of_reduced = answers_by_hooks(reduced);
  expect_answers(rules_of_game(whole), of_whole, random);
  expect_answers(rules_of_game(reduced), of_reduced, random);
  EXPECT_EQ(of_whole[whole.rank(whole.start())].moves.size(), 4U);
  EXPECT_EQ(of_reduced[whole.rank(whole.start())].moves.size(), 2U);
}

TEST(rules, classify_and_hash_states_like_the_game) {
  const mirrored<ordered_line> game;
  const rules_of_game of_game(game);
  EXPECT_TRUE(of_game.traits().counts_orbits);
  EXPECT_FALSE(rules_of_game(ordered_line()).traits().counts_orbits);
  expect_hashes_and_classes(of_game, game);
}

using boost_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

using zermelo::detail::max_end_distance;
using zermelo::detail::max_scored_end_distance;

/// Every vertex is terminal, or has a given number of moves.
struct same_labels {
  std::optional<result> end;
  player to_move = player::second;
  std::uint64_t num_moves = 0;

  [[nodiscard]] position_label label(std::size_t /*v*/) const { return {true, to_move, end}; }
  [[nodiscard]] result no_moves(std::size_t /*v*/) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return std::nullopt; }
  template <class Callback>
  [[nodiscard]] std::uint64_t for_each_outside(std::size_t /*v*/, const Callback& /*f*/) const {
    return num_moves;
  }
};

TEST(rules, store_the_player_to_move_of_terminals) {
  for (const player to_move : {player::first, player::second}) {
    for (const result& end : {result::drawn(), result::tied(3), result::won_by(player::first, 2),
                              result::won_by(player::second, max_end_distance), result::tied(max_end_distance),
                              result::scored(player::first, 2), result::scored(player::second, 300, 7),
                              result::scored(player::first, result::largest_margin, max_scored_end_distance)}) {
      const boost_graph graph(1);
      const same_labels labels{end, to_move};
      position_word word = 0;
      graph_rules(graph, labels).describe(0, {&word, 1}, nullptr);
      EXPECT_EQ(packed::to_move(word), to_move);
      EXPECT_EQ(is_drawn_end(word), end.is_drawn);
      EXPECT_EQ(result_of_end(word), end);
    }
  }
}

TEST(rules, reject_distances_and_move_counts_that_exceed_a_packed_word) {
  const boost_graph graph(1);
  std::vector<position_word> words(1);
  batch_list<position> moves;
  batch_list<move_target> targets;
  const std::vector<position> only{0};

  const same_labels many{std::nullopt, player::second, packed::max_low};
  graph_rules(graph, many).describe(0, words, nullptr);
  EXPECT_EQ(words[0], word_of_moves(packed::max_low, player::second));
  const same_labels too_many{std::nullopt, player::second, std::uint64_t{packed::max_low} + 1};
  EXPECT_THROW(graph_rules(graph, too_many).describe(0, words, nullptr), contract_error);

  const auto expect_rejected = [&](const rules& game) {
    EXPECT_THROW(game.describe(0, words, nullptr), contract_error);
    EXPECT_THROW(game.expand(0, words, moves, nullptr), contract_error);
    EXPECT_THROW(game.plain_moves(only, words, targets), contract_error);
  };
  for (const result& far : {result::won_by(player::first, max_end_distance + 1), result::tied(max_end_distance + 1),
                            result::tied(packed::max_low), result::won_by(player::first, no_distance),
                            result::scored(player::second, 2, max_scored_end_distance + 1)}) {
    const same_labels far_end{far};
    expect_rejected(graph_rules(graph, far_end));
    for (const bool is_terminal : {true, false}) {
      game_table table{{{true, player::second, std::nullopt, far, {}}}, std::nullopt};
      if (is_terminal) table.rows[0].terminal = far;
      const table_game game(table);
      expect_rejected(rules_of_game(game));
    }
  }
  for (const result& farthest : {result::won_by(player::first, max_end_distance), result::tied(max_end_distance),
                                 result::scored(player::second, 2, max_scored_end_distance)}) {
    const same_labels end{farthest};
    graph_rules(graph, end).describe(0, words, nullptr);
    EXPECT_EQ(result_of_end(words[0]), farthest);
  }
}

TEST(rules, reject_gains_without_max_gain) {
  const game_table table{{{true, player::first, std::nullopt, result::tied(), {}}}, std::nullopt};
  const table_game game(table);
  const gain_limit<table_game> limit(game);
  const auto from = [] { return std::string("position 0"); };
  EXPECT_EQ(limit.checked(0, from), 0);
  for (const int points : {1, -1}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                        "...position 0 gains " + std::to_string(points) + " points; ... max_gain",
                        testkit::error_of<contract_error>([&] { return limit.checked(points, from); }));
  }
}

}  // namespace
}  // namespace zermelo::test::rules_test
