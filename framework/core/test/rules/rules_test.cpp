// SPDX-License-Identifier: MIT
// What rules say through one call is what they say through every other, and what their game or graph says itself.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/rules/gain_limit.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/rules/state_hash.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "rules/asked_rules.hpp"
#include "table_game.hpp"

namespace zermelo::test::rules_test {
namespace {

/// The words that a table says itself.
std::vector<position_word> words_of(const game_table& table) {
  std::vector<position_word> words;
  for (const table_row& row : table.rows) {
    if (!row.is_legal) {
      words.push_back(packed::illegal);
    } else if (row.terminal || row.successors.empty()) {
      words.push_back(word_of_end(row.terminal ? *row.terminal : row.no_moves, row.to_move));
    } else {
      words.push_back(word_of_moves(row.successors.size(), row.to_move));
    }
  }
  return words;
}

random_table_shape shape_with_drawn_ends(random_generator& random, std::uint64_t number) {
  random_table_shape shape = varied_shape(random, number);
  if (number % 3 == 0) shape.drawn_chance = 0.5;
  return shape;
}

TEST(rules, of_a_table_have_one_answer_by_every_call) {
  constexpr std::uint64_t num_tables = 300;
  random_generator random(29);
  for (std::uint64_t number = 0; number < num_tables; ++number) {
    const game_table table = random_table(random, shape_with_drawn_ends(random, number));
    const table_game game(table);
    const rules_of_game of_game(game);
    EXPECT_TRUE(of_game.traits().has_predecessors);
    EXPECT_EQ(of_game.traits().infinite_play, table.infinite_play);
    EXPECT_EQ(expanded(of_game, 7).words, words_of(table)) << number;
    expect_one_answer(of_game, random);
    const forward_table_game forwards(table);
    expect_one_answer(rules_of_game(forwards), random);
    if (testing::Test::HasFailure()) FAIL() << "table " << number;
  }
}

/// Two heaps, of which the player to move takes one or two; or with `folds` one for both orders of the heaps. Whoever
/// cannot move has lost. It has predecessors, and every hook by index but those that list moves.
class two_heaps {
 public:
  static constexpr int largest = 6;
  struct heaps {
    int left = 0;
    int right = 0;
    player to_move = player::first;
    bool operator==(const heaps&) const = default;
  };
  using state = heaps;

  explicit two_heaps(bool folds) : m_folds(folds) {}

  [[nodiscard]] position num_positions() const { return 2 * side * side; }
  [[nodiscard]] position rank(const state& s) const {
    return 2 * (side * static_cast<position>(s.left) + static_cast<position>(s.right)) + index_of(s.to_move);
  }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<int>(p / 2 / side), static_cast<int>(p / 2 % side),
            p % 2 == 0 ? player::first : player::second};
  }
  [[nodiscard]] bool is_legal(const state& s) const { return std::min(s.left, s.right) < largest; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.left == 1 && s.right == 1) return result::drawn();
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }
  [[nodiscard]] bool uses_canonical() const { return m_folds; }
  [[nodiscard]] state canonical(const state& s) const {
    return {std::min(s.left, s.right), std::max(s.left, s.right), s.to_move};
  }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const { return s.left == s.right ? 1 : 2; }
  [[nodiscard]] state start() const { return {largest - 1, largest, player::first}; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    change(s, -1, f);
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    change(s, 1, [&](const state& from) {
      if (!terminal(from)) f(from);
    });
  }
  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    for (position p = first; p != last; ++p) f(unrank(p));
  }

 private:
  static constexpr position side = largest + 1;

  template <class Callback>
  void change(const state& s, int sign, const Callback& f) const {
    for (const int taken : {1, 2}) {
      for (const bool is_left : {true, false}) {
        state to{s.left + (is_left ? sign * taken : 0), s.right + (is_left ? 0 : sign * taken), opponent(s.to_move)};
        if (std::min(to.left, to.right) >= 0 && std::max(to.left, to.right) <= largest && is_legal(to)) f(to);
      }
    }
  }
  bool m_folds;
};

