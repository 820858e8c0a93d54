// SPDX-License-Identifier: MIT
// Tests that solvers continue with wider words if a number does not fit a word, or fail if no width suffices.
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/degree_array.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "solve/expect_same_solution.hpp"
#include "table_game.hpp"

namespace zermelo::test::word_widths_test {
namespace {

constexpr std::uint32_t narrow_limit = packed_word<std::uint16_t>::max_low;
constexpr std::uint32_t wide_limit = packed_word<std::uint32_t>::max_low;
constexpr std::uint32_t end_limit = zermelo::detail::max_end_distance;
constexpr position_value drawn{outcome::draw, no_distance};

/// Solves with every engine, on 1 and 2 threads; all must return `expected`. Returns the bytes per word.
std::size_t expect_solved(const table_game& game, const std::vector<position_value>& expected) {
  std::size_t bytes = 0;
  for (const unsigned threads : {1U, 2U}) {
    const solution by_explicit = solve_explicit(game, {threads});
    EXPECT_EQ(entries_of(by_explicit.values), expected) << threads << " threads";
    const solution by_implicit = solve_implicit(game, {threads});
    EXPECT_EQ(entries_of(by_implicit.values), expected) << threads << " threads";
    EXPECT_EQ(by_explicit.values.bytes_per_position(), by_implicit.values.bytes_per_position());
    bytes = by_implicit.values.bytes_per_position();
  }
  EXPECT_EQ(entries_of(solve_queue(game)), expected);
  EXPECT_TRUE(verify(game, expected).accepted());
  return bytes;
}

std::vector<position_value> alternating(std::uint32_t size, std::uint32_t first_distance) {
  std::vector<position_value> values(size);
  for (std::uint32_t v = 0; v < size; ++v) {
    values[v] = {v % 2 == 0 ? outcome::win : outcome::loss, first_distance + v};
  }
  return values;
}

TEST(word_widths, longest_narrow_distance_needs_no_wide_words) {
  constexpr std::uint32_t size = narrow_limit + 1;  // the last position is lost in narrow_limit plies
  game_table table = path(size, result::won_by(player::first));
  std::vector<position_value> expected = alternating(size, 0);
  // The last wave reaches this position but does not decide it, since the second player may stay.
  table.rows.push_back({true, player::second, std::nullopt, {}, {size - 1, size}});
  expected.push_back(drawn);
  EXPECT_EQ(expect_solved(table_game(table), expected), 2U);

  // The last wave decides this position and its predecessors, by counting moves and at once.
  table.rows.push_back({true, player::second, std::nullopt, {}, {size - 1, size - 2}});
  expected.push_back({outcome::loss, size});
  table.rows.push_back({true, player::first, std::nullopt, {}, {size - 1, size}});
  expected.push_back({outcome::win, size});
  table.rows.push_back({true, player::second, std::nullopt, {}, {size + 2}});
  expected.push_back({outcome::loss, size + 1});
  EXPECT_EQ(expect_solved(table_game(table), expected), 4U);
}

TEST(word_widths, words_widen_in_the_middle_of_a_solve) {
  constexpr std::uint32_t size = 10'000;
  game_table table = path(size, result::won_by(player::first));
  std::vector<position_value> expected = alternating(size, 0);
  // In addition to the path: a draw, a position that waits for both ends of the path, and an unused index. Widening
  // must preserve counters, players to move and unused indices.
  table.rows.push_back({true, player::second, std::nullopt, {}, {size}});
  expected.push_back(drawn);
  table.rows.push_back({true, player::second, std::nullopt, {}, {0, size - 1, 0}});
  expected.push_back({outcome::loss, size});
  table.rows.push_back({false, player::first, std::nullopt, {}, {}});
  expected.push_back({});
  EXPECT_EQ(expect_solved(table_game(table), expected), 4U);
}

TEST(word_widths, words_widen_for_ties_only_when_needed) {
  for (const std::optional<player> infinite_play : {std::optional<player>{}, std::optional(player::second)}) {
    for (const std::uint32_t size : {narrow_limit + 1, narrow_limit + 2, 10'000U}) {
      game_table table = path(size, result::tied());
      table.infinite_play = infinite_play;
      std::vector<position_value> expected(size);
      for (std::uint32_t v = 0; v < size; ++v) expected[v] = {outcome::tie, v};
      // With a separate short win, all wins are known before the words widen.
      table.rows.push_back({true, player::first, result::won_by(player::first), {}, {}});
      expected.push_back({outcome::win, 0});
      if (size > narrow_limit + 1) {  // add a position with a choice
        table.rows.push_back({true, player::second, std::nullopt, {}, {size, size - 1}});
        expected.push_back({outcome::tie, size});
      }
      EXPECT_EQ(expect_solved(table_game(table), expected), size == narrow_limit + 1 ? 2U : 4U);
    }
  }
}

/// A position of the second player with `degree` moves to two terminals, and a position that leads only to itself.
game_table star(std::uint32_t degree) {
  game_table table;
  table.rows.resize(3);
  table.rows[0].terminal = result::won_by(player::first);
  table.rows[1].terminal = result::won_by(player::first, 4);
  table.rows[2].to_move = player::second;
  table.rows[2].successors.assign(degree, 0);
  table.rows[2].successors.back() = 1;
  return table;
}

TEST(word_widths, words_widen_for_large_out_degrees) {
  const std::vector<position_value> expected{{outcome::win, 0}, {outcome::win, 4}, {outcome::loss, 5}};
  EXPECT_EQ(expect_solved(table_game(star(narrow_limit)), expected), 2U);
  EXPECT_EQ(expect_solved(table_game(star(narrow_limit + 1)), expected), 4U);
  for (const std::uint32_t degree : {65'534U, 65'535U, 65'536U, 100'000U}) {
    EXPECT_EQ(expect_solved(table_game(star(degree)), expected), 4U) << degree;
  }
}

TEST(word_widths, degree_array_stores_large_degrees) {
  const std::vector<std::uint64_t> degrees{0, 65'534, 65'535, 65'536, 1, std::uint64_t{1} << 40};
  std::mutex guard;
  degree_array array(degrees.size());
  for (std::size_t v = 0; v < degrees.size(); ++v) array.set(v, degrees[v], guard);
  for (std::size_t v = 0; v < degrees.size(); ++v) EXPECT_EQ(array[v], degrees[v]);
}

TEST(word_widths, rejects_distances_that_exceed_wide_words) {
  // The distance of a terminal itself.
  expect_all_reject(table_game(path(1, result::won_by(player::second, end_limit + 1))),
                    "position 0: ... 268435455 ... 1 point, got 268435456");
  // Distances found during the solve, with margins.
  for (const result& end : {result::won_by(player::second, 16'382), result::tied(16'382)}) {
    game_table table = path(3, end);
    table.max_margin = result::largest_margin;
    expect_all_reject(table_game(table), "the distance 16384 ... 16383");
  }

  const table_game farthest(path(1, result::won_by(player::second, no_distance)));
  EXPECT_THROW((void)solve_queue(farthest), contract_error);
  EXPECT_THROW((void)solve_implicit(farthest, {}), contract_error);
  game_table nearer = path(3, result::tied(16'381));
  nearer.max_margin = result::largest_margin;
  EXPECT_EQ(entries_of(solve_implicit(table_game(nearer), {1}).values), iterate_margins(nearer));

  const table_game just_right(path(2, result::won_by(player::first, end_limit)));
  EXPECT_EQ(expect_solved(just_right, alternating(2, end_limit)), 4U);
}

/// A graph of one vertex that claims more moves than any word can count.
struct crowded_graph {
  using vertex_descriptor = std::uint32_t;
  friend std::uint64_t num_vertices(const crowded_graph&) { return 1; }
  [[nodiscard]] std::uint64_t num_successors(vertex_descriptor) const { return std::uint64_t{wide_limit} + 1; }
  template <class Callback>
  void for_each_predecessor(vertex_descriptor, const Callback&) const {}
};

struct plain_labels {
  [[nodiscard]] position_label label(std::uint32_t) const { return {}; }
  [[nodiscard]] result no_moves(std::uint32_t) const { return {}; }
  [[nodiscard]] std::optional<player> infinite_play() const { return std::nullopt; }
};

TEST(word_widths, rejects_out_degree_that_exceeds_wide_words) {
  EXPECT_PRED_FORMAT2(
      testkit::matches_pattern, "...number of moves 536870912 ... 536870911",
      testkit::error_of<contract_error>([] { return retrograde_analysis(crowded_graph(), plain_labels()); }));
}

}  // namespace
}  // namespace zermelo::test::word_widths_test
