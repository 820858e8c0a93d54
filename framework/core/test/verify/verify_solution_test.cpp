// SPDX-License-Identifier: MIT
// The verifier refuses every change of a solution, and wrong solutions that look consistent.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>

#include "table_game.hpp"

namespace zermelo::test::verify_solution_test {
namespace {

constexpr position_value drawn{outcome::draw, no_distance};
constexpr position_value hole{outcome::illegal, no_distance};

/// Every entry that differs from `value` in outcome, in distance, or in both, with the distances that a wrong
/// solver would most likely give.
std::vector<position_value> changes_of(position_value value) {
  const std::uint32_t d = value.distance_plies == no_distance ? 1 : value.distance_plies;
  constexpr std::uint32_t far = 1'000;
  std::vector<position_value> changed{drawn, hole};
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
    for (const std::uint32_t distance : {d, d + 1, d + 2, d - 1, std::uint32_t{0}, far, no_distance}) {
      changed.push_back({o, distance});
    }
  }
  changed.push_back({outcome::draw, d});
  changed.push_back({outcome::illegal, d});
  std::erase(changed, value);
  return changed;
}

bool names(const verify_report& report, position p) {
  return std::any_of(report.first.begin(), report.first.end(),
                     [p](const verify_failure& failure) { return failure.at == p; });
}

TEST(verify_solution, refuses_every_change_of_one_entry_and_names_the_position) {
  constexpr std::uint64_t num_graphs = 1'200;
  constexpr std::uint32_t most_positions = 10;  // as many as a report names, so that none is left out
  random_generator random(5);
  std::uint64_t refused = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number);
    shape.num_positions = std::min(shape.num_positions, most_positions);
    if (number % 3 == 0) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto right = iterate_values(game.table());
    ASSERT_TRUE(verify(game, right).accepted()) << number;
    for (position p = 0; p < right.size(); ++p) {
      // A distance says nothing about a hole.
      const bool is_hole = right[p].outcome == outcome::illegal;
      for (const position_value change : changes_of(right[p])) {
        if (is_hole && change.outcome == outcome::illegal) continue;
        auto wrong = right;
        wrong[p] = change;
        const verify_report report = verify(game, wrong);
        ASSERT_FALSE(report.accepted()) << "graph " << number << ", position " << p << ": "
                                        << to_string(right[p].outcome) << " " << right[p].distance_plies << " became "
                                        << to_string(change.outcome) << " " << change.distance_plies;
        ASSERT_TRUE(names(report, p)) << "graph " << number << ", position " << p;
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100'000U);
}

TEST(verify_solution, accepts_no_table_but_the_right_one) {
  // All tables with distances up to 3 over random graphs of up to 3 positions.
  std::vector<position_value> entries{drawn, hole};
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
    for (std::uint32_t distance = 0; distance <= 3; ++distance) entries.push_back({o, distance});
  }
  constexpr std::uint64_t num_graphs = 120;
  random_generator random(17);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number);
    shape.num_positions = static_cast<std::uint32_t>(1 + number % 3);
    shape.end_distances = {0, 1};
    if (number % 2 == 0) shape.drawn_chance = 0.5;
    const table_game game(random_table(random, shape));
    const auto right = iterate_values(game.table());
    std::uint64_t tables = 1;
    for (std::size_t v = 0; v < right.size(); ++v) tables *= entries.size();
    std::uint64_t accepted = 0;
    for (std::uint64_t code = 0; code < tables; ++code) {
      std::vector<position_value> table(right.size());
      std::uint64_t rest = code;
      for (position_value& value : table) {
        value = entries[rest % entries.size()];
        rest /= entries.size();
      }
      if (!verify(game, table).accepted()) continue;
      ++accepted;
      ASSERT_EQ(table, right) << number;
    }
    ASSERT_EQ(accepted, 1U) << number;
  }
}

/// A cycle of `size` positions, owners in turn, that nobody can leave but by the exits given.
game_table cycle(std::uint32_t size, const std::vector<std::pair<std::uint32_t, result>>& exits) {
  game_table table;
  table.rows.resize(size);
  for (std::uint32_t v = 0; v < size; ++v) {
    table.rows[v].to_move = v % 2 == 0 ? player::first : player::second;
    table.rows[v].successors = {(v + 1) % size};
  }
  for (const auto& [from, end] : exits) {
    table.rows[from].successors.push_back(static_cast<std::uint32_t>(table.rows.size()));
    table.rows.push_back({});
    table.rows.back().terminal = end;
  }
  return table;
}

TEST(verify_solution, refuses_a_cycle_of_wins_that_support_each_other) {
  const table_game game(cycle(4, {}));
  ASSERT_EQ(iterate_values(game.table()), (std::vector<position_value>(4, drawn)));
  for (std::uint32_t start = 0; start < 10; ++start) {
    // Each distance is one more than its successor's, but somewhere the circle has to close.
    std::vector<position_value> claims;
    for (std::uint32_t v = 0; v < 4; ++v) {
      claims.push_back({v % 2 == 0 ? outcome::win : outcome::loss, start + 4 - v});
    }
    const verify_report report = verify(game, claims);
    EXPECT_FALSE(report.accepted());
    EXPECT_TRUE(names(report, 3));
    for (position_value& claim : claims) claim.outcome = outcome::tie;
    EXPECT_FALSE(verify(game, claims).accepted());
    for (position_value& claim : claims) claim.distance_plies = start;
    EXPECT_FALSE(verify(game, claims).accepted());
  }
}