/// A walk down by two. Folded, odd numbers are holes, which no hook but `canonical` says.
class walk_by_two {
 public:
  using state = position;
  explicit walk_by_two(bool folds) : m_folds(folds) {}
  [[nodiscard]] position num_positions() const { return 10; }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(state s) const { return s / 2 % 2 == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(state /*s*/) const { return std::nullopt; }
  [[nodiscard]] result no_moves(state s) const { return result::won_by(player_to_move(s)); }
  [[nodiscard]] bool uses_canonical() const { return m_folds; }
  [[nodiscard]] state canonical(state s) const { return s - s % 2; }
  [[nodiscard]] state start() const { return num_positions() - 2; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    if (s >= 2) f(s - 2);
  }

 private:
  bool m_folds;
};

TEST(rules, of_games_without_holes_say_so) {
  random_generator random(33);
  for (const bool folds : {false, true}) {
    const walk_by_two game(folds);
    const rules_of_game of_game(game);
    EXPECT_EQ(of_game.traits().has_holes, folds);
    expect_one_answer(of_game, random);
  }
}

TEST(rules, of_a_folded_game_count_moves_between_two_classes_once) {
  random_generator random(31);
  const two_heaps whole(false);
  const two_heaps folded(true);
  expect_one_answer(rules_of_game(whole), random);
  expect_one_answer(rules_of_game(folded), random);
  const auto num_moves = [](const two_heaps& game, const two_heaps::state& s) {
    return packed::low(expanded(rules_of_game(game), 8).words[game.rank(s)]);
  };
  EXPECT_EQ(num_moves(whole, {2, 2, player::first}), 4U);
  EXPECT_EQ(num_moves(folded, {2, 2, player::first}), 2U);
}

TEST(rules, classify_and_hash_states_as_their_game_does) {
  const two_heaps game(true);
  const rules_of_game of_game(game);
  EXPECT_TRUE(of_game.traits().counts_orbits);
  EXPECT_FALSE(rules_of_game(two_heaps(false)).traits().counts_orbits);
  position_row all;
  for (position p = 0; p < game.num_positions(); ++p) all.push_back(p);
  std::vector<position_class> classes(all.size());
  std::vector<std::uint64_t> hashes(all.size());
  of_game.classify(all, classes);
  of_game.hashes(all, hashes);
  const std::vector<position_word> words = expanded(of_game, 5).words;
  for (const position p : all) {
    EXPECT_EQ(classes[p].is_legal, words[p] != packed::illegal);
    EXPECT_EQ(hashes[p], hash_of_state(game, game.unrank(p)));
    if (!classes[p].is_legal) continue;
    EXPECT_EQ(classes[p].to_move, packed::to_move(words[p]));
    EXPECT_EQ(classes[p].orbit_size, game.orbit_size(game.unrank(p)));
    EXPECT_EQ(classes[p].group, 0U);
  }
}

/// The same without a ranking. A game that is explored has no predecessors, whatever its author says.
class packed_heaps {
 public:
  using state = two_heaps::state;

  [[nodiscard]] std::uint64_t pack(const state& s) const { return m_heaps.rank(s); }
  [[nodiscard]] state unpack(std::uint64_t key) const { return m_heaps.unrank(key); }
  [[nodiscard]] bool is_legal(const state& s) const { return m_heaps.is_legal(s); }
  [[nodiscard]] player player_to_move(const state& s) const { return m_heaps.player_to_move(s); }
  [[nodiscard]] std::optional<result> terminal(const state& s) const { return m_heaps.terminal(s); }
  [[nodiscard]] result no_moves(const state& s) const { return m_heaps.no_moves(s); }
  [[nodiscard]] state start() const { return m_heaps.start(); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    m_heaps.for_each_successor(s, f);
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    m_heaps.for_each_predecessor(s, f);
  }

