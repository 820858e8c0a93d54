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

namespace zermelo::test::take_census_test {
namespace {

struct token {
  int cell = 0;
  player turn = player::first;
  friend bool operator==(const token&, const token&) = default;
};

/// A token on a line of cells, pushed one or two to either side. First wins at both ends, the cells beside them are
/// walls, and who is pushed into the middle has tied. Groups are cells by how far they are from the nearer end.
class line {
 public:
  using state = token;
  static constexpr int cells = 19;

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (from_end(s) == 0) return result::won_by(player::first);
    if (s.cell == cells / 2 && s.turn == player::second) return result::tied();
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  [[nodiscard]] bool is_legal(const state& s) const { return s.cell >= 0 && s.cell < cells && from_end(s) != 1; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const int step : {-2, -1, 1, 2}) {
      const state to{s.cell + step, opponent(s.turn)};
      if (is_legal(to)) f(to);
    }
  }
  [[nodiscard]] state start() const { return {cells / 2, player::first}; }
  [[nodiscard]] static int from_end(const state& s) { return std::min(s.cell, cells - 1 - s.cell); }
  [[nodiscard]] std::uint32_t group_of(const state& s) const { return 10 * static_cast<std::uint32_t>(from_end(s)); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return "cell " + std::to_string(group / 10); }
};

class ranked_line : public line {
 public:
  [[nodiscard]] position num_positions() const { return 2 * cells; }
  [[nodiscard]] position rank(const state& s) const { return index_of(s.turn) * cells + static_cast<position>(s.cell); }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<int>(p % cells), p < cells ? player::first : player::second};
  }
};

/// The same with the hook for states in order.
class ordered_line : public ranked_line {
 public:
  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    for (position p = first; p != last; ++p) f(unrank(p));
  }
};

/// A line and its mirror image are the same.
template <class Line>
class mirrored : public Line {
 public:
  [[nodiscard]] token canonical(const token& s) const { return {Line::from_end(s), s.turn}; }
  [[nodiscard]] std::uint64_t orbit_size(const token& s) const {
    return token{Line::cells - 1 - s.cell, s.turn} == s ? 1 : 2;
  }
};

/// An instance may be left as it is.
class unfolded_line : public ranked_line {
 public:
  [[nodiscard]] bool uses_canonical() const { return false; }
  [[nodiscard]] token canonical(const token& s) const { return {from_end(s), s.turn}; }
  [[nodiscard]] std::uint64_t orbit_size(const token&) const { return 2; }
};

class packed_line : public line {
 public:
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return 2 * static_cast<std::uint64_t>(s.cell) + index_of(s.turn);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<int>(key / 2), static_cast<player>(key % 2)};
  }
};

template <class G>
value_table solution_of(const G& game) {
  solve_visitor silent;
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
  work_monitor silent;
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
      const token s = game.unrank(p);
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

/// As a table keeps them.
class keys_elsewhere final : public position_keys {
 public:
  explicit keys_elsewhere(std::shared_ptr<const position_keys> keys) : m_keys(std::move(keys)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_keys->size(); }
  [[nodiscard]] key_width width() const override { return m_keys->width(); }
  void read(position first, std::span<wide_key> keys) const override { m_keys->read(first, keys); }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override { return m_keys->find(key); }

 private:
  std::shared_ptr<const position_keys> m_keys;
};

TEST(take_census, reads_keys_that_are_not_in_memory) {
  const auto explored = with_ranking(mirrored<packed_line>());
  explored_game<mirrored<packed_line>> numbered{mirrored<packed_line>()};
  numbered.numbering().number_by(std::make_shared<keys_elsewhere>(explored.numbering().keys()));
  work_monitor silent;
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

TEST(take_census, refuses_more_groups_than_anybody_reads) {
  EXPECT_EQ(census_of(crowd{max_groups}).groups.size(), max_groups);
  EXPECT_THROW((void)census_of(crowd{max_groups + 1}, 1), contract_error);
}

TEST(take_census, of_positions_without_colour_has_one_turn) {
  const position_census census = census_of(crowd{3});
  ASSERT_EQ(census.groups.size(), 3U);
  for (const group_tally& group : census.groups) EXPECT_EQ(group.to_move, player::first);
}

TEST(take_census, refuses_entries_of_positions_that_are_none) {
  const ranked_line game;
  value_table values = solution_of(game);
  values.set(1, {outcome::win, 3}, player::first);
  work_monitor silent;
  EXPECT_THROW((void)census_of_entries(game, values, 1, silent), input_error);
}

TEST(take_census, refuses_entries_of_states_that_another_one_stands_for) {
  const mirrored<ranked_line> game;
  value_table values = solution_of(game);
  const position hole = ranked_line::cells - 1;  // a legal state; cell 0 stands for it
  ASSERT_EQ(values[hole].outcome, outcome::illegal);
  values.set(hole, {outcome::win, 0}, player::first);
  work_monitor silent;
  EXPECT_THROW((void)census_of_entries(game, values, 1, silent), input_error);
  EXPECT_THROW((void)census_of_entries(mirrored<ordered_line>(), values, 1, silent), input_error);
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
    try {
      (void)census_of(boastful{{size}, most / 3 + 1}, threads);
      ADD_FAILURE();
    } catch (const contract_error& refused) {
      EXPECT_NE(std::string(refused.what()).find("orbit_size"), std::string::npos) << refused.what();
    }
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
  work_monitor silent;
  const position_census census = census_of_entries(crowd{groups}, far_entries(groups, farthest), 1, silent);
  EXPECT_EQ(census.all().by_distance.at(farthest).tie, groups);
  EXPECT_THROW((void)census_of_entries(crowd{groups}, far_entries(groups, farthest + 1), 1, silent), resource_error);
  // Refused before anything is allocated for it.
  EXPECT_THROW((void)census_of_entries(crowd{1}, far_entries(1, no_distance - 1), 1, silent), resource_error);
}

TEST(take_census, stops_when_it_is_asked_to) {
  class stopper : public work_monitor {
   public:
    [[nodiscard]] bool stop_requested() const override { return true; }
  };
  stopper stops;
  EXPECT_THROW((void)census_of_entries(ranked_line(), solution_of(ranked_line()), 2, stops), interrupted);
}

}  // namespace
}  // namespace zermelo::test::take_census_test
