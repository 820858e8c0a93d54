// SPDX-License-Identifier: MIT
// Tests vertices whose moves out of a graph have known results. gains_graphs_test.cpp solves random games with slices.
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::test::slices_test {
namespace {

/// One vertex of the first player with moves only to the outside.
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

solution solved_slice(std::vector<result> outside, std::optional<player> infinite_play = std::nullopt) {
  const lonely_slice graph{std::move(outside), infinite_play};
  return retrograde_analysis(graph, graph, {1});
}

position_value value_of(const std::vector<result>& outside, std::optional<player> infinite_play = std::nullopt) {
  const solution solved = solved_slice(outside, infinite_play);
  EXPECT_EQ(solved.edges, outside.size());
  return solved.values[0];
}

TEST(blocks_and_slices, position_gets_the_best_boundary_value_for_the_player_to_move) {
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

TEST(blocks_and_slices, greater_margin_of_a_boundary_value_outranks_a_shorter_distance) {
  const auto won = [](int points, std::uint32_t plies) { return result::scored(player::first, points, plies); };
  const auto value_within = [](std::uint32_t bound, std::vector<result> outside) {
    const lonely_slice graph{std::move(outside), std::nullopt, bound};
    return retrograde_analysis(graph, graph, {1}).values[0];
  };
  EXPECT_EQ(value_within(9, {won(2, 3), won(5, 12), won(5, 7), won(-9, 1)}), (position_value{outcome::win, 8, 4}));
  EXPECT_EQ(value_within(9, {won(-5, 3), won(-2, 9), won(-2, 4)}), (position_value{outcome::loss, 10, 1}));
  EXPECT_EQ(value_within(9, {won(-5, 3), result::tied(6)}), (position_value{outcome::tie, 7}));
  // A loss beyond the bound does not matter if there is a better move.
  EXPECT_EQ(value_within(3, {won(-5, 3), result::tied(6)}), (position_value{outcome::tie, 7}));
  EXPECT_EQ(value_within(3, {won(-5, 3), won(-3, 2)}), (position_value{outcome::loss, 3, 2}));
  EXPECT_EQ(value_within(3, {won(-5, 3), result::drawn()}), (position_value{outcome::draw, no_distance}));
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return value_within(3, {won(-5, 3), won(-4, 3)}); }),
            "position 0 has margin -4; max_margin is 3");
  EXPECT_EQ(testkit::error_of<contract_error>([&] { return value_within(3, {won(4, 3), won(-1, 3)}); }),
            "position 0 has margin 4; max_margin is 3");
}

TEST(blocks_and_slices, distant_boundary_values_widen_words_or_are_rejected) {
  constexpr std::uint32_t most_narrow = packed_word<std::uint16_t>::max_low;
  constexpr std::uint32_t most = packed_word<std::uint32_t>::max_low;
  const auto ends_at = [](std::uint32_t plies) {
    return std::array{std::pair(outcome::win, result::won_by(player::first, plies)),
                      std::pair(outcome::loss, result::won_by(player::second, plies)),
                      std::pair(outcome::tie, result::tied(plies))};
  };
  for (const std::uint32_t plies : {most_narrow - 1, most_narrow, most_narrow + 1, most - 1}) {
    for (const auto& [becomes, outside] : ends_at(plies)) {
      const solution solved = solved_slice({outside});
      EXPECT_EQ(solved.values[0], (position_value{becomes, plies + 1}));
      EXPECT_EQ(solved.values.bytes_per_position(), plies < most_narrow ? 2U : 4U) << plies;
    }
  }
  for (const auto& [becomes, outside] : ends_at(most)) {
    EXPECT_THROW((void)solved_slice({outside}), contract_error) << to_string(becomes);
  }
}

}  // namespace
}  // namespace zermelo::test::slices_test
