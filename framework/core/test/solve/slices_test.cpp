// SPDX-License-Identifier: MIT
// A solve in slices, from the values of finished slices, is the solve of the whole.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "solve/blocks_that_meet.hpp"
#include "table_game.hpp"

namespace zermelo::test::slices_test {
namespace {

/// The positions of one slice of a table as a graph of its own, with moves to slices before it.
struct slice {
  using vertex_descriptor = std::uint32_t;

  const game_table* table = nullptr;
  const std::vector<position_value>* values = nullptr;  ///< of the whole table, where they are known
  std::vector<std::uint32_t> members;                   ///< [vertex]: the position
  std::vector<std::vector<std::uint32_t>> inside;       ///< [vertex]
  std::vector<std::vector<std::uint32_t>> outside;      ///< [vertex]: positions
  std::uint32_t bound = 1;                              ///< of margins

  friend std::uint64_t num_vertices(const slice& s) { return s.members.size(); }

  [[nodiscard]] position_label label(std::uint64_t v) const {
    const table_row& row = table->rows[members[v]];
    return {row.is_legal, row.to_move, row.terminal};
  }
  [[nodiscard]] result no_moves(std::uint64_t v) const {
    EXPECT_TRUE(inside[v].empty() && outside[v].empty()) << "asked although there are moves";
    return table->rows[members[v]].no_moves;
  }
  [[nodiscard]] std::optional<player> infinite_play() const { return table->infinite_play; }
  [[nodiscard]] std::uint32_t max_margin() const { return bound; }
  template <class Callback>
  void for_each_outside(std::uint64_t v, const Callback& f) const {
    for (const std::uint32_t to : outside[v]) {
      const position_value value = (*values)[to];
      f(result_of(value, table->rows[to].to_move));
    }
  }
};

/// Walked forwards only: it is stored.
struct forward_slice : slice {
  template <class Callback>
  void for_each_successor(std::uint32_t v, const Callback& f) const {
    if (label(v).is_legal && !label(v).terminal) {
      for (const std::uint32_t to : inside[v]) f(to);
    }
  }
};

/// Walked backwards, without being stored.
struct backward_slice : slice {
  explicit backward_slice(const slice& s) : slice(s), predecessors(s.members.size()) {
    for (std::uint32_t v = 0; v < members.size(); ++v) {
      if (!label(v).is_legal || label(v).terminal) continue;
      for (const std::uint32_t to : inside[v]) predecessors[to].push_back(v);
    }
  }
  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const { return inside[v].size(); }
  template <class Callback>
  void for_each_predecessor(std::uint32_t v, const Callback& f) const {
    for (const std::uint32_t from : predecessors[v]) f(from);
  }
  std::vector<std::vector<std::uint32_t>> predecessors;
};
static_assert(!PredecessorGraph<forward_slice> && SuccessorGraph<forward_slice> && PredecessorGraph<backward_slice>);

/// Gives every position a slice, and leaves out the moves to later ones.
std::vector<std::uint32_t> slice_up(random_generator& random, game_table& table, std::uint32_t num_slices) {
  std::vector<std::uint32_t> slice_of(table.rows.size());
  for (auto& number : slice_of) number = static_cast<std::uint32_t>(random.below(num_slices));
  for (std::size_t p = 0; p < table.rows.size(); ++p) {
    std::erase_if(table.rows[p].successors, [&](std::uint32_t to) { return slice_of[to] > slice_of[p]; });
  }
  return slice_of;
}

slice slice_of_table(const game_table& table, const std::vector<std::uint32_t>& slice_of, std::uint32_t number,
                     const std::vector<position_value>& values) {
  slice s{&table, &values, {}, {}, {}, table.max_margin};
  std::vector<std::uint32_t> vertex_of_position(table.rows.size());
  for (std::uint32_t p = 0; p < table.rows.size(); ++p) {
    if (slice_of[p] != number) continue;
    vertex_of_position[p] = static_cast<std::uint32_t>(s.members.size());
    s.members.push_back(p);
  }
  for (const std::uint32_t p : s.members) {
    s.inside.emplace_back();
    s.outside.emplace_back();
    for (const std::uint32_t to : table.rows[p].successors) {
      if (slice_of[to] == number) {
        s.inside.back().push_back(vertex_of_position[to]);
      } else {
        s.outside.back().push_back(to);
      }
    }
  }
  return s;
}

TEST(blocks_and_slices, random_graphs_in_slices_are_solved_like_the_whole) {
  constexpr std::uint64_t num_graphs = 600;
  random_generator random(1302);
  std::array<std::uint64_t, num_outcomes> arrived{};
  std::uint64_t num_resumed = 0;
  std::uint64_t num_beyond = 0;
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    game_table table = random_table(random, scored_shape(random, number));
    const auto num_slices = static_cast<std::uint32_t>(1 + number % 4);
    const std::vector<std::uint32_t> slice_of = slice_up(random, table, num_slices);
    const std::vector<position_value> expected = iterate_values(table);
    const solution whole = solve_implicit(table_game(table), {1});
    ASSERT_EQ(entries_of(whole.values), expected) << number;

    const unsigned threads = 1 + static_cast<unsigned>(number / 4 % 2);
    const retrograde_options options{threads, number % 5 == 0 ? index_width::wide : index_width::narrow,
                                     edge_source::predecessors, 2};
    std::vector<position_value> values(table.rows.size());
    std::uint64_t edges = 0;
    for (std::uint32_t one = 0; one < num_slices; ++one) {
      slice part = slice_of_table(table, slice_of, one, values);
      if (number % 2 == 0) {  // the least bound, which positions in other slices may exceed
        part.bound = 1;
        for (const std::uint32_t p : part.members) {
          part.bound = std::max(part.bound, static_cast<std::uint32_t>(std::abs(expected[p].margin())));
        }
        for (const auto& moves : part.outside) {
          for (const std::uint32_t to : moves) {
            if (static_cast<std::uint32_t>(std::abs(values[to].margin())) > part.bound) ++num_beyond;
          }
        }
      }
      for (std::size_t v = 0; v < part.members.size(); ++v) {
        for (const std::uint32_t to : part.outside[v]) ++arrived[static_cast<std::size_t>(values[to].outcome)];
      }
      const backward_slice backward(part);
      const forward_slice forward{part};
      saver_of_wave saver(1 + static_cast<std::uint32_t>(number % 5));
      const solution implicit = retrograde_analysis(backward, backward, options, saver);
      const auto entries = entries_of(implicit.values);
      solve_visitor silent;
      ASSERT_EQ(entries_of(retrograde_analysis(forward, forward, options, silent).values), entries) << number;
      if (saver.saved) {
        ++num_resumed;
        saved_solve saved = std::move(*saver.saved);
        const solution resumed = retrograde_analysis(backward, backward, options, silent, &saved);
        ASSERT_EQ(entries_of(resumed.values), entries) << number;
        ASSERT_EQ(resumed.waves, implicit.waves) << number;
      }
      if (number % 3 == 0 && !entries.empty()) {
        const std::vector<std::uint64_t> ends = cut(random, entries.size(), 2 + number / 3 % 3);
        const std::vector<solve_visitor*> nobody(ends.size(), &silent);
        const blocks_result blocks = solve_in_blocks(backward, backward, ends, options, nobody);
        ASSERT_EQ(blocks.errors, std::vector<std::string>(ends.size())) << number;
        ASSERT_EQ(entries_of_blocks(blocks), entries) << number;
      }
      for (std::size_t v = 0; v < entries.size(); ++v) {
        ASSERT_EQ(entries[v], expected[part.members[v]])
            << "graph " << number << ", slice " << one << ", position " << part.members[v];
        values[part.members[v]] = entries[v];
      }
      edges += implicit.edges;
    }
    ASSERT_EQ(edges, whole.edges) << number;
  }
  for (const outcome o : {outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
    EXPECT_GT(arrived[static_cast<std::size_t>(o)], num_graphs / 2) << to_string(o);
  }
  EXPECT_GT(num_resumed, num_graphs / 3);
  EXPECT_GT(num_beyond, num_graphs / 40);
}

/// One vertex of the first player with moves to the outside alone.
struct lonely_slice {
  using vertex_descriptor = std::uint32_t;
  std::vector<result> outside;
  std::optional<player> endless;
  std::uint32_t bound = 1;

