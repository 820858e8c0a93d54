// SPDX-License-Identifier: MIT
// Tests that a game without a ranking is explored from its start, numbered by its keys and solved like any other game.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_digest.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "positions/foreign_keys.hpp"
#include "positions/heap_games.hpp"
#include "visitors.hpp"

namespace zermelo::test::explored_game_test {
namespace {

static_assert(HasPredecessors<explored_game<heap_game>> && !game_graph<explored_game<heap_game>>::has_predecessors,
              "predecessors of explored games may be unreachable");

/// All reachable states, found by the simplest search.
template <class G>
std::set<wide_key> reachable(const G& game) {
  std::set<wide_key> found{widened_key(game.pack(game.start()))};
  std::vector<typename G::state> open{game.start()};
  while (!open.empty()) {
    const auto s = open.back();
    open.pop_back();
    if (game.terminal(s)) continue;
    game.for_each_successor(s, [&](const auto& next) {
      if (found.insert(widened_key(game.pack(next))).second) open.push_back(next);
    });
  }
  return found;
}

/// Expects that the engine and the queue solver agree on every position, with and without cached moves.
template <class G>
void expect_same_solution(const G& game) {
  const explored_game<G> plain = explored(game, 1, move_retention::forgotten);
  const value_table expected = solve_by_queue(plain, silent);
  EXPECT_TRUE(verify_solution(plain, expected, verify_scope(2), silent).accepted());
  std::uint64_t edges = 0;
  for (position p = 0; p < plain.num_positions(); ++p) {
    game_graph(plain).for_each_successor(p, [&edges](position) { ++edges; });
  }
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const move_retention moves : {move_retention::retained, move_retention::forgotten}) {
      const explored_game<G> again = explored(game, threads, moves);
      EXPECT_EQ(again.numbering().moves() != nullptr, moves == move_retention::retained);
      const game_task<explored_game<G>> task(again);
      const engine_result solved = explicit_engine.solve(task.on_threads(threads), nullptr, silent);
      EXPECT_EQ(again.numbering().moves(), nullptr) << "the moves were moved out";
      EXPECT_EQ(solved.edges, edges);
      ASSERT_EQ(solved.values->size(), expected.size());
      std::vector<position_value> values(expected.size());
      solved.values->read(0, values);
      for (position p = 0; p < expected.size(); ++p) ASSERT_EQ(values[p], expected[p]) << p;
      EXPECT_EQ(solved.summary.signature, summarize(expected, 1).signature);
      EXPECT_EQ(solved.summary.winners, summarize(expected, 1).winners);
    }
  }
}

