// SPDX-License-Identifier: MIT
// A census of a game that is reduced by its symmetry is that of the whole game, group by group.
#include <zermelo/core/positions/take_census.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/refusal_of.hpp>

#include "positions/foreign_keys.hpp"
#include "positions/line_games.hpp"
#include "visitors.hpp"

namespace zermelo::test::take_census_test {
namespace {

/// An instance may be left as it is.
class unfolded_line : public ranked_line {
 public:
  [[nodiscard]] bool uses_canonical() const { return false; }
  [[nodiscard]] line_token canonical(const line_token& s) const { return {from_end(s), s.turn}; }
  [[nodiscard]] std::uint64_t orbit_size(const line_token&) const { return 2; }
};

template <class G>
value_table solution_of(const G& game) {
  return solve_by_queue(game, silent);
}
template <class G>
position_census census_of_entries(const G& game, const solution_entries& values, unsigned threads,
                                  work_monitor& monitor) {
  const auto name_of_group = [&game](std::uint32_t group) -> std::string {
    if constexpr (HasGroups<G>) return game.group_name(group);
    return {};
  };
  return take_census(rules_of_game<G>(game), name_of_group, values, threads, monitor);
}
template <class G>
position_census census_of(const G& game, unsigned threads = 2) {
  return census_of_entries(game, solution_of(game), threads, silent);
}

TEST(take_census, of_a_game_without_symmetry_counts_its_positions_by_group_and_turn) {
  const ranked_line game;
  const value_table values = solution_of(game);
  const position_census census = census_of(game);
  EXPECT_TRUE(census.has_groups && !census.has_orbits);
  ASSERT_EQ(census.groups.size(), 2U * 9);  // nine distances that are no walls
  outcome_histogram whole;
  for (std::size_t i = 0; i < census.groups.size(); ++i) {
    const group_tally& group = census.groups[i];
    EXPECT_EQ(index_of(group.to_move), i % 2);
    outcome_histogram expected;
    for (position p = 0; p < game.num_positions(); ++p) {
      const line_token s = game.unrank(p);
      if (values[p].outcome == outcome::illegal || s.turn != group.to_move) continue;
      if ("cell " + std::to_string(line::from_end(s)) == group.name) expected.add(values[p]);
    }
    EXPECT_EQ(group.all, expected) << group.name;
    EXPECT_EQ(group.orbits, outcome_histogram()) << group.name;
    whole += expected;
  }
  EXPECT_EQ(census.groups[0].name, "cell 0");
  EXPECT_EQ(census.groups[2].name, "cell 2");
  const solution_summary summary = summarize(values, 1);
  EXPECT_EQ(census.all(), static_cast<const outcome_histogram&>(summary));
  EXPECT_EQ(census.winners(), summary.winners);
  EXPECT_GT(summary.counts.tie, 0U);
}

template <class G>
void expect_census_of_the_whole_line(const G& reduced) {
  const position_census whole = census_of(ranked_line());
  const position_census census = census_of(reduced);
  EXPECT_TRUE(census.has_groups && census.has_orbits);
  ASSERT_EQ(census.groups.size(), whole.groups.size());
  outcome_histogram orbits;
  for (std::size_t i = 0; i < whole.groups.size(); ++i) {
    EXPECT_EQ(census.groups[i].name, whole.groups[i].name);
    EXPECT_EQ(census.groups[i].all, whole.groups[i].all) << whole.groups[i].name;
    EXPECT_EQ(census.groups[i].orbits.counts.total(), 1U);
    orbits += census.groups[i].orbits;
  }
  EXPECT_EQ(census.winners(), whole.winners());
  EXPECT_EQ(orbits, static_cast<const outcome_histogram&>(summarize(solution_of(reduced), 1)));
}

TEST(take_census, of_representatives_is_that_of_the_whole_game) {
  expect_census_of_the_whole_line(mirrored<ranked_line>());
  expect_census_of_the_whole_line(mirrored<ordered_line>());
  expect_census_of_the_whole_line(with_ranking(mirrored<packed_line>()));
}

TEST(take_census, of_an_instance_that_is_not_folded_has_no_orbits) {
  EXPECT_EQ(census_of(unfolded_line()), census_of(ranked_line()));
}

TEST(take_census, reads_keys_that_are_not_in_memory) {
  const auto explored = with_ranking(mirrored<packed_line>());
  explored_game<mirrored<packed_line>> numbered{mirrored<packed_line>()};
  std::vector<wide_key> keys(explored.num_positions());
  explored.numbering().keys()->read(0, keys);
  numbered.numbering().number_by(std::make_shared<foreign_keys>(key_width::bits_64, std::move(keys)));
  const position_census census = census_of_entries(numbered, solution_of(explored), 2, silent);
  EXPECT_FALSE(numbered.numbering().holds_keys());
  EXPECT_EQ(census, census_of(explored));
}

TEST(take_census, does_not_depend_on_the_number_of_threads) {
  const position_census census = census_of(mirrored<ranked_line>(), 1);
  EXPECT_EQ(census_of(mirrored<ranked_line>(), 3), census);
  EXPECT_EQ(census_of(mirrored<ranked_line>(), 5), census);
}

/// Every position is a group of its own.
struct crowd {
  using state = std::uint32_t;
  static constexpr bool seen_by_mover = true;
  [[nodiscard]] std::optional<result> terminal(state) const { return result::tied(); }
  void for_each_successor(state, auto&&) const {}
  [[nodiscard]] result no_moves(state) const { return result::tied(); }
  position size = 0;
  [[nodiscard]] position num_positions() const { return size; }
  [[nodiscard]] position rank(state s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return static_cast<state>(p); }
  [[nodiscard]] std::uint32_t group_of(state s) const { return s; }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return std::to_string(group); }
};

TEST(take_census, refuses_more_groups_than_anybody_reads_and_has_one_turn_of_positions_without_colour) {
  const position_census census = census_of(crowd{max_groups});
  EXPECT_EQ(census.groups.size(), max_groups);
  for (const group_tally& group : census.groups) ASSERT_EQ(group.to_move, player::first);
  EXPECT_THROW((void)census_of(crowd{max_groups + 1}, 1), contract_error);
}

template <class G>
void expect_entry_refused(const G& game, position hole) {
  value_table values = solution_of(game);
  ASSERT_EQ(values[hole].outcome, outcome::illegal);
  values.set(hole, {outcome::win, 0}, player::first);
  EXPECT_THROW((void)census_of_entries(game, values, 1, silent), input_error);
}

TEST(take_census, refuses_entries_of_holes_and_of_states_that_another_one_stands_for) {
  expect_entry_refused(ranked_line(), 1);
  expect_entry_refused(mirrored<ranked_line>(), ranked_line::cells - 1);  // a legal state; cell 0 stands for it
  expect_entry_refused(mirrored<ordered_line>(), ranked_line::cells - 1);
}

/// Positions in pairs, which say of themselves that they are more.
struct boastful : crowd {
  [[nodiscard]] state canonical(state s) const { return s / 2 * 2; }
  [[nodiscard]] std::uint64_t orbit_size(state) const { return said; }
  std::uint64_t said = 0;
};

TEST(take_census, refuses_orbits_of_more_positions_than_can_be_counted) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  constexpr position size = 6;  // three representatives
  for (const unsigned threads : {1U, 3U}) {
    EXPECT_EQ(census_of(boastful{{size}, most / 3}, threads).all().counts.tie, most);
    const auto message =
        testkit::refusal_of<contract_error>([&] { return census_of(boastful{{size}, most / 3 + 1}, threads); });
    EXPECT_NE(message.find("orbit_size"), std::string::npos) << message;
  }
}

