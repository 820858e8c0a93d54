// SPDX-License-Identifier: MIT
// Tests that the verifier of games in product form accepts solutions, and rejects the same entries of changed solutions
// as verify_solution, which checks position by position.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "product/cops_and_robbers_game.hpp"
#include "product/product_values.hpp"
#include "product/random_product_game.hpp"

namespace zermelo::test::verify_product_test {
namespace {

/// The same entries with the greatest bound of distances.
class far_bound final : public solution_entries {
 public:
  explicit far_bound(const solution_entries& entries) : m_entries(entries) {}
  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  void read(position first, std::span<position_value> entries) const override { m_entries.read(first, entries); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return packed_word<std::uint32_t>::max_low; }

 private:
  const solution_entries& m_entries;
};

/// The parts of a report that must be equal for both verifiers.
void expect_same(const verify_report& found, const verify_report& expected) {
  EXPECT_EQ(found.checked, expected.checked);
  EXPECT_EQ(found.wrong, expected.wrong);
  ASSERT_EQ(found.first.size(), expected.first.size());
  for (std::size_t i = 0; i < found.first.size(); ++i) {
    EXPECT_EQ(found.first[i].at, expected.first[i].at);
    EXPECT_EQ(found.first[i].stored, expected.first[i].stored);
    EXPECT_EQ(found.first[i].reason, expected.first[i].reason);
  }
}

position_value random_value(random_generator& random, std::uint32_t most_plies) {
  const auto o = static_cast<outcome>(random.below(num_outcomes));
  if (o == outcome::draw || o == outcome::illegal) return {o, no_distance};
  return {o, static_cast<std::uint32_t>(random.below(most_plies + 1))};
}

/// Changes some random entries.
void spoil(value_table& values, std::uint64_t how_many, std::uint32_t most_plies, random_generator& random) {
  for (; how_many > 0; --how_many) {
    const position p = random.below(values.size());
    values.set(p, random_value(random, most_plies), values.to_move(p));
  }
}

TEST(verify_product, agrees_with_verify_solution) {
  random_generator random(11);
  std::uint64_t rejected = 0;
  for (std::uint64_t number = 0; number < 400 && !HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    random_product_shape shape = varied_product_shape(random, number);
    if (number % 4 == 0) shape.drawn_chance = 0.5;
    const random_product_game game(random, shape);
    const product_solution solved = solve_product(game, 1, silent);
    for (const unsigned threads : {1U, 2U}) {
      const verify_report report = verify_product(game, solved, threads, silent);
      EXPECT_TRUE(report.accepted()) << report.first.front().reason;
      EXPECT_EQ(report.checked, game.num_positions());
      EXPECT_EQ(report.edges, solved.edges());
    }
    value_table values = values_of(solved);
    spoil(values, 1 + random.below(4), solved.distance_bound() + 2, random);
    const verify_report expected = verify_solution(game, values, 2, silent);
    rejected += expected.accepted() ? 0 : 1;
    expect_same(verify_product(game, values, 2, silent), expected);
    expect_same(verify_product(game, far_bound(values), 2, silent), expected);
    EXPECT_TRUE(verify_product(game, far_bound(solved), 1, silent).accepted());
  }
  EXPECT_GT(rejected, 300U);
}

TEST(verify_product, finds_every_changed_entry) {
  random_generator random(12);
  for (std::uint64_t number = 0; number < 12; ++number) {
    random_product_shape shape = varied_product_shape(random, 2);
    if (number % 2 == 0) shape.drawn_chance = 0.5;
    const random_product_game game(random, shape);
    value_table values = values_of(solve_product(game, 1, silent));
    for (position p = 0; p < values.size(); p += 1 + values.size() / 500) {
      const position_value right = values[p];
      for (const outcome o : {outcome::illegal, outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
        const bool has_distance = o != outcome::illegal && o != outcome::draw;
        for (const std::uint32_t plies : {0U, right.distance_plies + 1, right.distance_plies - 1}) {
          const position_value other{o, has_distance ? plies % 5000 : no_distance};
          if (other == right) continue;
          values.set(p, other, values.to_move(p));
          ASSERT_FALSE(verify_product(game, values, 1, silent).accepted()) << "position " << p;
          ASSERT_FALSE(verify_product(game, far_bound(values), 1, silent).accepted()) << "position " << p;
        }
      }
      values.set(p, right, values.to_move(p));
    }
  }
}

TEST(verify_product, checks_all_positions_and_ranges_with_few_cached_rows) {
  // More rows than fit the window: the rows of distant nodes replace others.
  const cops_and_robbers game(grid_board(12, 12), 2);
  const product_solution solved = solve_product(game, 2, silent);
  const auto run_at = [&solved](position p) { return solved.run_at(p); };
  const summarizing_entries summed(solved, run_at);
  EXPECT_TRUE(verify_product(game, summed, 2, silent).accepted());
  // Every entry was read once.
  EXPECT_EQ(summed.summary(), summarize(solved, run_at, 2, silent));
  EXPECT_EQ(summed.summary(), summarize(values_of(solved, 2), 2));

  value_table values = values_of(solved, 2);
  const position n = values.size();
  const position turn = n / 2;
  constexpr position row = 144;
  for (const position p :
       {position{0}, n / 7, turn - 1, turn, turn + 300 * row - 1, turn + 300 * row, turn + 15'000 * row, n - 1}) {
    values.set(p, {outcome::win, 77}, values.to_move(p));
  }
  for (const index_range range : {index_range{0, n}, index_range{turn + 300 * row, turn + 15'000 * row},
                                  index_range{0, turn}, index_range{turn + 15'000 * row, n}}) {
    verify_scope scope(2);
    scope.ranges = {range};
    const verify_report expected = verify_solution(game, values, scope, silent);
    EXPECT_FALSE(expected.accepted());
    expect_same(verify_product(product_rules_of(game), values, {range}, 2, silent), expected);
  }
}

TEST(verify_product, checks_selected_rows_of_selected_turns) {
  random_generator random(14);
  std::uint64_t rejected = 0;
  for (std::uint64_t number = 0; number < 300 && !HasFailure(); ++number) {
    SCOPED_TRACE(fmt::format("game {}", number));
    const random_product_game game(random, varied_product_shape(random, number));
    const product_form form = game.product();
    const product_index index(form);
    value_table values = values_of(solve_product(game, 1, silent));
    spoil(values, random.below(4), 9, random);
    const std::uint64_t first = random.below(index.num_rows());
    const std::uint64_t size = 1 + random.below(index.num_rows() - first);
    verify_scope scope(1 + static_cast<unsigned>(number % 2));
    scope.ranges.clear();
    for (std::size_t turn = random.below(form.turns.size()); turn < form.turns.size(); ++turn) {
      const position begin = index.first_position(turn, first);
      scope.ranges.push_back({begin, begin + size * index.row_length()});
      EXPECT_EQ(are_whole_rows(form, {index_range{begin, begin + 1}}), index.row_length() == 1);
    }
    EXPECT_TRUE(are_whole_rows(form, scope.ranges));
    const verify_report expected = verify_solution(game, values, scope, silent);
    rejected += expected.accepted() ? 0 : 1;
    expect_same(verify_product(product_rules_of(game), values, scope.ranges, scope.threads, silent), expected);
  }
  EXPECT_GT(rejected, 50U);
}

TEST(verify_product, entry_scores_preserve_every_entry_up_to_max_distance) {
  using narrow = entry_scores<std::int16_t>;
  for (const player whom : {player::first, player::second}) {
    for (const auto infinite_play : {std::optional<player>(), std::optional(whom)}) {
      const narrow scores(whom, infinite_play);
      for (const std::uint32_t plies : {0U, 1U, 100U, narrow::max_distance - 1, narrow::max_distance}) {
        for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
          const position_value entry{o, plies};
          EXPECT_EQ(scores.entry(scores.score(entry, whom)), entry);
          const position_value back{o, plies + 1};
          if (plies == narrow::max_distance) continue;
          EXPECT_EQ(scores.one_ply_back(scores.score(entry, whom)), scores.score(back, whom));
        }
      }
      const position_value drawn{outcome::draw, no_distance};
      EXPECT_EQ(scores.entry(scores.score(drawn, whom)), drawn);
      EXPECT_EQ(scores.one_ply_back(scores.score(drawn, whom)), scores.score(drawn, whom));
      EXPECT_EQ(scores.score({outcome::draw, 3}, whom), narrow::illegal);
      // One ply beyond the greatest distance does not fit any entry.
      for (const outcome o : {outcome::win, outcome::loss, outcome::tie}) {
        const auto beyond = scores.one_ply_back(scores.score({o, narrow::max_distance}, whom));
        for (const outcome other : {outcome::win, outcome::loss, outcome::tie}) {
          for (const std::uint32_t plies : {0U, narrow::max_distance}) {
            EXPECT_NE(beyond, scores.score({other, plies}, whom));
          }
        }
        EXPECT_NE(beyond, scores.score(drawn, whom));
      }
    }
  }
}

TEST(verify_product, stops_on_request) {
  const cops_and_robbers game(grid_board(3, 3), 1);
  const product_solution solved = solve_product(game, 1, silent);
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_THROW((void)verify_product(game, solved, threads, stopping), interrupted);
  }
}

TEST(verify_scope, samples_one_position_of_every_range) {
  for (const std::uint64_t positions : {1ULL, 2ULL, 10ULL, 1000ULL, (1ULL << 40) + 7}) {
    for (const std::uint64_t sample : {1ULL, 2ULL, 9ULL, 10ULL, 333ULL}) {
      const verify_scope scope(1, sample);
      if (sample >= positions) {
        EXPECT_EQ(num_to_check(positions, scope), positions);
        EXPECT_EQ(position_to_check(positions, scope, positions - 1), positions - 1);
        continue;
      }
      ASSERT_EQ(num_to_check(positions, scope), sample);
      std::set<position> drawn;
      for (std::uint64_t i = 0; i < sample; ++i) drawn.insert(position_to_check(positions, scope, i));
      EXPECT_EQ(drawn.size(), sample);
      EXPECT_LT(*drawn.rbegin(), positions);
      // From the first range to the last.
      EXPECT_LE(*drawn.begin(), positions / sample);
      EXPECT_GE(*drawn.rbegin() + positions / sample + 1, positions);
    }
  }
}

TEST(verify_solution, whole_sample_of_a_wholly_wrong_table_is_counted_as_wrong) {
  const cops_and_robbers game(grid_board(5, 5), 1);
  value_table values = values_of(solve_product(game, 1, silent));
  const auto verify_sample = [&](std::uint64_t sample) { return verify_solution(game, values, {2, sample}, silent); };
  EXPECT_TRUE(verify_sample(100).accepted());
  for (position p = 0; p < values.size(); ++p) values.set(p, {outcome::tie, 3}, values.to_move(p));
  EXPECT_EQ(verify_sample(100).wrong, 100U);
  EXPECT_EQ(verify_sample(1).wrong, 1U);
}

TEST(verify_solution, shares_of_a_sample_find_as_many_wrong_entries_as_the_whole) {
  const cops_and_robbers game(grid_board(5, 5), 1);
  value_table values = values_of(solve_product(game, 1, silent));
  for (position p = 0; p < values.size(); p += 3) values.set(p, {outcome::tie, 3}, values.to_move(p));
  for (const std::uint64_t sample : {7U, 100U}) {
    verify_scope scope(1, sample);
    const verify_report whole = verify_solution(game, values, scope, silent);
    verify_report together;
    for (const index_range numbers : {index_range{0, 4}, index_range{4, 5}, index_range{5, 5}, index_range{5, 1'000}}) {
      scope.numbers = numbers;
      together.add(verify_solution(game, values, scope, silent));
    }
    EXPECT_GT(whole.wrong, 0U);
    EXPECT_EQ(together.checked, sample);
    EXPECT_EQ(together.wrong, whole.wrong);
  }
}

TEST(load_values, stores_entries_of_ranges_one_after_the_other) {
  const cops_and_robbers game(grid_board(4, 4), 1);
  const value_table whole = values_of(solve_product(game, 1, silent));
  const auto run_at = [&whole](position p) { return to_move_run{whole.to_move(p), p + 1}; };
  const std::vector<index_range> ranges{{3, 10}, {10, 10}, {100, 107}, {200, whole.size()}};
  const value_table values = load_values(whole, ranges, run_at, 2, silent);
  std::uint64_t next = 0;
  for (const index_range& range : ranges) {
    for (position p = range.begin; p < range.end; ++p, ++next) {
      ASSERT_EQ(values[next], whole[p]);
      ASSERT_EQ(values.to_move(next), whole.to_move(p));
    }
  }
  EXPECT_EQ(next, values.size());
}

TEST(sample_share, shares_of_consecutive_ranges_add_up_to_the_sample) {
  random_generator random(20261126);
  for (int trial = 0; trial < 1000; ++trial) {
    const std::uint64_t positions = 1 + random.below(500);
    const std::uint64_t sample = 1 + random.below(positions);
    std::uint64_t sum = 0;
    for (std::uint64_t begin = 0; begin < positions;) {
      const std::uint64_t size = std::min(positions - begin, random.below(40));
      const std::uint64_t share = share_of_sample(positions, sample, {begin, begin + size});
      EXPECT_LE(share, size);
      sum += share;
      begin += size;
    }
    EXPECT_EQ(sum, sample);
  }
}

TEST(sample_share, is_proportional_to_the_range) {
  EXPECT_EQ(share_of_sample(100, 10, {0, 50}), 5U);
  EXPECT_EQ(share_of_sample(100, 10, {50, 100}), 5U);
  EXPECT_EQ(share_of_sample(100, 10, {1, 10}), 0U);
  EXPECT_EQ(share_of_sample(100, 100, {7, 9}), 2U);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(share_of_sample(most, most, {5, most}), most - 5);
}

}  // namespace
}  // namespace zermelo::test::verify_product_test
