// SPDX-License-Identifier: MIT
// Tests that slices without inner moves, solved for outcomes only, have the outcomes of the game solved as a whole, and
// that the verifier finds every wrong outcome.
#include <zermelo/core/slices/solve_outcomes.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/slices/summarize_outcomes.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "slices/relative_game.hpp"
#include "slices/sliced_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::solve_outcomes_test {
namespace {

/// A game with the hook solve_outcomes, which ranks outcomes by the preference of the player to move.
class solving_game : public sliced_game {
 public:
  using sliced_game::sliced_game;
  void solve_outcomes(std::uint32_t number, position first, position last,
                      std::span<const outcome_bits* const> finished, outcome_bits& found) const {
    position begin = 0;
    for (std::uint32_t s = 0; s < number; ++s) begin += m_slices[s].size;
    for (position own = first; own != last; ++own) {
      const table_row& row = m_table.rows[begin + own];
      int best = -1;
      if (row.is_legal && !row.terminal) {
        for (const std::uint32_t to : row.successors) {
          std::uint32_t there = 0;
          position i = to;
          while (i >= m_slices[there].size) i -= m_slices[there++].size;
          const outcome o = finished[there]->at(i);
          best = std::max(best, rank_of(raw_winner(o, m_table.rows[to].to_move), o, row.to_move));
        }
      }
      if (best < 0) {
        const result end = row.terminal ? *row.terminal : row.no_moves;
        best = rank_of(end.winner, end.is_drawn ? outcome::draw : outcome::tie, row.to_move);
      }
      found.set(own, best == 3   ? outcome::win
                     : best == 0 ? outcome::loss
                                 : evens(row.to_move)[static_cast<std::size_t>(best - 1)]);
    }
  }

