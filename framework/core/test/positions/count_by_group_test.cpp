// SPDX-License-Identifier: MIT
// Tests that the counts of a game reduced by symmetry equal those of the unreduced game, group by group.
#include <zermelo/core/positions/count_by_group.hpp>

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
#include <zermelo/testkit/error_of.hpp>

#include "positions/foreign_keys.hpp"
#include "positions/line_games.hpp"
#include "visitors.hpp"

namespace zermelo::test::count_by_group_test {
namespace {

/// A line with reduced and unreduced instances.
class unreduced_line : public ranked_line {
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
counts_by_group group_totals_of_entries(const G& game, const solution_entries& values, unsigned threads,
                                        work_monitor& monitor) {
  const auto name_of_group = [&game](std::uint32_t group) -> std::string {
    if constexpr (HasGroups<G>) return game.group_name(group);
    return {};
  };
  return count_by_group(rules_of_game<G>(game), name_of_group, values, threads, monitor);
}
template <class G>
counts_by_group group_totals_of(const G& game, unsigned threads = 2) {
  return group_totals_of_entries(game, solution_of(game), threads, silent);
}

TEST(counts_by_group, count_entries_of_each_group_and_player_to_move) {
  const ranked_line game;
  const value_table values = solution_of(game);
  const counts_by_group group_totals = group_totals_of(game);
  EXPECT_TRUE(group_totals.has_groups && !group_totals.has_orbits);
  ASSERT_EQ(group_totals.groups.size(), 2U * 9);  // nine distances without walls
  outcome_histogram whole;
  for (std::size_t i = 0; i < group_totals.groups.size(); ++i) {
    const group_tally& group = group_totals.groups[i];
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
  EXPECT_EQ(group_totals.groups[0].name, "cell 0");
  EXPECT_EQ(group_totals.groups[2].name, "cell 2");
  const solution_summary summary = summarize(values, 1);
  EXPECT_EQ(group_totals.all(), static_cast<const outcome_histogram&>(summary));
  EXPECT_EQ(group_totals.winners(), summary.winners);
  EXPECT_GT(summary.counts.tie, 0U);
}

template <class G>
void expect_group_totals_of_whole_line(const G& reduced) {
  const counts_by_group whole = group_totals_of(ranked_line());
  const counts_by_group group_totals = group_totals_of(reduced);
  EXPECT_TRUE(group_totals.has_groups && group_totals.has_orbits);
  ASSERT_EQ(group_totals.groups.size(), whole.groups.size());
  outcome_histogram orbits;
  for (std::size_t i = 0; i < whole.groups.size(); ++i) {
    EXPECT_EQ(group_totals.groups[i].name, whole.groups[i].name);
    EXPECT_EQ(group_totals.groups[i].all, whole.groups[i].all) << whole.groups[i].name;
    EXPECT_EQ(group_totals.groups[i].orbits.counts.total(), 1U);
    orbits += group_totals.groups[i].orbits;
  }
  EXPECT_EQ(group_totals.winners(), whole.winners());
  EXPECT_EQ(orbits, static_cast<const outcome_histogram&>(summarize(solution_of(reduced), 1)));
}

TEST(counts_by_group, canonical_positions_yield_counts_of_all_positions) {
  expect_group_totals_of_whole_line(mirrored<ranked_line>());
  expect_group_totals_of_whole_line(mirrored<ordered_line>());
  expect_group_totals_of_whole_line(with_ranking(mirrored<packed_line>()));
}

TEST(counts_by_group, have_no_orbits_without_symmetry_reduction) {
  EXPECT_EQ(group_totals_of(unreduced_line()), group_totals_of(ranked_line()));
}

TEST(counts_by_group, support_keys_that_are_not_in_memory) {
  const auto explored = with_ranking(mirrored<packed_line>());
  explored_game<mirrored<packed_line>> numbered{mirrored<packed_line>()};
  std::vector<wide_key> keys(explored.num_positions());
  explored.numbering().keys()->read(0, keys);
  numbered.numbering().number_by(std::make_shared<foreign_keys>(key_width::bits_64, std::move(keys)));
  const counts_by_group group_totals = group_totals_of_entries(numbered, solution_of(explored), 2, silent);
  EXPECT_FALSE(numbered.numbering().has_resident_keys());
  EXPECT_EQ(group_totals, group_totals_of(explored));
}

TEST(counts_by_group, are_independent_of_the_number_of_threads) {
  const counts_by_group group_totals = group_totals_of(mirrored<ranked_line>(), 1);
  EXPECT_EQ(group_totals_of(mirrored<ranked_line>(), 3), group_totals);
  EXPECT_EQ(group_totals_of(mirrored<ranked_line>(), 5), group_totals);
}

/// A game in which every position is a separate group.
struct crowd {
  using state = std::uint32_t;
  static constexpr bool is_relative = true;
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

TEST(counts_by_group, reject_too_many_groups_and_use_one_player_for_relative_positions) {
  const counts_by_group group_totals = group_totals_of(crowd{max_groups});
  EXPECT_EQ(group_totals.groups.size(), max_groups);
  for (const group_tally& group : group_totals.groups) ASSERT_EQ(group.to_move, player::first);
  EXPECT_THROW((void)group_totals_of(crowd{max_groups + 1}, 1), contract_error);
}

template <class G>
void expect_entry_rejected(const G& game, position unused) {
  value_table values = solution_of(game);
  ASSERT_EQ(values[unused].outcome, outcome::illegal);
  values.set(unused, {outcome::win, 0}, player::first);
  EXPECT_THROW((void)group_totals_of_entries(game, values, 1, silent), input_error);
}

TEST(counts_by_group, reject_entries_of_unused_indices_and_noncanonical_states) {
  expect_entry_rejected(ranked_line(), 1);
  expect_entry_rejected(mirrored<ranked_line>(), ranked_line::cells - 1);  // a legal state; cell 0 stands for it
  expect_entry_rejected(mirrored<ordered_line>(), ranked_line::cells - 1);
}

/// A game of pairs of equal positions, with orbit sizes that are too large.
struct boastful : crowd {
  [[nodiscard]] state canonical(state s) const { return s / 2 * 2; }
  [[nodiscard]] std::uint64_t orbit_size(state) const { return said; }
  std::uint64_t said = 0;
};

TEST(counts_by_group, reject_orbit_sizes_that_overflow) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  constexpr position size = 6;  // three canonical positions
  for (const unsigned threads : {1U, 3U}) {
    EXPECT_EQ(group_totals_of(boastful{{size}, most / 3}, threads).all().counts.tie, most);
    const auto message =
        testkit::error_of<contract_error>([&] { return group_totals_of(boastful{{size}, most / 3 + 1}, threads); });
    EXPECT_NE(message.find("orbit_size"), std::string::npos) << message;
  }
}

TEST(counts_by_group, reject_sums_over_threads_that_overflow) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(zermelo::detail::sum_of_orbits(most - 1, 1), most);
  EXPECT_THROW((void)zermelo::detail::sum_of_orbits(most, 1), contract_error);
}

/// Entries with great distances, one group each.
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

TEST(counts_by_group, reject_distances_too_large_for_the_number_of_groups) {
  constexpr std::uint32_t groups = 4;
  constexpr std::uint32_t farthest = max_distances / groups - 1;
  const counts_by_group group_totals = group_totals_of_entries(crowd{groups}, far_entries(groups, farthest), 1, silent);
  EXPECT_EQ(group_totals.all().by_distance.at(farthest).tie, groups);
  EXPECT_THROW((void)group_totals_of_entries(crowd{groups}, far_entries(groups, farthest + 1), 1, silent),
               resource_error);
  // Rejected before memory is allocated.
  EXPECT_THROW((void)group_totals_of_entries(crowd{1}, far_entries(1, no_distance - 1), 1, silent), resource_error);
}

TEST(counts_by_group, stop_on_request) {
  EXPECT_THROW((void)group_totals_of_entries(ranked_line(), solution_of(ranked_line()), 2, stopping), interrupted);
}

}  // namespace
}  // namespace zermelo::test::count_by_group_test