 private:
  two_heaps m_heaps{false};
};

class folded_packed_heaps : public packed_heaps {
 public:
  [[nodiscard]] state canonical(const state& s) const { return two_heaps(true).canonical(s); }
};

TEST(rules, of_an_explored_game_have_one_answer_by_every_call) {
  random_generator random(37);
  const auto whole = with_ranking(packed_heaps());
  const auto folded = with_ranking(folded_packed_heaps());
  EXPECT_LT(folded.num_positions(), whole.num_positions());
  const rules_of_game of_whole(whole);
  EXPECT_FALSE(of_whole.traits().has_predecessors);
  expect_one_answer(of_whole, random);
  expect_one_answer(rules_of_game(folded), random);

  const two_heaps ranked(false);
  const asked_moves by_rank = expanded(rules_of_game(ranked), 16);
  const asked_moves by_key = expanded(of_whole, 16);
  for (position p = 0; p < whole.num_positions(); ++p) {
    EXPECT_EQ(by_key.words[p], by_rank.words[ranked.rank(whole.unrank(p))]);
  }
}

using boost_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using one_way_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/// A table as property maps, for label_graph.
struct mapped_table {
  std::vector<player> owners;
  std::vector<std::optional<result>> terminals;

  explicit mapped_table(const game_table& table) {
    for (const table_row& row : table.rows) {
      owners.push_back(row.to_move);
      terminals.push_back(row.terminal);
    }
  }
  [[nodiscard]] auto labels(no_moves_rule no_moves, std::optional<player> infinite_play) const {
    const boost::identity_property_map ids;
    return label_graph(boost::make_iterator_property_map(owners.begin(), ids),
                       boost::make_iterator_property_map(terminals.begin(), ids), no_moves, infinite_play);
  }
};

template <class Graph>
Graph graph_of(const game_table& table) {
  Graph graph(table.rows.size());
  for (std::size_t from = 0; from < table.rows.size(); ++from) {
    if (table.rows[from].terminal) continue;
    for (const std::uint32_t to : table.rows[from].successors) add_edge(from, to, graph);
  }
  return graph;
}

TEST(rules, of_a_boost_graph_are_what_its_labels_say) {
  constexpr std::uint64_t num_graphs = 200;
  random_generator random(41);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = shape_with_drawn_ends(random, number);
    shape.hole_chance = 0;
    if (!shape.no_moves) shape.no_moves = no_moves_rule::draws;
    game_table table = random_table(random, shape);
    for (table_row& row : table.rows) row.no_moves = apply(*shape.no_moves, row.to_move);
    const mapped_table maps(table);
    const auto labels = maps.labels(*shape.no_moves, table.infinite_play);

    const auto graph = graph_of<boost_graph>(table);
    const graph_rules of_graph(graph, labels);
    EXPECT_EQ(of_graph.traits().infinite_play, table.infinite_play);
    EXPECT_TRUE(of_graph.traits().has_predecessors);
    EXPECT_FALSE(of_graph.traits().leads_outside);
    EXPECT_EQ(expanded(of_graph, 5).words, words_of(table)) << number;
    expect_one_answer(of_graph, random);

    const auto one_way = graph_of<one_way_graph>(table);
    const graph_rules of_one_way(one_way, labels);
    EXPECT_EQ(expanded(of_one_way, 5).rows, expanded(of_graph, 5).rows);
    expect_one_answer(of_one_way, random);
    if (testing::Test::HasFailure()) FAIL() << "graph " << number;
  }
}

using zermelo::detail::max_end_distance;
using zermelo::detail::max_scored_end_distance;