TEST(verify_solution, refuses_endless_play_where_a_tie_is_preferred_and_the_reverse) {
  for (const std::optional<player> infinite_play : {std::optional<player>{}, std::optional(player::first)}) {
    game_table table = cycle(2, {{0, result::tied()}});
    table.infinite_play = infinite_play;
    const table_game game(table);
    const std::vector<position_value> ties{{outcome::tie, 1}, {outcome::tie, 2}, {outcome::tie, 0}};
    const std::vector<position_value> draws{drawn, drawn, {outcome::tie, 0}};
    EXPECT_EQ(verify(game, ties).accepted(), !infinite_play);
    EXPECT_EQ(verify(game, draws).accepted(), infinite_play.has_value());
  }
}

TEST(verify_solution, next_to_a_drawn_end_nobody_loses_and_the_player_of_infinite_play_does_not_tie) {
  // Position 0 goes to the drawn end 3, to the tie 2, or to 1, which the other player has won.
  game_table table;
  table.rows.resize(4);
  table.rows[0].successors = {1, 2, 3};
  table.rows[1].terminal = result::won_by(player::second);
  table.rows[2].terminal = result::tied();
  table.rows[3].terminal = result::drawn();
  const auto verified = [&](position_value first, position_value end) {
    return verify(table_game(table), {first, {outcome::loss, 0}, {outcome::tie, 0}, end});
  };
  for (const std::optional<player> infinite_play : {std::optional<player>{}, std::optional(player::second)}) {
    table.infinite_play = infinite_play;
    EXPECT_TRUE(verified({outcome::tie, 1}, drawn).accepted());
    EXPECT_FALSE(verified(drawn, drawn).accepted());
    EXPECT_FALSE(verified({outcome::loss, 1}, drawn).accepted());
  }
  table.infinite_play = player::first;
  EXPECT_TRUE(verified(drawn, drawn).accepted());
  const verify_report tie = verified({outcome::tie, 1}, drawn);
  ASSERT_EQ(tie.wrong, 1U);
  EXPECT_EQ(tie.first[0].reason, "its moves demand draw");
  // The end itself says nothing but that it is drawn.
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
    const verify_report report = verified(drawn, {o, 0});
    ASSERT_FALSE(report.accepted());
    EXPECT_EQ(report.first.back().at, 3U);
    EXPECT_EQ(report.first.back().reason, "the rules demand draw");
  }
}

TEST(verify_solution, refuses_whole_tables_of_one_mind) {
  random_generator random(23);
  random_table_shape shape;
  shape.num_positions = 40;
  shape.terminal_chance = 0.2;
  const table_game game(random_table(random, shape));
  const auto right = iterate_values(game.table());
  const auto rewritten = [&](auto rewrite) {
    auto wrong = right;
    for (position_value& value : wrong) value = rewrite(value);
    return verify(game, wrong);
  };
  const auto swapped = [](outcome a, outcome b) {
    return [a, b](position_value value) {
      if (value.outcome == a || value.outcome == b) value.outcome = value.outcome == a ? b : a;
      return value;
    };
  };
  EXPECT_FALSE(rewritten([](position_value) { return drawn; }).accepted());
  EXPECT_FALSE(rewritten([](position_value) { return hole; }).accepted());
  EXPECT_FALSE(rewritten(swapped(outcome::win, outcome::loss)).accepted());
  EXPECT_FALSE(rewritten(swapped(outcome::tie, outcome::draw)).accepted());
  EXPECT_FALSE(rewritten([](position_value value) {
                 if (value.distance_plies != no_distance) ++value.distance_plies;
                 return value;
               }).accepted());
  // Many wrong entries: all are counted, the ten of lowest index are named, whatever the number of threads.
  for (const unsigned threads : {1U, 4U}) {
    const verify_report report = verify(game, std::vector<position_value>(right.size(), hole), threads);
    EXPECT_EQ(report.wrong, right.size());
    ASSERT_EQ(report.first.size(), 10U);
    for (position p = 0; p < report.first.size(); ++p) EXPECT_EQ(report.first[p].at, p);
  }
}

TEST(verify_solution, says_what_the_moves_demand) {
  const table_game game(cycle(2, {{0, result::won_by(player::first)}}));
  const verify_report report = verify(game, {{outcome::win, 2}, {outcome::loss, 2}, {outcome::win, 1}});
  ASSERT_EQ(report.first.size(), 2U);
  EXPECT_EQ(report.first[0].at, 1U);
  EXPECT_EQ(report.first[0].stored, (position_value{outcome::loss, 2}));
  EXPECT_EQ(report.first[0].reason, "its moves demand loss in 3");
  EXPECT_EQ(report.first[1].at, 2U);
  EXPECT_EQ(report.first[1].reason, "the rules demand win in 0");
}

}  // namespace
}  // namespace zermelo::test::verify_solution_test
