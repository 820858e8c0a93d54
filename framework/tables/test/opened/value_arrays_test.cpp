// SPDX-License-Identifier: MIT
// Tests arrays of values: for ranges and listed positions, from solutions in memory, tables and table sets.
#include <zermelo/tables/opened/value_arrays.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "listed_game.hpp"
#include "strip_race.hpp"

namespace zermelo::value_arrays_test {
namespace {

constexpr std::uint16_t missing_narrow = 0xffff;
constexpr std::uint32_t missing_wide = 0xffffffff;

struct arrays {
  explicit arrays(std::size_t size)
      : outcomes(size), narrow(size), wide(size), winners(size), narrow_margins(size), wide_margins(size) {}
  [[nodiscard]] value_arrays spans() { return {outcomes, winners, {{narrow, wide}, {narrow_margins, wide_margins}}}; }
  friend bool operator==(const arrays&, const arrays&) = default;

  std::vector<std::uint8_t> outcomes;
  std::vector<std::uint16_t> narrow;
  std::vector<std::uint32_t> wide;
  std::vector<std::int8_t> winners;
  std::vector<std::int8_t> narrow_margins;
  std::vector<std::int16_t> wide_margins;
};

arrays filled(const any_game& game, const solution_entries& entries, position first, std::size_t size,
              unsigned threads = 2) {
  work_monitor silent;
  arrays values(size);
  fill_arrays(game, entries, first, values.spans(), threads, silent);
  return values;
}

arrays looked_up(const any_game& game, const solution_entries& entries, const std::vector<position>& positions,
                 unsigned threads = 2) {
  work_monitor silent;
  arrays values(positions.size());
  look_up_arrays(game, entries, positions, values.spans(), threads, silent);
  return values;
}

/// A win for each player, a tie, a draw and an unused index.
const std::vector<listed_position> one_of_each{
    {player::first, {outcome::win, 3}, {1}},          {player::second, {outcome::loss, 2}, {0}},
    {player::first, {outcome::loss, 4}, {1}},         {player::second, {outcome::win, 5}, {1}},
    {player::second, {outcome::tie, 0}, {}},          {},
    {player::first, {outcome::draw, no_distance}, {}}};

void expect_one_of_each(const arrays& values) {
  EXPECT_EQ(values.outcomes, (std::vector<std::uint8_t>{1, 2, 2, 1, 3, 0, 4}));
  EXPECT_EQ(values.narrow, (std::vector<std::uint16_t>{3, 2, 4, 5, 0, missing_narrow, missing_narrow}));
  EXPECT_EQ(values.wide, (std::vector<std::uint32_t>{3, 2, 4, 5, 0, missing_wide, missing_wide}));
  EXPECT_EQ(values.winners, (std::vector<std::int8_t>{0, 0, 1, 1, 2, -1, 3}));
}

TEST(value_arrays, encode_every_kind_of_value) {
  const any_game game = listed_game(one_of_each);
  const value_table values = listing::listed_values(one_of_each);
  expect_one_of_each(filled(game, values, 0, values.size()));
  expect_one_of_each(looked_up(game, values, {0, 1, 2, 3, 4, 5, 6}));
}

TEST(value_arrays, accept_any_start_and_any_order_of_positions) {
  const any_game game = listed_game(one_of_each);
  const value_table values = listing::listed_values(one_of_each);
  EXPECT_EQ(filled(game, values, 4, 2).winners, (std::vector<std::int8_t>{2, -1}));
  EXPECT_EQ(looked_up(game, values, {6, 5, 2, 5, 2}).winners, (std::vector<std::int8_t>{3, -1, 1, -1, 1}));
  EXPECT_EQ(looked_up(game, values, {5, 5}).winners, (std::vector<std::int8_t>{-1, -1})) << "only unused indices";
  EXPECT_EQ(looked_up(game, values, {}), arrays(0));
}

TEST(value_arrays, omit_unrequested_arrays) {
  const any_game game = listed_game(one_of_each);
  const value_table values = listing::listed_values(one_of_each);
  work_monitor silent;
  std::vector<std::int8_t> winners(3);
  fill_arrays(game, values, 1, {.winners = winners}, 1, silent);
  EXPECT_EQ(winners, (std::vector<std::int8_t>{0, 1, 1}));
  std::vector<std::uint16_t> distances(1);
  value_arrays wanted;
  std::get<0>(wanted.numbers).narrow = distances;
  look_up_arrays(game, values, std::vector<position>{3}, wanted, 1, silent);
  EXPECT_EQ(distances, (std::vector<std::uint16_t>{5}));
}

TEST(value_arrays, use_wide_distances_when_needed) {
  constexpr std::uint32_t long_play = 70'000;
  value_table values = value_table::with_capacity(1, long_play);
  values.set(0, {outcome::win, long_play}, player::first);
  EXPECT_FALSE(has_narrow_numbers<distance_column>(values));
  EXPECT_TRUE(has_narrow_numbers<distance_column>(listing::listed_values(one_of_each)));
  EXPECT_EQ(filled(listed_game(one_of_each), values, 0, 1).wide, (std::vector<std::uint32_t>{long_play}));
}

TEST(value_arrays, store_margins_relative_to_player_to_move) {
  value_table values = value_table::with_capacity(7, 10, 200);
  values.set(0, {outcome::win, 3, 199}, player::first);
  values.set(1, {outcome::loss, 2, 129}, player::second);
  values.set(2, {outcome::loss, 4}, player::first);
  values.set(3, {outcome::win, 5, 1}, player::second);
  values.set(4, {outcome::tie, 0}, player::second);
  EXPECT_FALSE(has_narrow_numbers<margin_column>(values));
  EXPECT_TRUE(has_narrow_numbers<margin_column>(value_table::with_capacity(1, 10, 64)));
  EXPECT_FALSE(has_narrow_numbers<margin_column>(value_table::with_capacity(1, 10, 128)));
  const any_game game = listed_game(one_of_each);
  const std::vector<std::int16_t> margins{200, -130, -1, 2, 0, 0, 0};
  EXPECT_EQ(filled(game, values, 0, values.size()).wide_margins, margins);
  const arrays some = looked_up(game, values, {3, 1, 2, 0});
  EXPECT_EQ(some.wide_margins, (std::vector<std::int16_t>{2, -130, -1, 200}));
  EXPECT_EQ((std::pair(some.narrow_margins[0], some.narrow_margins[2])), (std::pair<std::int8_t, std::int8_t>(2, -1)));
}

TEST(value_arrays, batches_equal_single_positions_for_all_thread_counts) {
  std::vector<listed_position> listed;
  for (position p = 0; listed.size() < 150'000; ++p) listed.push_back(one_of_each[p * p % one_of_each.size()]);
  const any_game game = listed_game(listed);
  const value_table values = listing::listed_values(listed);
  std::vector<position> backwards;
  for (position p = listed.size(); p-- > 1;) backwards.push_back(p);
  for (const unsigned threads : {1U, 3U}) {
    const arrays range = filled(game, values, 1, listed.size() - 1, threads);
    const arrays turned = looked_up(game, values, backwards, threads);
    for (position p = 1; p < listed.size(); ++p) {
      const bool is_unused = listed[p].value.outcome == outcome::illegal;
      ASSERT_EQ(range.outcomes[p - 1], static_cast<std::uint8_t>(listed[p].value.outcome)) << p;
      ASSERT_EQ(range.wide[p - 1], is_unused ? missing_wide : listed[p].value.distance_plies) << p;
      ASSERT_EQ(range.winners[p - 1] == -1, is_unused) << p;
      const std::size_t index = listed.size() - 1 - p;
      ASSERT_EQ(std::pair(turned.outcomes[index], turned.winners[index]),
                std::pair(range.outcomes[p - 1], range.winners[p - 1]))
          << p;
    }
  }
}

TEST(value_arrays, are_equal_for_tables_and_table_sets) {
  const solved_race race;
  for (const std::string& file : {race.table(), race.set()}) {
    const opened_table opened = race.open(file);
    EXPECT_TRUE(has_narrow_numbers<distance_column>(*opened.table));
    const arrays first = filled(*opened.game, *opened.table, 0, 14);
    EXPECT_EQ(first.outcomes, (std::vector<std::uint8_t>{2, 1, 2, 1, 0, 1, 2, 3, 3, 0, 3, 3, 4, 3})) << file;
    EXPECT_EQ(first.winners, (std::vector<std::int8_t>{1, 1, 1, 1, -1, 1, 1, 2, 2, -1, 2, 2, 3, 2})) << file;
    EXPECT_EQ(std::vector(first.narrow.begin(), first.narrow.begin() + 10),
              (std::vector<std::uint16_t>{0, 1, 2, 2, missing_narrow, 3, 4, 0, 1, missing_narrow}))
        << file;
    EXPECT_EQ(first.narrow[12], missing_narrow) << file;
    const arrays last = filled(*opened.game, *opened.table, 20, 10);
    const arrays mixed = looked_up(*opened.game, *opened.table, {29, 1, 28, 12, 4, 21, 7});
    EXPECT_EQ(mixed.outcomes, (std::vector<std::uint8_t>{0, 1, 1, 4, 0, 2, 3})) << file;
    EXPECT_EQ(mixed.winners, (std::vector<std::int8_t>{-1, 1, 0, 3, -1, 0, 2})) << file;
    EXPECT_EQ(mixed.wide[2], last.wide[8]) << file;
    std::vector<position> many(20'000, 21);
    many.back() = 28;
    const arrays of_many = looked_up(*opened.game, *opened.table, many);
    EXPECT_EQ(std::pair(of_many.outcomes[0], of_many.outcomes[many.size() - 1]),
              std::pair(mixed.outcomes[5], mixed.outcomes[2]));
  }
}

TEST(value_arrays, stop_on_request) {
  testkit::stop_after monitor(0);
  const any_game game = listed_game(one_of_each);
  const value_table values = listing::listed_values(one_of_each);
  arrays filled_arrays(values.size());
  EXPECT_THROW(fill_arrays(game, values, 0, filled_arrays.spans(), 1, monitor), interrupted);
  EXPECT_THROW(look_up_arrays(game, values, std::vector<position>(values.size()), filled_arrays.spans(), 1, monitor),
               interrupted);
}

}  // namespace
}  // namespace zermelo::value_arrays_test