TEST(explored_game, finds_reachable_positions_in_key_order) {
  const auto expect_found = [](const auto& game) {
    const std::set<wide_key> all = reachable(game);
    const std::vector<wide_key> ascending(all.begin(), all.end());
    for (const unsigned threads : {1U, 2U, 4U}) {
      const auto found = explored(game, threads);
      EXPECT_EQ(keys_of(found), ascending);
      EXPECT_EQ(found.axes().at(0).size, ascending.size());
      for (position p = 0; p < ascending.size(); ++p) {
        EXPECT_EQ(found.rank(found.unrank(p)), p);
        EXPECT_EQ(found.numbering().keys()->find(ascending[p]), p);
      }
    }
  };
  expect_found(heap_game({4, 6}));
  expect_found(wide_heap_game({4, 6}));
  expect_found(heap_game({0, 0}));
  expect_found(random_game(1));
  expect_found(random_game(20'000));
}

TEST(explored_game, is_independent_of_the_order_of_moves) {
  const auto forwards = explored(heap_game({9, 7}, order::forwards), 2);
  const auto backwards = explored(heap_game({9, 7}, order::backwards), 1);
  EXPECT_EQ(keys_of(forwards), keys_of(backwards));
  EXPECT_EQ(rules_digest(forwards.numbering().rules(), keys_of(forwards)),
            rules_digest(backwards.numbering().rules(), keys_of(forwards)));
}

TEST(explored_game, matches_queue_with_and_without_stored_moves) {
  expect_same_solution(heap_game({5, 8}));
  expect_same_solution(wide_heap_game({5, 8}));
  expect_same_solution(sorted_heap_game({6, 6}));
  expect_same_solution(random_game(1));
  expect_same_solution(random_game(3'000));
  expect_same_solution(random_game(100'000));
}

/// A heap counts modulo 3, and the player to move loses if the two heaps are equal.
TEST(explored_game, solution_matches_known_outcomes_of_two_heaps) {
  const auto game = explored(heap_game({7, 5}), 2);
  const value_table values = solve_explicit(game, {2}, silent).values;
  for (position p = 0; p < game.num_positions(); ++p) {
    const heap_state s = game.unrank(p);
    const bool is_lost = s.sizes[0] % 3 == s.sizes[1] % 3;
    EXPECT_EQ(values[p].outcome, is_lost ? outcome::loss : outcome::win) << s.sizes[0] << " and " << s.sizes[1];
    EXPECT_EQ(values.to_move(p), s.to_move);
  }
}

TEST(explored_game, explores_only_canonical_positions) {
  const auto all = explored(heap_game({5, 5}), 1);
  const auto sorted = explored(sorted_heap_game({5, 5}), 1);
  position classes = 0;
  for (position p = 0; p < all.num_positions(); ++p) {
    const heap_state s = all.unrank(p);
    classes += s.sizes[0] <= s.sizes[1] ? 1 : 0;
  }
  EXPECT_EQ(sorted.num_positions(), classes);
  const value_table of_all = solve_by_queue(all, silent);
  const value_table of_sorted = solve_by_queue(sorted, silent);
  for (position p = 0; p < all.num_positions(); ++p) {
    EXPECT_EQ(of_all[p], of_sorted[sorted.rank(sorted.canonical(all.unrank(p)))]);
  }
}

TEST(explored_game, rank_rejects_unreachable_states) {
  const auto game = explored(heap_game({3, 3}), 1);
  EXPECT_THROW((void)game.rank({{100, 100}, player::first}), input_error);
  EXPECT_THROW((void)game.rank({{3, 3}, player::second}), input_error);
  EXPECT_EQ(game.numbering().keys()->find({1, 0}), std::nullopt) << "keys of 64 bits have a zero upper half";
}

TEST(explored_game, rejects_external_keys_that_contradict_the_game) {
  const auto own = explored(sorted_heap_game({4, 4}), 1);
  const std::vector<wide_key> right = keys_of(own);
  // `wrong` is the position that the check rejects; nothing if every single position is correct.
  const auto expect_rejected = [&](std::optional<position> wrong, const auto& change) {
    std::vector<wide_key> keys = right;
    change(keys);
    explored_game<sorted_heap_game> game(sorted_heap_game({4, 4}));
    game.numbering().number_by(std::make_shared<foreign_keys>(key_width::bits_64, std::move(keys)));
    if (wrong) {
      EXPECT_THROW((void)game.unrank(*wrong), input_error);
    }
    EXPECT_THROW(game.numbering().load_keys(1, silent), input_error);
  };
  const position last = right.size() - 1;
  const wide_key no_representative{0, own.pack({{3, 1}, player::first})};
  const wide_key of_less_than_nothing{0, std::uint64_t{1} << 63};
  expect_rejected(last, [](auto& keys) { keys.back().high = 1; });
  expect_rejected(3, [&](auto& keys) { keys[3] = no_representative; });
  expect_rejected(last, [&](auto& keys) { keys.back() = of_less_than_nothing; });
  expect_rejected(std::nullopt, [](auto& keys) { std::swap(keys[1], keys[2]); });
  expect_rejected(std::nullopt, [](auto& keys) { keys[2] = keys[1]; });
}

TEST(explored_game, discards_moves_when_memory_is_short) {
  explored_game<random_game> game(random_game(50'000));
  const auto all = explored(random_game(50'000), 1);
  std::atomic<std::uint64_t> num_calls{0};
  explore_options options;
  options.threads = 2;
  options.watch = [&](const exploration_size& size) {
    ++num_calls;
    EXPECT_LE(size.open, size.positions);
    return size.positions < 5'000 ? move_retention::retained : move_retention::forgotten;
  };
  const exploration_size size = game.numbering().explore(options, silent);
  EXPECT_GT(num_calls, 50);
  EXPECT_EQ(game.numbering().moves(), nullptr);
  EXPECT_EQ(size.positions, all.num_positions());
  EXPECT_EQ(size.open, 0);
  EXPECT_EQ(keys_of(game), keys_of(all));
}

TEST(explored_game, stops_before_memory_runs_out) {
  explored_game<random_game> game(random_game(50'000));
  std::atomic<std::uint64_t> most{0};
  explore_options options;
  options.threads = 2;
  options.watch = [&](const exploration_size& size) {
    std::uint64_t before = most.load();
    while (before < size.positions && !most.compare_exchange_weak(before, size.positions)) continue;
    if (size.positions > 10'000) throw resource_error("enough");
    return move_retention::retained;
  };
  EXPECT_THROW(game.numbering().explore(options, silent), resource_error);
  EXPECT_FALSE(game.numbering().is_numbered());
  EXPECT_LT(most, 30'000) << "only blocks in progress are finished";
}

/// Requests to stop after a number of calls from any thread.
class stopping_monitor final : public work_monitor {
 public:
  explicit stopping_monitor(std::uint64_t times) : m_times(times) {}
  [[nodiscard]] bool stop_requested() const override { return m_num_calls++ >= m_times; }

 private:
  std::uint64_t m_times;
  mutable std::atomic<std::uint64_t> m_num_calls{0};
};

TEST(explored_game, exploration_stops_on_request_at_any_point) {
  for (const std::uint64_t checks : {0U, 1U, 10U, 50U, 100U, 150U, 200U}) {
    for (const unsigned threads : {1U, 2U}) {
      explored_game<random_game> game(random_game(30'000));
      stopping_monitor monitor(checks);
      explore_options options;
      options.threads = threads;
      EXPECT_THROW(game.numbering().explore(options, monitor), interrupted) << checks;
      EXPECT_FALSE(game.numbering().is_numbered());
    }
  }
}

TEST(rules_digest, differs_for_other_rules) {
  const auto game = explored(random_game(60'000), 1);
  const auto digest_with = [&](const random_game& rules, std::span<const wide_key> keys) {
    return rules_digest(explored_game(rules).numbering().rules(), keys);
  };
  const std::vector<wide_key> all = keys_of(game);
  const std::uint64_t right = digest_with(random_game(60'000), all);
  std::set<std::uint64_t> digests{right};
  position changed = 0;
  for (position p = 1; p < all.size(); p += 997) {
    const random_game other(60'000, game.unrank(p).number);
    if (other.terminal(game.unrank(p)) == game.terminal(game.unrank(p))) continue;
    digests.insert(digest_with(other, all));
    ++changed;
  }
  EXPECT_EQ(digests.size(), changed + 1) << "each changed terminal changes the digest";
  EXPECT_EQ(digest_with(random_game(60'000), all), right);
  EXPECT_NE(digest_with(random_game(60'001), all), right) << "other moves";
}

TEST(rules_digest, samples_ascending_positions_up_to_the_last_range) {
  for (const position n : {1U, 2U, 4095U, 4096U, 4097U, 1'000'000U}) {
    const std::vector<position> chosen = positions_to_digest(n);
    ASSERT_EQ(chosen.size(), std::min<position>(n, max_digested_positions));
    EXPECT_TRUE(std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end());
    EXPECT_LT(chosen.back(), n);
    EXPECT_EQ(chosen, positions_to_digest(n));
    if (n > max_digested_positions) {
      EXPECT_GE(chosen.back(), n - n / max_digested_positions - 1) << "the sample reaches the last range";
    }
  }
}

}  // namespace
}  // namespace zermelo::test::explored_game_test