 private:
  /// Tie and draw, in ascending order of preference of the player to move.
  [[nodiscard]] std::array<outcome, 2> evens(player to_move) const {
    if (m_table.infinite_play == to_move) return {outcome::tie, outcome::draw};
    return {outcome::draw, outcome::tie};
  }
  [[nodiscard]] int rank_of(std::optional<player> winner, outcome o, player to_move) const {
    if (winner) return *winner == to_move ? 3 : 0;
    return evens(to_move)[0] == o ? 1 : 2;
  }
};

/// Solves each slice with one wrong outcome, at another position in each call.
class careless_game : public solving_game {
 public:
  using solving_game::solving_game;
  void solve_outcomes(std::uint32_t number, position first, position last,
                      std::span<const outcome_bits* const> finished, outcome_bits& found) const {
    solving_game::solve_outcomes(number, first, last, finished, found);
    found.set(first, found.at(first) == outcome::loss ? outcome::win : outcome::loss);
  }
};

[[nodiscard]] value_table solve_whole(const table_game& game) { return solve_queue(game); }
template <class Table>
[[nodiscard]] value_table solve_whole(const relative_game<Table>& game) {
  return solve_by_queue(game, silent);
}

/// The outcomes of the whole game's entries, slice by slice. The outcomes of illegal positions are arbitrary.
[[nodiscard]] std::vector<outcome_bits> outcomes_of(std::span<const slice> slices, const value_table& values) {
  std::vector<outcome_bits> outcomes;
  for (position first = 0; const slice& s : slices) {
    outcome_bits& own = outcomes.emplace_back(s.size);
    for (position i = 0; i < s.size; ++i) {
      const outcome o = values[first + i].outcome;
      own.set(i, o == outcome::illegal ? outcome::tie : o);
    }
    first += s.size;
  }
  return outcomes;
}

template <class Game, class Callback>
void for_each_left_slice(const Callback& f, int games) {
  random_generator random(19);
  for (int number = 0; number < games; ++number) {
    sliced_table made = cut(random, random_table(random, varied_shape(random, static_cast<std::uint64_t>(number))));
    const bool is_acyclic = random.below(2) == 0;
    if (is_acyclic) {  // makes slices without inner moves more frequent
      position first = 0;
      for (std::uint32_t s = 0; s < made.slices.size(); first += made.slices[s].size, ++s) {
        if (s > 0) std::erase(made.slices[s].leads_to, s);
        for (position p = first; s > 0 && p < first + made.slices[s].size; ++p) {
          std::erase_if(made.table.rows[p].successors,
                        [&](std::uint32_t to) { return to >= first && to < first + made.slices[s].size; });
        }
      }
    }
    const Game game(std::move(made));
    const std::vector<slice> slices = game.slices();
    if (std::any_of(slices.begin(), slices.end(), [](const slice& s) { return s.size == 0; })) continue;
    const value_table expected = solve_whole(game);
    const std::vector<outcome_bits> outcomes = outcomes_of(slices, expected);
    for (const slice_group& group : slice_order(slices)) {
      if (group.has_inner_moves) continue;
      const std::uint32_t s = group.slices.front();
      const position first = slice_numbers(slices, group).of_game(0);
      std::vector<const outcome_bits*> finished(slices.size());
      for (const std::uint32_t to : slices[s].leads_to) finished[to] = &outcomes[to];
      f(game, s, first, expected, finished);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class Game>
class solve_outcomes_of : public testing::Test {};
using solved_games = testing::Types<sliced_game, leaving_game, relative_sliced_game<sliced_game>,
                                    relative_leaving_game<leaving_game>, solving_game>;
TYPED_TEST_SUITE(solve_outcomes_of, solved_games);

TYPED_TEST(solve_outcomes_of, equals_outcomes_of_the_unsliced_solution) {
  using Game = TypeParam;
  std::uint64_t slices = 0;
  outcome_counts counts;
  for_each_left_slice<Game>(
      [&](const Game& game, std::uint32_t s, position first, const value_table& expected, const auto& finished) {
        ++slices;
        const unsigned threads = 1 + s % 2;
        const solved_outcomes solved =
            solve_outcomes(rules_of_game<Game>(game), game.slices(), s, finished, threads, silent);
        EXPECT_EQ(solved.edges.has_value(), !HasSolveOutcomes<Game>);
        const auto bits = std::make_shared<outcome_bits>(game.slices()[s].size);
        for (position i = 0; i < bits->size(); ++i) bits->set(i, solved.outcomes.at(i));
        const rules_of_game<Game> rules(game);
        const outcome_entries entries(rules, first, bits);
        for (position i = 0; i < entries.size(); ++i) {
          ASSERT_EQ(entries[i], (position_value{expected[first + i].outcome, no_distance}))
              << "slice " << s << ", position " << i;
          counts.add(entries[i].outcome);
        }
        const slice_sums sums = summarize_outcomes(rules, first, *bits, threads, silent);
        ASSERT_EQ(sums.own.positions, entries.size());
        outcome_counts own;
        std::uint64_t signature = 0;
        std::uint64_t share = 0;
        for (position i = 0; i < entries.size(); ++i) {
          own.add(entries[i].outcome);
          if (entries[i].outcome == outcome::illegal) continue;
          signature += signature_term(i, entries[i]);
          share += signature_term(first + i, entries[i]);
        }
        ASSERT_EQ(sums.own.counts, own);
        ASSERT_TRUE(sums.own.by_distance.empty());
        ASSERT_EQ(sums.own.signature, signature);
        ASSERT_EQ(sums.share, share);
        const verify_report verified = verify_outcomes(rules, game.slices(), s, entries, finished, threads, silent);
        ASSERT_TRUE(verified.accepted()) << verified.first.front().reason;
        ASSERT_EQ(solved.edges.value_or(verified.edges.value()), verified.edges.value());
      },
      1'500);
  EXPECT_GT(slices, 500U);
  EXPECT_GT(counts.win, 500U);
  EXPECT_GT(counts.loss, 500U);
  EXPECT_GT(counts.tie, 100U);
  EXPECT_GT(counts.draw, 100U);
}

TEST(solve_outcomes, verifier_finds_each_wrong_outcome) {
  std::uint64_t changed = 0;
  for_each_left_slice<sliced_game>(
      [&](const sliced_game& game, std::uint32_t s, position first, const value_table& expected, const auto& finished) {
        std::vector<position_value> entries;
        for (position i = 0; i < game.slices()[s].size; ++i) {
          const position_value value = expected[first + i];
          entries.push_back({value.outcome, no_distance});
        }
        for (std::size_t i = 0; i < entries.size(); ++i) {
          const position_value right = entries[i];
          for (const outcome wrong : {outcome::illegal, outcome::win, outcome::loss, outcome::tie, outcome::draw}) {
            if (wrong == right.outcome) continue;
            entries[i].outcome = wrong;
            const listed_entries listed(entries);
            const verify_report found =
                verify_outcomes(rules_of_game<sliced_game>(game), game.slices(), s, listed, finished, 1, silent);
            ASSERT_EQ(found.wrong, 1U);
            ASSERT_EQ(found.first.front().at, first + i);
            ++changed;
          }
          entries[i] = right;
        }
      },
      300);
  EXPECT_GT(changed, 1'000U);
}

template <class Game>
void expect_errors() {
  game_table table;
  table.rows.resize(3);
  table.rows[1].successors = {0};
  table.rows[2].successors = {1};
  const Game game({table, {{"end", 1, {}}, {"rest", 2, {0}}}});
  const outcome_bits end(1);
  const auto message = [&](const std::vector<const outcome_bits*>& finished) {
    return testkit::error_of<contract_error>(
        [&] { return solve_outcomes(rules_of_game<Game>(game), game.slices(), 1, finished, 1, silent); });
  };
  EXPECT_EQ(message({&end, nullptr}), "a move stays in its slice, which declares no inner moves");
  EXPECT_EQ(message({nullptr, nullptr}), "a move leads to a slice without outcomes; solve that slice first");
}

TEST(solve_outcomes, rejects_missing_outcome_and_inner_move) {
  expect_errors<sliced_game>();
  expect_errors<leaving_game>();
}

TEST(solve_outcomes, check_game_reports_outcomes_that_contradict_the_moves) {
  game_table table = path(100, result::won_by(player::first));
  std::vector<slice> slices{{"end", 1, {}}};
  for (std::uint32_t i = 1; i < 100; ++i) slices.push_back({"s" + std::to_string(i), 1, {i - 1}});
  EXPECT_TRUE(testkit::check_contract(solving_game({table, slices}), check_scope{}).violations.empty());
  const check_report found = testkit::check_contract(careless_game({table, slices}), check_scope{});
  ASSERT_FALSE(found.violations.empty());
  EXPECT_NE(found.violations.front().find("solve_outcomes returns"), std::string::npos) << found.violations.front();
}

TEST(outcome_bits, return_stored_outcomes) {
  random_generator random(4);
  for (const std::uint64_t size : {1U, 31U, 32U, 33U, 1000U}) {
    outcome_bits bits(size);
    ASSERT_EQ(bits.words().size(), (size + 31) / 32);
    ASSERT_EQ(bits.bytes(), 8 * bits.words().size());
    std::vector<outcome> expected(size);
    for (int round = 0; round < 3; ++round) {
      for (position i = 0; i < size; ++i) {
        expected[i] = static_cast<outcome>(1 + random.below(4));
        bits.set(i, expected[i]);
      }
      for (position i = 0; i < size; ++i) {
        ASSERT_EQ(bits.at(i), expected[i]);
        ASSERT_EQ(bits.words()[i / 32] >> (2 * (i % 32)) & 3, static_cast<std::uint64_t>(expected[i]) - 1);
      }
    }
  }
}

}  // namespace
}  // namespace zermelo::test::solve_outcomes_test