TEST(take_census, refuses_sums_over_threads_that_cannot_be_counted) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(zermelo::detail::sum_of_orbits(most - 1, 1), most);
  EXPECT_THROW((void)zermelo::detail::sum_of_orbits(most, 1), contract_error);
}

/// Entries that are far away, a group each.
class far_entries final : public solution_entries {
 public:
  far_entries(std::uint64_t size, std::uint32_t distance) : m_size(size), m_distance(distance) {}
  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_distance; }
  void read(position, std::span<position_value> entries) const override {
    std::fill(entries.begin(), entries.end(), position_value{outcome::tie, m_distance});
  }

 private:
  std::uint64_t m_size;
  std::uint32_t m_distance;
};

TEST(take_census, refuses_more_distances_than_are_worth_their_memory) {
  constexpr std::uint32_t groups = 4;
  constexpr std::uint32_t farthest = max_distances / groups - 1;
  const position_census census = census_of_entries(crowd{groups}, far_entries(groups, farthest), 1, silent);
  EXPECT_EQ(census.all().by_distance.at(farthest).tie, groups);
  EXPECT_THROW((void)census_of_entries(crowd{groups}, far_entries(groups, farthest + 1), 1, silent), resource_error);
  // Refused before anything is allocated for it.
  EXPECT_THROW((void)census_of_entries(crowd{1}, far_entries(1, no_distance - 1), 1, silent), resource_error);
}

TEST(take_census, stops_when_it_is_asked_to) {
  EXPECT_THROW((void)census_of_entries(ranked_line(), solution_of(ranked_line()), 2, stopping), interrupted);
}

}  // namespace
}  // namespace zermelo::test::take_census_test
