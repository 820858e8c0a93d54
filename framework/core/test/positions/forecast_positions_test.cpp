// SPDX-License-Identifier: MIT
// Tests lower bounds of the size of games against positions that are counted in another way.
#include <zermelo/core/positions/forecast_positions.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "positions/heap_games.hpp"
#include "visitors.hpp"

namespace zermelo::test::forecast_positions_test {
namespace {

template <class G>
position_forecast forecast(const G& game, const forecast_budget& budget) {
  return forecast_positions(key_rules_of_game<G>(game), budget, silent);
}

/// [ply]: the number of positions of the game of two heaps first reached at this ply, counted with a set.
std::vector<std::uint64_t> layers_of(const heap_game& game) {
  std::set<std::uint64_t> known{game.pack(game.start())};
  std::vector<heap_state> layer{game.start()};
  std::vector<std::uint64_t> sizes;
  while (!layer.empty()) {
    sizes.push_back(layer.size());
    std::vector<heap_state> next;
    for (const heap_state& s : layer) {
      game.for_each_successor(s, [&](const heap_state& to) {
        if (known.insert(game.pack(to)).second) next.push_back(to);
      });
    }
    layer = next;
  }
  return sizes;
}

std::uint64_t sum_of_first(const std::vector<std::uint64_t>& sizes, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += sizes[i];
  return sum;
}

TEST(forecast_positions, complete_search_returns_exact_number_of_positions) {
  const heap_game game({30, 40});
  const std::vector<std::uint64_t> sizes = layers_of(game);
  const position_forecast found = forecast(game, {});
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(found.positions, sum_of_first(sizes, sizes.size()));
  EXPECT_EQ(found.expanded, found.positions);
  EXPECT_EQ(found.full_plies, sizes.size() - 1);
  EXPECT_FALSE(found.sample);
  EXPECT_EQ(found.min_positions(), found.positions);

  explored_game<heap_game> explored(game);
  const exploration_size size = explored.numbering().explore({}, silent);
  EXPECT_EQ(found.positions, size.positions);
  EXPECT_EQ(found.moves, size.moves);
}

TEST(forecast_positions, supports_both_key_widths_and_reduced_games) {
  const position_forecast narrow = forecast(heap_game({30, 40}), {});
  const position_forecast wide = forecast(wide_heap_game({30, 40}), {});
  EXPECT_EQ(wide.positions, narrow.positions);
  EXPECT_EQ(wide.moves, narrow.moves);
  explored_game<sorted_heap_game> reduced(sorted_heap_game({30, 40}));
  const exploration_size size = reduced.numbering().explore({}, silent);
  EXPECT_EQ(forecast(sorted_heap_game({30, 40}), {}).positions, size.positions);
}

TEST(forecast_positions, search_limited_in_positions_reports_number_of_complete_plies) {
  const heap_game game({200, 300});
  const std::vector<std::uint64_t> sizes = layers_of(game);
  for (const std::uint64_t max_positions : {1U, 100U, 3000U, 20'000U}) {
    forecast_budget budget;
    budget.max_positions = max_positions;
    budget.max_plays = 0;
    const position_forecast found = forecast(game, budget);
    EXPECT_FALSE(found.is_complete);
    EXPECT_FALSE(found.sample);
    EXPECT_GE(found.positions, max_positions);
    EXPECT_GE(found.positions, sum_of_first(sizes, found.full_plies + 1));
    EXPECT_LT(found.positions, sum_of_first(sizes, found.full_plies + 2)) << max_positions;
  }
}

TEST(forecast_positions, search_stops_at_memory_limit_and_on_callers_request) {
  const heap_game game({200, 300});
  forecast_budget budget;
  budget.max_plays = 0;
  budget.max_bytes = 1;
  EXPECT_EQ(forecast(game, budget).positions, 1U);
  budget = {};
  budget.max_plays = 0;
  std::uint64_t num_calls = 0;
  budget.is_search_over = [&num_calls] { return ++num_calls > 5; };
  const position_forecast found = forecast(game, budget);
  EXPECT_FALSE(found.is_complete);
  EXPECT_EQ(num_calls, 6U);
  EXPECT_EQ(found.full_plies, 5U) << "each of the first plies is one batch";
}

TEST(forecast_positions, search_stopped_after_few_checks_expands_few_positions) {
  const heap_game game({200, 300});
  forecast_budget budget;
  budget.max_plays = 0;
  std::uint64_t num_calls = 0;
  std::uint64_t few = 0;
  budget.is_search_over = [&num_calls, &few] { return ++num_calls > few; };
  for (few = 1; few < 40; ++few) {
    num_calls = 0;
    EXPECT_LE(forecast(game, budget).expanded, std::min<std::uint64_t>(16ULL << few, 1024 * few)) << few;
  }
  const position_forecast found = forecast(game, {});
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(found.expanded, found.positions) << "growing batches omit no position";
}

TEST(forecast_positions, sampled_bound_does_not_exceed_true_number_of_positions) {
  const heap_game heaps({400, 300});
  const std::vector<std::uint64_t> sizes = layers_of(heaps);
  forecast_budget budget;
  budget.max_positions = 1000;
  budget.max_plays = 20'000;
  const position_forecast found = forecast(heaps, budget);
  ASSERT_TRUE(found.sample);
  EXPECT_GE(found.sample->plays, 1000U);
  EXPECT_GT(found.sample->collisions, 0U);
  EXPECT_LE(found.min_positions(), sum_of_first(sizes, sizes.size()));

  const std::uint64_t size = 150'000;
  const position_forecast drawn = forecast(random_game(size), budget);
  ASSERT_TRUE(drawn.sample);
  EXPECT_LE(drawn.sample->min_positions, size);
  EXPECT_GT(drawn.sample->min_positions, 0U);
  const position_forecast again = forecast(random_game(size), budget);
  EXPECT_EQ(again.sample->min_positions, drawn.sample->min_positions) << "the bound depends only on game and budget";
  EXPECT_EQ(again.sample->ply, drawn.sample->ply);
}

/// Each move adds a digit, so that the positions at ply n are the b^n numbers of n digits, all equally likely.
class digits_game {
 public:
  using state = std::uint64_t;
  explicit digits_game(std::uint64_t base) : m_base(base) {}
  [[nodiscard]] player player_to_move(const state&) const { return player::first; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s >= m_end ? std::optional(result::won_by(player::first)) : std::nullopt;
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] state start() const { return 1; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (std::uint64_t digit = 0; digit < m_base; ++digit) f(s * m_base + digit);
  }
  [[nodiscard]] std::uint64_t pack(const state& s) const { return s; }
  [[nodiscard]] state unpack(std::uint64_t key) const { return key; }

 private:
  static constexpr std::uint64_t m_end = std::uint64_t{1} << 24;
  std::uint64_t m_base;
};

TEST(forecast_positions, sampled_bound_of_a_uniform_ply_is_tight) {
  forecast_budget budget;
  budget.max_positions = 100;
  budget.max_plays = 100'000;
  const position_forecast found = forecast(digits_game(2), budget);
  ASSERT_TRUE(found.sample);
  const double at_ply = std::ldexp(1.0, static_cast<int>(found.sample->ply));
  EXPECT_EQ(found.sample->ply, 24U);
  EXPECT_LE(static_cast<double>(found.sample->min_positions), at_ply);
  EXPECT_GE(static_cast<double>(found.sample->min_positions), 0.8 * at_ply);
}

TEST(forecast_positions, sampled_bound_follows_from_numbers_of_plays_collisions_and_triples) {
  EXPECT_EQ(min_positions_of(1001, 0, 0), 500'500U / 3);
  EXPECT_EQ(min_positions_of(1001, 100, 0), static_cast<std::uint64_t>(500'500.0 / 123));
  EXPECT_EQ(min_positions_of(1001, 100, 50), static_cast<std::uint64_t>(500'500.0 / 143));
  EXPECT_EQ(min_positions_of(2, 1, 0), 0U) << "one pair gives no bound";
}

TEST(forecast_positions, stops_on_request) {
  for (const int queries : {0, 3, 20}) {
    forecast_budget budget;
    budget.max_positions = 2000;
    testkit::stop_after monitor(queries);
    EXPECT_THROW((void)forecast_positions(key_rules_of_game<heap_game>(heap_game({200, 300})), budget, monitor),
                 interrupted);
  }
}

}  // namespace
}  // namespace zermelo::test::forecast_positions_test