  friend std::uint64_t num_vertices(const lonely_slice&) { return 1; }
  [[nodiscard]] static std::uint64_t num_successors(std::uint64_t) { return 0; }
  template <class Callback>
  void for_each_predecessor(std::uint32_t, const Callback&) const {}
  [[nodiscard]] static position_label label(std::uint64_t) { return {}; }
  [[nodiscard]] static result no_moves(std::uint64_t) { return result::won_by(player::second, 1000); }
  [[nodiscard]] std::optional<player> infinite_play() const { return endless; }
  [[nodiscard]] std::uint32_t max_margin() const { return bound; }
  template <class Callback>
  void for_each_outside(std::uint64_t, const Callback& f) const {
    for (const result& to : outside) f(to);
  }
};

solution solved_alone(std::vector<result> outside, std::optional<player> infinite_play = std::nullopt) {
  const lonely_slice graph{std::move(outside), infinite_play};
  return retrograde_analysis(graph, graph, {1});
}

position_value value_of(const std::vector<result>& outside, std::optional<player> infinite_play = std::nullopt) {
  const solution solved = solved_alone(outside, infinite_play);
  EXPECT_EQ(solved.edges, outside.size());
  return solved.values[0];
}

TEST(blocks_and_slices, values_from_outside_are_ordered_for_the_mover) {
  const result win = result::won_by(player::first, 7);
  const result late_win = result::won_by(player::first, 12);
  const result loss = result::won_by(player::second, 3);
  const result late_loss = result::won_by(player::second, 9);
  const result tie = result::tied(5);
  const result late_tie = result::tied(8);
  const result draw = result::drawn();
  const position_value drawn{outcome::draw, no_distance};
  EXPECT_EQ(value_of({late_win, win, late_win}), (position_value{outcome::win, 8}));
  EXPECT_EQ(value_of({loss, win, tie, draw}), (position_value{outcome::win, 8}));
  EXPECT_EQ(value_of({loss, late_loss, loss}), (position_value{outcome::loss, 10}));
  EXPECT_EQ(value_of({loss, late_tie, tie}), (position_value{outcome::tie, 6}));
  EXPECT_EQ(value_of({loss, draw}), drawn);
  EXPECT_EQ(value_of({tie, draw}), (position_value{outcome::tie, 6}));
  EXPECT_EQ(value_of({tie, draw}, player::first), drawn);
  EXPECT_EQ(value_of({tie, draw}, player::second), (position_value{outcome::tie, 6}));
  EXPECT_EQ(value_of({tie, late_tie, loss}, player::first), (position_value{outcome::tie, 9}));
  EXPECT_EQ(value_of({}), (position_value{outcome::loss, 1000}));
}

TEST(blocks_and_slices, margins_from_outside_come_before_distances) {
  const auto won = [](int points, std::uint32_t plies) { return result::scored(player::first, points, plies); };
  const auto value_within = [](std::uint32_t bound, std::vector<result> outside) {
    const lonely_slice graph{std::move(outside), std::nullopt, bound};
    return retrograde_analysis(graph, graph, {1}).values[0];
  };
  EXPECT_EQ(value_within(9, {won(2, 3), won(5, 12), won(5, 7), won(-9, 1)}), (position_value{outcome::win, 8, 4}));
  EXPECT_EQ(value_within(9, {won(-5, 3), won(-2, 9), won(-2, 4)}), (position_value{outcome::loss, 10, 1}));
  EXPECT_EQ(value_within(9, {won(-5, 3), result::tied(6)}), (position_value{outcome::tie, 7}));
  // A loss beyond the bound does not matter beside a better move.
  EXPECT_EQ(value_within(3, {won(-5, 3), result::tied(6)}), (position_value{outcome::tie, 7}));
  EXPECT_EQ(value_within(3, {won(-5, 3), won(-3, 2)}), (position_value{outcome::loss, 3, 2}));
  EXPECT_EQ(value_within(3, {won(-5, 3), result::drawn()}), (position_value{outcome::draw, no_distance}));
  const auto refusal_within = [&](std::uint32_t bound, std::vector<result> outside) -> std::string {
    try {
      (void)value_within(bound, std::move(outside));
    } catch (const contract_error& refused) {
      return refused.what();
    }
    return "";
  };
  const std::string refusal = "; max_margin is 3";
  EXPECT_EQ(refusal_within(3, {won(-5, 3), won(-4, 3)}), "position 0 has margin -4" + refusal);
  EXPECT_EQ(refusal_within(3, {won(4, 3), won(-1, 3)}), "position 0 has margin 4" + refusal);
}

TEST(blocks_and_slices, values_from_outside_widen_the_words_or_are_too_far_away) {
  constexpr std::uint32_t most_narrow = packed_word<std::uint16_t>::max_low;
  constexpr std::uint32_t most = packed_word<std::uint32_t>::max_low;
  const auto ends_at = [](std::uint32_t plies) {
    return std::array{std::pair(outcome::win, result::won_by(player::first, plies)),
                      std::pair(outcome::loss, result::won_by(player::second, plies)),
                      std::pair(outcome::tie, result::tied(plies))};
  };
  for (const std::uint32_t plies : {most_narrow - 1, most_narrow, most_narrow + 1, most - 1}) {
    for (const auto& [becomes, outside] : ends_at(plies)) {
      const solution solved = solved_alone({outside});
      EXPECT_EQ(solved.values[0], (position_value{becomes, plies + 1}));
      EXPECT_EQ(solved.values.bytes_per_position(), plies < most_narrow ? 2U : 4U) << plies;
    }
  }
  for (const auto& [becomes, outside] : ends_at(most)) {
    EXPECT_THROW((void)solved_alone({outside}), contract_error) << to_string(becomes);
  }
}

}  // namespace
}  // namespace zermelo::test::slices_test