TEST(rules, of_ends_keep_who_is_to_move) {
  for (const player owner : {player::first, player::second}) {
    for (const result& end : {result::drawn(), result::tied(3), result::won_by(player::first, 2),
                              result::won_by(player::second, max_end_distance), result::tied(max_end_distance),
                              result::scored(player::first, 2), result::scored(player::second, 300, 7),
                              result::scored(player::first, result::largest_margin, max_scored_end_distance)}) {
      const std::vector<player> owners{owner};
      const std::vector<std::optional<result>> terminals{end};
      const boost::identity_property_map ids;
      const auto labels = label_graph(boost::make_iterator_property_map(owners.begin(), ids),
                                      boost::make_iterator_property_map(terminals.begin(), ids));
      const boost_graph graph(1);
      const position_word word = expanded(graph_rules(graph, labels), 1).words[0];
      EXPECT_EQ(packed::to_move(word), owner);
      EXPECT_EQ(is_drawn_end(word), end.is_drawn);
      EXPECT_EQ(result_of_end(word), end);
    }
  }
}

/// Every vertex ends play, or has so many moves.
struct same_labels {
  std::optional<result> end;
  std::uint64_t num_moves = 0;

  [[nodiscard]] position_label label(std::size_t /*v*/) const { return {true, player::second, end}; }
  [[nodiscard]] result no_moves(std::size_t /*v*/) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return std::nullopt; }
  template <class Callback>
  [[nodiscard]] std::uint64_t for_each_outside(std::size_t /*v*/, const Callback& /*f*/) const {
    return num_moves;
  }
};

TEST(rules, refuse_distances_and_numbers_of_moves_that_no_word_holds) {
  const boost_graph graph(1);
  std::vector<position_word> words(1);
  batch_list<position> moves;
  batch_list<owned_target> targets;
  const position_row only{0};

  const same_labels many{std::nullopt, packed::max_low};
  graph_rules(graph, many).describe(0, words, nullptr);
  EXPECT_EQ(words[0], word_of_moves(packed::max_low, player::second));
  const same_labels too_many{std::nullopt, std::uint64_t{packed::max_low} + 1};
  EXPECT_THROW(graph_rules(graph, too_many).describe(0, words, nullptr), contract_error);

  const auto expect_refused = [&](const rules& game) {
    EXPECT_THROW(game.describe(0, words, nullptr), contract_error);
    EXPECT_THROW(game.expand(0, words, moves, nullptr), contract_error);
    EXPECT_THROW(game.plain_moves(only, words, targets), contract_error);
  };
  for (const result& far : {result::won_by(player::first, max_end_distance + 1), result::tied(max_end_distance + 1),
                            result::tied(packed::max_low), result::won_by(player::first, no_distance),
                            result::scored(player::second, 2, max_scored_end_distance + 1)}) {
    const same_labels far_end{far};
    expect_refused(graph_rules(graph, far_end));
    for (const bool is_terminal : {true, false}) {
      game_table table{{{true, player::second, std::nullopt, far, {}}}, std::nullopt};
      if (is_terminal) table.rows[0].terminal = far;
      const table_game game(table);
      expect_refused(rules_of_game(game));
    }
  }
  for (const result& farthest : {result::won_by(player::first, max_end_distance), result::tied(max_end_distance),
                                 result::scored(player::second, 2, max_scored_end_distance)}) {
    const same_labels end{farthest};
    graph_rules(graph, end).describe(0, words, nullptr);
    EXPECT_EQ(result_of_end(words[0]), farthest);
  }
}

TEST(rules, refuse_gains_of_a_game_that_says_none) {
  const game_table table{{{true, player::first, std::nullopt, result::tied(), {}}}, std::nullopt};
  const table_game game(table);
  const gain_limit<table_game> limit(game);
  const auto from = [] { return std::string("position 0"); };
  EXPECT_EQ(limit.checked(0, from), 0);
  for (const int points : {1, -1}) {
    try {
      (void)limit.checked(points, from);
      FAIL() << "accepted";
    } catch (const contract_error& refused) {
      EXPECT_EQ(refused.what(),
                "a move from position 0 gains " + std::to_string(points) + " points; the game has no hook max_gain");
    }
  }
}

}  // namespace
}  // namespace zermelo::test::rules_test
